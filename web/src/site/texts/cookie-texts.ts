import { defineTexts } from '../../platform/i18n.tsx'

/** The texts of the cookie banner's buttons, and of the link to it. Changed texts need a new version (`cookie-version.ts`). */
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
