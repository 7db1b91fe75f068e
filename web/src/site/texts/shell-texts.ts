import { defineTexts } from '../../platform/i18n.tsx'

/** The texts of every page's frame. */
export const siteTexts = defineTexts({
  no: {
    languages: 'Språk',
    toaster: { region: 'Varsler (F8)', close: 'Lukk varselet' },
  },
  en: {
    languages: 'Language',
    toaster: { region: 'Notifications (F8)', close: 'Close the notification' },
  },
})
