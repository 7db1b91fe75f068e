import { errorText } from '../platform/api-client.ts'
import { Button } from '../ui/button.tsx'
import { LogoutIcon } from '../ui/icons.tsx'
import { toastFailure } from '../ui/toast-store.ts'

interface LogoutButtonProps {
  readonly logout: { readonly isPending: boolean; readonly mutateAsync: () => Promise<unknown> }
  readonly onLoggedOut?: () => void
  /** Without the icon on phones. */
  readonly compact?: boolean
}

export function LogoutButton({ logout, onLoggedOut, compact = false }: LogoutButtonProps) {
  const leave = async () => {
    if (logout.isPending) return
    try {
      await logout.mutateAsync()
      onLoggedOut?.()
    } catch (error) {
      toastFailure(`Kunne ikke logge ut: ${errorText(error)}`)
    }
  }
  return (
    <Button
      size="small"
      className={compact ? 'max-sm:px-2' : ''}
      onClick={() => void leave()}
      aria-disabled={logout.isPending}
    >
      <LogoutIcon className={compact ? 'size-4 shrink-0 max-sm:hidden' : 'size-4 shrink-0'} /> Logg ut
    </Button>
  )
}
