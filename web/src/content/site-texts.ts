import { company } from '@kontor/contract/shared/company'
import { defineTexts } from '../platform/i18n.tsx'

/** What stands on every public page, in its scripts too: short, therefore. */
export const siteTexts = defineTexts({
  no: {
    skipToContent: 'Hopp til innholdet',
    home: `${company.name}, til forsiden`,
    languages: 'Språk',
    mainNavigation: 'Hovedmeny',
    menu: 'Meny',
    navigation: {
      home: 'Hjem',
      products: 'Produkter',
      services: 'Tjenester',
      about: 'Om oss',
      webinars: 'Webinarer',
      courses: 'Kurs',
      contact: 'Kontakt',
    },
    comingSoon: 'Kommer snart',
    newTab: 'åpnes i ny fane',
    languageFailed: 'Språket ble ikke byttet',
    languageFailedDescription: 'Sjekk nettforbindelsen og prøv igjen.',
    toaster: { region: 'Varsler ({hotkey})', notification: 'Varsel', close: 'Lukk varselet' },
  },
  en: {
    skipToContent: 'Skip to content',
    home: `${company.name}, to the home page`,
    languages: 'Language',
    mainNavigation: 'Main menu',
    menu: 'Menu',
    navigation: {
      home: 'Home',
      products: 'Products',
      services: 'Services',
      about: 'About',
      webinars: 'Webinars',
      courses: 'Courses',
      contact: 'Contact',
    },
    comingSoon: 'Coming soon',
    newTab: 'opens in a new tab',
    languageFailed: 'The language was not changed',
    languageFailedDescription: 'Check your connection and try again.',
    toaster: { region: 'Notifications ({hotkey})', notification: 'Notification', close: 'Close the notification' },
  },
})

/** The same in both languages: the label stays Norwegian. */
export const bookDemo = 'Book en demo'
