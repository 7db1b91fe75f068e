import { company } from '@kontor/contract/shared/company'
import { defineTexts } from '../platform/i18n.tsx'

/** What stands over the webinars. */
export const webinarTitleTexts = defineTexts({
  no: {
    title: 'En time om gangen',
    lead: 'Gratis webinarer om internkontroll, sertifisering og kunstig intelligens. Ta med kaffe og spørsmål.',
    needsScript: `Listen over webinarer trenger JavaScript. Ring ${company.phone}, så forteller vi hva som kommer.`,
  },
  en: {
    title: 'One hour at a time',
    lead: 'Free webinars on health and safety, certification and artificial intelligence. Bring coffee and questions.',
    needsScript: `The list of webinars needs JavaScript. Call ${company.phone} and we will tell you what is coming.`,
  },
})
