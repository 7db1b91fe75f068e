import { cookieTexts } from '../../../content/cookie-texts.ts'
import { useTexts } from '../../../platform/i18n.tsx'
import { CookieDialogButton } from './cookie-dialog-button.tsx'

const load = () => import('./cookie-settings-dialog.tsx')

/** The footer's way to the visitor's own choice of cookies. */
export function CookieSettingsButton({ className }: { className: string }) {
  const { settings } = useTexts(cookieTexts)
  return <CookieDialogButton label={settings} load={load} className={className} />
}
