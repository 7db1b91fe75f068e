import { defineTexts } from '../../platform/i18n.tsx'

export const customTexts = defineTexts({
  no: {
    title: 'Når ingen hyllevare passer.',
    lead: 'Vi bygger applikasjoner for én bedrift om gangen: den som har en måte å jobbe på som er for god til å gis opp for et standardsystem.',
    signsTitle: 'Tegn på at det lønner seg',
    signs: [
      'Regnearket har blitt så viktig at bare én tør å røre det.',
      'Dere fører det samme inn i to systemer som ikke snakker sammen.',
      'Kundene spør om noe dere vet svaret på, men bruker en dag på å finne.',
    ],
    signsAfter: 'Kjenner dere igjen ett av dem, er det verdt en samtale. Kjenner dere igjen ingen, sier vi det.',
    stepsTitle: 'Slik blir det til',
    steps: [
      { name: 'Vi ser på', text: 'Hos dere, sammen med dem som skal bruke løsningen.' },
      {
        name: 'Vi tegner',
        text: 'Klikkbare skisser først. Det er billig å ombestemme seg nå, så vi oppfordrer til det.',
      },
      { name: 'Vi bygger', text: 'I korte etapper. Hver av dem slutter med noe dere kan prøve på ekte data.' },
      {
        name: 'Vi blir',
        text: 'Etter lansering retter vi, måler og forbedrer. Dere snakker med dem som skrev koden.',
      },
    ],
    agreementTitle: 'Avtalen',
    agreement:
      'Pris, omfang og hvem som eier hva, står i en skriftlig avtale. Dere leser den i ro og mak og svarer på den før vi begynner.',
    handoverTitle: 'Den som kommer etter oss',
    handover: 'Vi bruker åpne standarder og vanlige språk, så et annet lag kan overta uten å begynne forfra.',
    contactTitle: 'Fortell hva som ikke passer',
    contact: 'Kontakt oss',
  },
  en: {
    title: 'When nothing off the shelf fits.',
    lead: 'We build applications for one business at a time: the kind whose way of working is too good to give up for a standard system.',
    signsTitle: 'Signs that it’s worth it',
    signs: [
      'The spreadsheet has become so important that only one person dares to touch it.',
      'You enter the same thing into two systems that don’t talk to each other.',
      'Customers ask for something you know, but it takes you a day to find it.',
    ],
    signsAfter: 'If one of them sounds familiar, it’s worth a conversation. If none of them does, we’ll say so.',
    stepsTitle: 'How it takes shape',
    steps: [
      { name: 'We look', text: 'On site, together with the people who will use it.' },
      {
        name: 'We sketch',
        text: 'Clickable sketches first. Changing your mind is cheap at this stage, so we encourage it.',
      },
      { name: 'We build', text: 'In short stages. Each one ends with something you can try on real data.' },
      {
        name: 'We stay',
        text: 'After launch we fix, measure and improve. You talk to the people who wrote the code.',
      },
    ],
    agreementTitle: 'The agreement',
    agreement:
      'Price, scope and who owns what are set down in a written agreement. You read it in your own time and answer it before we begin.',
    handoverTitle: 'Whoever comes after us',
    handover:
      'We use open standards and common languages, so another team can take over without starting from scratch.',
    contactTitle: 'Tell us what doesn’t fit',
    contact: 'Contact us',
  },
})
