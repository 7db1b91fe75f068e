import { defineTexts } from '../../platform/i18n.tsx'
import { company } from './company.ts'

export const contactPageTexts = defineTexts({
  no: {
    title: 'Et menneske tar telefonen.',
    lead: 'Vi har ikke kundesenter, køsystem eller samtalerobot. Ring, skriv eller kom innom.',
    phoneTitle: 'Telefon',
    phone: 'Tar vi den ikke, er vi kanskje hos en kunde. Prøv igjen, eller send en e-post.',
    emailTitle: 'E-post',
    email: 'Skriv gjerne kort. Vi tar kontakt så snart vi kan, og spør heller enn å gjette.',
    addressTitle: 'Besøk',
    address: `Kontoret ligger i ${company.street} i ${company.city}. Kaffen er klar, men ring gjerne først, så du er sikker på at vi er inne.`,
    registerTitle: 'Organisasjonsnummer',
    register: 'Det dere trenger for å slå oss opp i Enhetsregisteret.',
    formText: 'Skjemaet, og vi som svarer, finner du på forsiden.',
    form: 'Til kontaktskjemaet',
  },
  en: {
    title: 'A real person answers the phone.',
    lead: 'No call centre, no queue, no chatbot. Call, write or drop in.',
    phoneTitle: 'Phone',
    phone: 'If we don’t pick up, we may be out with a customer. Try again, or send us an email.',
    emailTitle: 'Email',
    email: 'Feel free to keep it short. We’ll get back to you as soon as we can, and would rather ask than guess.',
    addressTitle: 'Visit',
    address: `The office is at ${company.street} in ${company.city}. The coffee’s on, but call ahead to make sure we’re in.`,
    registerTitle: 'Company number',
    register: 'What you need to look us up in the Norwegian company register.',
    formText: 'You’ll find the contact form, and the people who’ll answer it, on the home page.',
    form: 'Go to the contact form',
  },
})
