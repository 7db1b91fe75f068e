import { defineTexts } from '../platform/i18n.tsx'

/** What can be pressed in the cookie banner and leads to it. Changed texts need a new version (`cookie-version.ts`). */
export const cookieTexts = defineTexts({
  no: {
    region: 'Informasjonskapsler',
    acceptAll: 'Godta alle',
    necessaryOnly: 'Kun nødvendige',
    customise: 'Tilpass',
    settings: 'Endre cookie-innstillinger',
  },
  en: {
    region: 'Cookies',
    acceptAll: 'Accept all',
    necessaryOnly: 'Necessary only',
    customise: 'Customise',
    settings: 'Change cookie settings',
  },
})
