import { company } from '@kontor/contract/shared/company'
import { defineTexts } from '../platform/i18n.tsx'

export const contactPageTexts = defineTexts({
  no: {
    title: 'Et menneske tar telefonen.',
    lead: 'Vi har ikke kundesenter, køsystem eller samtalerobot. Ring, skriv eller kom innom.',
    phoneTitle: 'Telefon',
    phone: 'Hverdager fra 8 til 16. Tar vi den ikke, er vi hos en kunde og ringer tilbake samme dag.',
    emailTitle: 'E-post',
    email: 'Skriv gjerne kort. Vi svarer innen én arbeidsdag, og spør heller enn å gjette.',
    addressTitle: 'Besøk',
    address: `Kontoret ligger i ${company.street} i ${company.city}. Kaffen er klar, men ring gjerne først, så du er sikker på at vi er inne.`,
    invoiceTitle: 'Faktura',
    invoice: 'Vi tar imot EHF på dette organisasjonsnummeret.',
    formText: 'Skjemaet og bilder av oss som svarer, finner du på forsiden.',
    form: 'Til kontaktskjemaet',
  },
  en: {
    title: 'A person answers the phone.',
    lead: 'We have no call centre, no queue system and no chatbot. Call, write or drop in.',
    phoneTitle: 'Phone',
    phone: 'Weekdays from 8 am to 4 pm. If we do not pick up, we are with a customer and will call back the same day.',
    emailTitle: 'Email',
    email: 'Feel free to be brief. We answer within one working day, and would rather ask than guess.',
    addressTitle: 'Visit',
    address: `The office is at ${company.street} in ${company.city}. The coffee is ready, but do call ahead to make sure that we are in.`,
    invoiceTitle: 'Invoices',
    invoice: 'We accept electronic invoices (EHF) sent to this company number.',
    formText: 'The form, and pictures of those of us who answer, are on the home page.',
    form: 'Go to the contact form',
  },
})
