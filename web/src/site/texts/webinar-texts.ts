import { defineTexts } from '../../platform/i18n.tsx'

/** The texts of the webinar section before its list and form have loaded. */
export const webinarTexts = defineTexts({
  no: {
    loading: 'Henter webinarer …',
    failed: 'Webinarene lot seg ikke hente.',
    failedText: 'Sjekk nettforbindelsen og prøv igjen.',
    retry: 'Prøv igjen',
  },
  en: {
    loading: 'Loading webinars …',
    failed: 'The webinars could not be loaded.',
    failedText: 'Check your connection and try again.',
    retry: 'Try again',
  },
})
