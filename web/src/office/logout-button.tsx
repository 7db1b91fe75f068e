import { Button } from '../ui/button.tsx'
import { LogoutIcon } from '../ui/icons.tsx'
import { type LogOutOptions, logOut } from './log-out.ts'

interface LogoutButtonProps extends LogOutOptions {
  /** Without the icon on phones. */
  readonly compact?: boolean
}

export function LogoutButton({ compact = false, ...leaving }: LogoutButtonProps) {
  return (
    <Button
      size="small"
      className={compact ? 'max-sm:px-2' : ''}
      onClick={() => void logOut(leaving)}
      aria-disabled={leaving.logout.isPending}
    >
      <LogoutIcon className={compact ? 'size-4 shrink-0 max-sm:hidden' : 'size-4 shrink-0'} /> Logg ut
    </Button>
  )
}
