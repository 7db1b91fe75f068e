import { defineTexts } from '../platform/i18n.tsx'

/** What stands over the webinars. */
export const webinarTitleTexts = defineTexts({
  no: {
    title: 'En time om gangen',
    lead: 'Gratis webinarer om internkontroll, sertifisering og kunstig intelligens. Ta med kaffe og spørsmål.',
  },
  en: {
    title: 'One hour at a time',
    lead: 'Free webinars on health and safety, certification and artificial intelligence. Bring coffee and questions.',
  },
})
