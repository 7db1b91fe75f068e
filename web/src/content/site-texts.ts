import { defineTexts } from '../platform/i18n.tsx'

/** What stands on every public page. */
export const siteTexts = defineTexts({
  no: {
    skipToContent: 'Hopp til innholdet',
    languages: 'Språk',
    toaster: { region: 'Varsler ({hotkey})', notification: 'Varsel', close: 'Lukk varselet' },
  },
  en: {
    skipToContent: 'Skip to content',
    languages: 'Language',
    toaster: { region: 'Notifications ({hotkey})', notification: 'Notification', close: 'Close the notification' },
  },
})
