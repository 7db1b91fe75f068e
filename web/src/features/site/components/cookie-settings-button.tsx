import { cookieTexts } from '../../../content/cookie-texts.ts'
import { useTexts } from '../../../platform/i18n.tsx'
import { CookieDialogButton } from './cookie-dialog-button.tsx'

/** The footer's way to the visitor's own choice of cookies. */
export function CookieSettingsButton({ className }: { className: string }) {
  const { settings } = useTexts(cookieTexts)
  return <CookieDialogButton label={settings} dialog="settings" className={className} />
}
