import { defineTexts } from '../platform/i18n.tsx'

/** The cookie banner. Whoever changes a text of it, of the dialog or of the table gives it a new version (`cookie-version.ts`). */
export const cookieTexts = defineTexts({
  no: {
    region: 'Informasjonskapsler',
    title: 'Får vi telle besøket ditt?',
    text: 'Noen informasjonskapsler trengs for at siden skal virke. Statistikk og markedsføring slås bare på hvis du sier ja, og du kan ombestemme deg når som helst nederst på siden.',
    privacy: 'Les personvernerklæringen',
    acceptAll: 'Godta alle',
    necessaryOnly: 'Kun nødvendige',
    customise: 'Tilpass',
    settings: 'Endre cookie-innstillinger',
    skipTo: 'Til valg av informasjonskapsler',
    unavailable: 'Innstillingene lot seg ikke laste. Sjekk nettforbindelsen og prøv igjen.',
  },
  en: {
    region: 'Cookies',
    title: 'May we count your visit?',
    text: 'Some cookies are needed for the site to work. Statistics and marketing are switched on only if you say yes, and you can change your mind at any time at the foot of the page.',
    privacy: 'Read the privacy statement',
    acceptAll: 'Accept all',
    necessaryOnly: 'Necessary only',
    customise: 'Customise',
    settings: 'Change cookie settings',
    skipTo: 'Go to the cookie choices',
    unavailable: 'The settings could not be loaded. Check your connection and try again.',
  },
})
