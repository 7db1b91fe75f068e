import { defineTexts } from '../../platform/i18n.tsx'
import { company } from './company.ts'

export const headerTexts = defineTexts({
  no: {
    skipToContent: 'Hopp til innholdet',
    home: `${company.name}, til forsiden`,
    navigation: 'Hovedmeny',
    menu: 'Meny',
    entries: {
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
  },
  en: {
    skipToContent: 'Skip to content',
    home: `${company.name}, to the home page`,
    navigation: 'Main menu',
    menu: 'Menu',
    entries: {
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
  },
})

/** The label stays Norwegian in both languages. */
export const bookDemo = 'Book en demo'
