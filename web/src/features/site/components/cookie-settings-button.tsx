import { cookieTexts } from '../../../content/cookie-texts.ts'
import { useTexts } from '../../../platform/i18n.tsx'
import { CookieDialogButton } from './cookie-dialog-button.tsx'

/** The footer's button that opens the visitor's own cookie choice. */
export function CookieSettingsButton({ className }: { className: string }) {
  const { settings } = useTexts(cookieTexts)
  return <CookieDialogButton label={settings} dialog="settings" className={className} />
}
