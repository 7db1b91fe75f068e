import { defineTexts } from '../platform/i18n.tsx'

/** What the cookie banner says. Changed texts need a new version (`cookie-version.ts`). */
export const cookieBannerTexts = defineTexts({
  no: {
    title: 'Får vi telle besøket ditt?',
    text: 'Noen informasjonskapsler trengs for at siden skal virke. Statistikk og markedsføring slås bare på hvis du sier ja, og du kan ombestemme deg når som helst nederst på siden.',
    privacy: 'Les personvernerklæringen',
  },
  en: {
    title: 'May we count your visit?',
    text: 'Some cookies are needed for the site to work. Statistics and marketing are switched on only if you say yes, and you can change your mind at any time at the foot of the page.',
    privacy: 'Read the privacy statement',
  },
})
