import { defineTexts } from '../../platform/i18n.tsx'
import { company } from './company.ts'

export const homeTexts = defineTexts({
  no: {
    hero: {
      place: `Utviklere og rådgivere i ${company.city}`,
      title: ['Mindre papirarbeid.', 'Mer tid til faget.'],
      lead: 'Vi lager digitale verktøy for bedrifter som har nok å gjøre fra før, og hjelper dere med internkontroll, kvalitet og miljø til det sitter i hverdagen.',
      contact: 'Kontakt oss',
      tool: 'Tegnet eksempel: en vernerunde på telefonen, der ett av fire punkter er et avvik med bilde, ansvarlig og frist.',
    },
    map: 'Linjen på kartet går fra åpent hav til kai. Sånn går prosjektene våre også.',
    intro: {
      title: 'Din digitale utviklingspartner',
      paragraph:
        'Små og mellomstore bedrifter har sjelden en egen utviklingsavdeling. Den rollen tar vi: Vi finner ut hva som faktisk tar tid hos dere, bygger det som mangler sammen med dem som skal bruke det, og blir til det virker.',
      work: [
        { name: 'Digitalisering', text: 'Permer, skjemaer og regneark blir til verktøy som virker på telefonen.' },
        { name: 'Kunstig intelligens', text: 'Brukt der den sparer tid, og bare der.' },
        {
          name: 'Kvalitet og miljø',
          text: 'ISO 9001, ISO 14001 og Miljøfyrtårn, fra første kartlegging til revisjonen.',
        },
        { name: 'Skreddersøm', text: 'Når ingen hyllevare passer, bygger vi det som gjør det.' },
      ],
    },
    contact: {
      title: 'Hva tar for mye tid hos dere?',
      lead: 'Skriv noen linjer, så svarer et menneske som kan faget.',
      phone: 'Telefon',
      email: 'E-post',
      address: 'Besøk',
      demoTitle: 'Heller se det først?',
      demoText: 'Velg et tidspunkt, så viser vi verktøyene på skjerm.',
    },
  },
  en: {
    hero: {
      place: `Developers and advisers in ${company.city}`,
      title: ['Less paperwork.', 'More time for the real work.'],
      lead: 'We make digital tools for businesses that already have enough on their plate, and help you with health and safety, quality and the environment until it’s second nature.',
      contact: 'Contact us',
      tool: 'Drawn example: a safety round on a phone, where one of four items is a nonconformity with a photo, an owner and a deadline.',
    },
    map: 'The line on the map runs from the open sea to the quay. So do our projects.',
    intro: {
      title: 'Your digital development partner',
      paragraph:
        'Small and medium-sized businesses rarely have a development team of their own. That’s where we come in: we find out what really takes up your time, build what’s missing together with the people who will use it, and stay until it works.',
      work: [
        { name: 'Digitalisation', text: 'Binders, forms and spreadsheets become tools that work on a phone.' },
        { name: 'Artificial intelligence', text: 'Used where it saves time, and nowhere else.' },
        {
          name: 'Quality and environment',
          text: 'ISO 9001, ISO 14001 and Eco-Lighthouse, from the first survey to the audit.',
        },
        { name: 'Custom applications', text: 'When nothing off the shelf fits, we build what does.' },
      ],
    },
    contact: {
      title: 'What takes up too much of your time?',
      lead: 'Write us a few lines, and someone who knows the subject will answer.',
      phone: 'Phone',
      email: 'Email',
      address: 'Visit',
      demoTitle: 'Rather see it first?',
      demoText: 'Pick a time and we’ll show you the tools on screen.',
    },
  },
})

/** The page about each kind of work in the intro, in the same order. */
export const workPaths = ['/tjenester', '/produkter', '/tjenester', '/skreddersom'] as const
