import { company } from '@kontor/contract/shared/company'
import { defineTexts } from '../platform/i18n.tsx'

/** What stands on every public page. */
export const siteTexts = defineTexts({
  no: {
    skipToContent: 'Hopp til innholdet',
    home: `${company.name}, til forsiden`,
    languages: 'Språk',
    mainNavigation: 'Hovedmeny',
    work: 'Hva vi gjør',
    contact: 'Kontakt',
    newTab: 'åpnes i ny fane',
    organizationNumber: 'Org.nr.',
    since: `Siden ${company.founded}`,
    toaster: { region: 'Varsler ({hotkey})', notification: 'Varsel', close: 'Lukk varselet' },
  },
  en: {
    skipToContent: 'Skip to content',
    home: `${company.name}, to the home page`,
    languages: 'Language',
    mainNavigation: 'Main menu',
    work: 'What we do',
    contact: 'Contact',
    newTab: 'opens in a new tab',
    organizationNumber: 'Company no.',
    since: `Since ${company.founded}`,
    toaster: { region: 'Notifications ({hotkey})', notification: 'Notification', close: 'Close the notification' },
  },
})

/** The same in both languages: the label stays Norwegian. */
export const bookDemo = 'Book en demo'
