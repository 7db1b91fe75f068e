import { defineTexts } from '../../platform/i18n.tsx'
import { company } from './company.ts'

/** The texts above the webinars, one of which is only for browsers without scripts. */
export const webinarTitleTexts = defineTexts({
  no: {
    title: 'Bli med på webinar',
    lead: 'Webinarer om internkontroll, sertifisering og kunstig intelligens. Ta med kaffe og spørsmål.',
    needsScript: `Listen over webinarer trenger JavaScript. Vil du være med, skriv til ${company.email}, så svarer vi med hva som kommer, og melder deg på.`,
  },
  en: {
    title: 'Join a webinar',
    lead: 'Webinars on health and safety, certification and artificial intelligence. Bring coffee and questions.',
    needsScript: `The list of webinars needs JavaScript. To join one, write to ${company.email}. We will reply with what is coming and register you.`,
  },
})
