import { type ComponentType, useState } from 'react'
import { cookieTexts } from '../../../content/cookie-texts.ts'
import { useTexts } from '../../../platform/i18n.tsx'
import type { CookieDialogProps } from './cookie-dialog-shell.tsx'

interface CookieDialogButtonProps {
  readonly label: string
  readonly dialog: 'customise' | 'settings'
  readonly className: string
}

/** Opens a dialog whose code is loaded on demand. */
export function CookieDialogButton({ label, dialog, className }: CookieDialogButtonProps) {
  const { unavailable } = useTexts(cookieTexts)
  const [Dialog, setDialog] = useState<ComponentType<CookieDialogProps> | null>(null)
  const [failed, setFailed] = useState(false)
  const open = async (): Promise<void> => {
    const module = await import('./cookie-dialogs.ts').catch(() => null)
    setFailed(!module)
    setDialog(() => module?.cookieDialogs[dialog] ?? null)
  }
  return (
    <>
      <button type="button" onClick={open} className={className}>
        {label}
      </button>
      {failed && <p role="alert">{unavailable}</p>}
      {Dialog && <Dialog onClose={() => setDialog(null)} />}
    </>
  )
}
