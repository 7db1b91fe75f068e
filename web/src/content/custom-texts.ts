import { defineTexts } from '../platform/i18n.tsx'

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
      { name: 'Vi ser på', text: 'En dag eller to hos dere, sammen med dem som skal bruke løsningen.' },
      {
        name: 'Vi tegner',
        text: 'Klikkbare skisser etter en uke. Det er billig å ombestemme seg nå, så vi oppfordrer til det.',
      },
      { name: 'Vi bygger', text: 'I korte etapper. Annenhver uke har dere noe nytt å prøve på ekte data.' },
      {
        name: 'Vi blir',
        text: 'Etter lansering retter vi, måler og forbedrer. Dere har navnet og nummeret til dem som skrev koden.',
      },
    ],
    ownTitle: 'Det dere eier',
    own: 'Koden, dataene og dokumentasjonen er deres fra første dag. Vi bruker åpne standarder og vanlige språk, så et annet lag kan overta uten å begynne forfra.',
    priceTitle: 'Prisen',
    price:
      'Vi avtaler en fast pris for hver etappe før den begynner. Dere kan stoppe mellom to etapper og beholde det som er laget.',
    contactTitle: 'Fortell hva som ikke passer',
    contact: 'Kontakt oss',
  },
  en: {
    title: 'When nothing off the shelf fits.',
    lead: 'We build applications for one business at a time: the one whose way of working is too good to give up for a standard system.',
    signsTitle: 'Signs that it pays',
    signs: [
      'The spreadsheet has become so important that only one person dares to touch it.',
      'You enter the same thing into two systems that do not talk to each other.',
      'Customers ask for something you have the answer to, but need a day to find.',
    ],
    signsAfter:
      'If you recognise one of them, it is worth a conversation. If you recognise none of them, we will tell you so.',
    stepsTitle: 'How it takes shape',
    steps: [
      { name: 'We look', text: 'A day or two on site, together with the people who will use it.' },
      {
        name: 'We sketch',
        text: 'Clickable sketches after a week. Changing your mind is cheap at this point, so we encourage it.',
      },
      { name: 'We build', text: 'In short stages. Every other week you have something new to try on real data.' },
      {
        name: 'We stay',
        text: 'After launch we correct, measure and improve. You have the names and numbers of those who wrote the code.',
      },
    ],
    ownTitle: 'What you own',
    own: 'The code, the data and the documentation are yours from day one. We use open standards and common languages, so another team can take over without starting again.',
    priceTitle: 'The price',
    price:
      'We agree on a fixed price for each stage before it begins. You can stop between two stages and keep what has been made.',
    contactTitle: 'Tell us what does not fit',
    contact: 'Contact us',
  },
})
