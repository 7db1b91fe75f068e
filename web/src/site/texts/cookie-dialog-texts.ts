import { defineTexts } from '../../platform/i18n.tsx'

/** The texts of the dialogs about cookies. */
export const cookieDialogTexts = defineTexts({
  no: {
    customise: {
      title: 'Velg informasjonskapsler',
      lead: 'Valget gjelder i seks måneder og blir liggende i nettleseren din. Det sendes ikke til oss.',
      alwaysOn: 'Alltid på',
      save: 'Lagre valg',
      cancel: 'Avbryt',
      details: 'Vis hva som lagres',
    },
    reasons: {
      necessary: 'Husker språket ditt og valget du gjør her. Uten dem virker ikke siden slik du ba om.',
      analytics: 'Viser oss hvilke sider som blir lest, så vi kan gjøre dem bedre.',
      marketing: 'Viser oss om en annonse førte noen hit.',
    },
    receipt: {
      title: 'Cookie-innstillinger',
      none: 'Du har ikke valgt ennå.',
      lead: 'Dette er kvitteringen på valget ditt. Den ligger bare i nettleseren din.',
      when: 'Valgt',
      what: 'Du tillater',
      text: 'Teksten du svarte på',
      version: (version: number) => `Versjon ${version}`,
      showBanner: 'Vis cookie-banner',
      showBannerText: '«Vis cookie-banner» sletter valget og laster siden på nytt, så du kan velge om igjen.',
      close: 'Lukk',
    },
  },
  en: {
    customise: {
      title: 'Choose cookies',
      lead: 'Your choice holds for six months and stays in your browser. It is not sent to us.',
      alwaysOn: 'Always on',
      save: 'Save choice',
      cancel: 'Cancel',
      details: 'Show what is stored',
    },
    reasons: {
      necessary: 'Remember your language and the choice you make here. Without them the site cannot do as you asked.',
      analytics: 'Show us which pages are read, so that we can make them better.',
      marketing: 'Show us whether an advertisement brought somebody here.',
    },
    receipt: {
      title: 'Cookie settings',
      none: 'You have not chosen yet.',
      lead: 'This is the receipt of your choice. It is kept in your browser and nowhere else.',
      when: 'Chosen',
      what: 'You allow',
      text: 'The text you answered',
      version: (version: number) => `Version ${version}`,
      showBanner: 'Show cookie banner',
      showBannerText: '“Show cookie banner” deletes your choice and reloads the page, so that you can choose again.',
      close: 'Close',
    },
  },
})
