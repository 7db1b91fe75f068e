import { defineTexts } from '../platform/i18n.tsx'

/** What every page's scripts say themselves: short, therefore. */
export const siteTexts = defineTexts({
  no: {
    languages: 'Språk',
    languageFailed: 'Språket ble ikke byttet',
    languageFailedDescription: 'Sjekk nettforbindelsen og prøv igjen.',
    toaster: { region: 'Varsler ({hotkey})', notification: 'Varsel', close: 'Lukk varselet' },
  },
  en: {
    languages: 'Language',
    languageFailed: 'The language was not changed',
    languageFailedDescription: 'Check your connection and try again.',
    toaster: { region: 'Notifications ({hotkey})', notification: 'Notification', close: 'Close the notification' },
  },
})
