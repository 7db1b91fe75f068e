import { defineTexts } from '../../platform/i18n.tsx'

/** The texts of the cookie banner. Changed texts need a new version (`cookie-version.ts`). */
export const cookieBannerTexts = defineTexts({
  no: {
    title: 'Får vi bruke informasjonskapsler til statistikk og markedsføring?',
    text: 'Nødvendige informasjonskapsler er alltid på. Analyse og markedsføring slås bare på hvis du sier ja, og du kan ombestemme deg nederst på siden.',
    privacy: 'Les personvernerklæringen',
    skipTo: 'Til valg av informasjonskapsler',
  },
  en: {
    title: 'May we use cookies for statistics and marketing?',
    text: 'Necessary cookies are always on. Analytics and marketing are switched on only if you say yes, and you can change your mind at the foot of the page.',
    privacy: 'Read the privacy statement',
    skipTo: 'Go to the cookie choices',
  },
})
