import { defineTexts } from '../../platform/i18n.tsx'
import { company } from './company.ts'

/** The texts about the company: on the home page, on its own page, and the people behind it. */
export const aboutTexts = defineTexts({
  no: {
    title: 'Orden, uten at den tar overhånd',
    visionTitle: 'Visjonen vår',
    vision: 'Ingen liten bedrift skal måtte velge bort orden fordi orden tar for mye tid.',
    valuesTitle: 'Verdiene våre',
    image: 'Tegning av brygga: fem sjøboder på rekke, med fjell bak og en båt på vei inn.',
    more: 'Mer om oss',
    values: [
      {
        name: 'Kundeorientert',
        text: 'Vi begynner hos dere, ikke i produktarket. Det første vi spør om, er hva som tar tid.',
      },
      {
        name: 'Enkelhet',
        text: 'Kan et felt fjernes, fjerner vi det. Et skjema som ingen orker å fylle ut, hjelper ingen.',
      },
      {
        name: 'Tilgjengelig',
        text: 'Dere når oss på telefon. Og verktøyene kan brukes av alle: med tastatur, med skjermleser, med arbeidshansker.',
      },
      {
        name: 'Helhetlig',
        text: 'Kvalitet, miljø og HMS er ofte samme rutine sett fra tre sider. Vi skriver den én gang.',
      },
    ],
    team: {
      title: 'De som svarer',
      book: 'Book et møte',
      bookWith: (name: string) => `med ${name}`,
      write: 'Skriv til',
      portrait: (name: string) => `Portrett av ${name}`,
    },
    page: {
      title: `Vi har ryddet i andres papirer siden ${company.founded}.`,
      lead: `${company.name} holder til i ${company.city} og lager digitale verktøy for små og mellomstore bedrifter. Vi gir også råd, for verktøyet er sjelden hele svaret.`,
      ideaTitle: 'Forretningsideen',
      idea: 'Vi skal gjøre små og mellomstore bedrifter i stand til å drive trygt, ryddig og lønnsomt, med verktøy og råd som koster mindre tid enn de sparer.',
      ideaMore: [
        'Store virksomheter har egne folk for kvalitet, miljø, HMS og IT. Små har én som gjør alt dette på kveldstid. Det er henne vi jobber for.',
        'Derfor er utviklere og rådgivere samme lag hos oss. Den som skriver rutinen, snakker med den som lager skjermbildet, og begge har vært ute hos kunden.',
      ],
      contactTitle: 'Kom innom, ring eller skriv',
      contactText: 'Den første samtalen handler mest om dere.',
      contact: 'Kontakt oss',
    },
  },
  en: {
    title: 'Well run, without the paperwork taking over',
    visionTitle: 'Our vision',
    vision: 'No small business should have to give up good routines because they take too much time.',
    valuesTitle: 'Our values',
    image: 'Drawing of the quay: five boathouses in a row, with mountains behind them and a boat on its way in.',
    more: 'More about us',
    values: [
      {
        name: 'Customer-oriented',
        text: 'We start with you, not with a product sheet. The first thing we ask is what takes up your time.',
      },
      {
        name: 'Simplicity',
        text: 'If a field can go, it goes. A form that no one has the energy to fill in helps no one.',
      },
      {
        name: 'Accessible',
        text: 'You can call us. And everyone can use the tools: with a keyboard, with a screen reader, in work gloves.',
      },
      {
        name: 'Holistic',
        text: 'Quality, environment, health and safety are often the same routine seen from different sides. We write it once.',
      },
    ],
    team: {
      title: 'The people who’ll answer',
      book: 'Book a meeting',
      bookWith: (name: string) => `with ${name}`,
      write: 'Write to',
      portrait: (name: string) => `Portrait of ${name}`,
    },
    page: {
      title: `Making paperwork manageable since ${company.founded}.`,
      lead: `${company.name} is based in ${company.city} and makes digital tools for small and medium-sized businesses. We advise them too, because a tool is rarely the whole answer.`,
      ideaTitle: 'Our business idea',
      idea: 'We help small and medium-sized businesses run safely, smoothly and profitably, with tools and advice that save more time than they take.',
      ideaMore: [
        'Large organisations have their own people for quality, the environment, health and safety, and IT. Small ones have one person who does it all in the evening. She is the one we work for.',
        'That’s why our developers and advisers are one team. The person who writes the routine talks to the person who designs the screen, and both have been out to see the customer.',
      ],
      contactTitle: 'Drop in, call or write',
      contactText: 'Our first conversation will mostly be about you.',
      contact: 'Contact us',
    },
  },
})
