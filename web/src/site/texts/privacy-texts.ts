import { enquiryMonths } from '@kontor/contract/contacts/contacts.rules'
import { trashDays } from '@kontor/contract/undo/undo.rules'
import { defineTexts } from '../../platform/i18n.tsx'
import type { AnchorId } from './anchors.ts'
import { company, siteCompany } from './company.ts'

const { privacyUpdated } = siteCompany
const address = `${company.street}, ${company.postCode} ${company.city}`

/**
 * The privacy statement: eleven sections; the fifth is followed by the table of cookies. It describes the product as delivered. Add what
 * depends on the owner: suppliers of server and e-mail, their countries, encryption, backups.
 */
export const privacyTexts = defineTexts({
  no: {
    title: 'Personvernerklæring',
    lead: 'Her står hva vi vet om deg, hvorfor vi vet det, og når vi glemmer det.',
    updated: `Sist oppdatert ${privacyUpdated}`,
    contents: 'Innhold',
    table: {
      caption: 'Informasjonskapsler og lagring i nettleseren',
      name: 'Navn',
      category: 'Type',
      purpose: 'Hva den gjør',
      lifetime: 'Varighet',
    },
    sections: [
      {
        title: 'Hvem som er ansvarlig',
        paragraphs: [
          `${company.name}, organisasjonsnummer ${company.organizationNumber}, ${address}, er behandlingsansvarlig for personopplysningene som samles inn på dette nettstedet. Spørsmål om personvern: ${company.email} eller ${company.phone}.`,
        ],
        list: [],
      },
      {
        title: 'Hvilke opplysninger vi behandler',
        paragraphs: ['Vi behandler:'],
        list: [
          'Henvendelser: navn, e-postadresse, bedrift hvis du oppgir den, emne og melding.',
          'Påmeldinger til webinar: navn, e-postadresse, og bedrift og telefonnummer hvis du oppgir dem.',
          'Svar på en avtale: svaret og meldingen din, og tidspunktet, IP-adressen og nettleseren da du åpnet lenken og svarte. Med eID også navn og id derfra.',
          'E-poster vi sender deg som svar på det ovenfor.',
          'Teknisk: IP-adressen din, så lenge det trengs for å svare nettleseren og stanse misbruk.',
          'Oppfølging: det vi noterer om kunder og mulige kunder, og det registre sier om bedriften.',
        ],
      },
      {
        title: 'Hvorfor, og med hvilken rett',
        paragraphs: ['Opplysningene brukes bare til dette:'],
        list: [
          'Å svare på henvendelser, følge dem opp og forberede avtaler (personvernforordningen artikkel 6 nr. 1 b og f).',
          'Å gjennomføre webinaret du har meldt deg på, og sende bekreftelse, påminnelse og endringer (artikkel 6 nr. 1 b).',
          'Å kunne vise hva som er avtalt, av hvem og når (artikkel 6 nr. 1 b og f).',
          'Å beskytte skjemaene mot søppelpost og misbruk (artikkel 6 nr. 1 f).',
          'Å måle bruk og annonser, bare hvis du har samtykket (artikkel 6 nr. 1 a).',
        ],
      },
      {
        title: 'Skjemaer og e-post',
        paragraphs: [
          'Skjemaer du sender, lagres i vårt eget system, og du får en bekreftelse på e-post. E-poster føres i en logg.',
          'Du blir ikke satt på noen e-postliste.',
        ],
        list: [],
      },
      {
        title: 'Informasjonskapsler',
        paragraphs: [
          'Nødvendig og funksjonell lagring trenger ikke samtykke. Analyse og markedsføring er av til du slår dem på. Sier du nei, sletter vi dem som måtte ligge der fra før. Valget lagres bare i nettleseren din, i seks måneder, og kan endres nederst på siden.',
        ],
        list: [],
      },
      {
        title: 'Hvem som får se dem',
        paragraphs: [
          'Opplysningene leses av de ansatte som svarer og følger deg opp. Leverandører av server og e-post behandler dem for oss. Vi selger dem ikke, og gir dem ikke til andre uten at loven krever det.',
          'Kalenderen der du booker en demo, tilhører en annen tjeneste, med sin egen erklæring.',
        ],
        list: [],
      },
      {
        title: 'Overføring ut av EØS',
        paragraphs: [
          'Samtykker du til analyse eller markedsføring, kan leverandøren behandle opplysninger utenfor EØS. Vilkårene deres sier hvor, og med hvilken rett.',
        ],
        list: [],
      },
      {
        title: 'Hvor lenge vi lagrer dem',
        paragraphs: ['Opplysninger slettes når vi ikke lenger trenger dem:'],
        list: [
          `Henvendelser lagres i inntil ${enquiryMonths} måneder.`,
          'Påmeldinger slettes sammen med webinaret, eller når du ber om det.',
          'Avtaler, svarene på dem og regnskapsbilag lagres så lenge loven krever, også etter at resten er slettet.',
          `Innholdet i e-poster om annet enn avtaler slettes senest etter ${enquiryMonths} måneder. At de ble sendt, og til hvem, står igjen i loggen.`,
          'Det vi noterer, lagres til vi sletter det.',
          `Det vi sletter, ligger i en papirkurv i inntil ${trashDays} dager, og forsvinner så fra loggen over endringer.`,
        ],
      },
      {
        title: 'Hvordan vi passer på dem',
        paragraphs: [
          'Henvendelser og påmeldinger ligger bak en innlogging, og en kopi går på e-post til dem av oss som svarer. Nettstedet henter ingenting fra andre før du har samtykket.',
        ],
        list: [],
      },
      {
        title: 'Rettighetene dine',
        paragraphs: [`Skriv til ${company.email} når som helst for å`],
        list: [
          'få se opplysningene vi har om deg',
          'få dem rettet eller slettet',
          'få behandlingen begrenset, eller protestere mot den',
          'få dem utlevert i et format som kan flyttes',
          'trekke tilbake et samtykke; det som er gjort før, er fortsatt lovlig',
        ],
      },
      {
        title: 'Klage og endringer',
        paragraphs: [
          'Du kan alltid klage til Datatilsynet, datatilsynet.no.',
          'Endrer vi denne erklæringen, endrer vi datoen øverst. Gjelder endringen informasjonskapsler, spør vi om samtykke på nytt.',
        ],
        list: [],
      },
    ],
  },
  en: {
    title: 'Privacy statement',
    lead: 'What we know about you, why we know it, and when we forget it.',
    updated: `Last updated ${privacyUpdated}`,
    contents: 'Contents',
    table: {
      caption: 'Cookies and storage in the browser',
      name: 'Name',
      category: 'Type',
      purpose: 'What it does',
      lifetime: 'Lifetime',
    },
    sections: [
      {
        title: 'Who is responsible',
        paragraphs: [
          `${company.name}, company number ${company.organizationNumber}, ${address}, Norway, is the controller of the personal data collected on this website. Questions about privacy: ${company.email} or ${company.phone}.`,
        ],
        list: [],
      },
      {
        title: 'What data we process',
        paragraphs: ['We process what you give us yourself, what the website needs to work, and what we note:'],
        list: [
          'Enquiries: name, email address, company if you give it, subject and message.',
          'Webinar registrations: name, email address, and company and phone number if you give them.',
          'Answers to an agreement: your answer and message, and the time, IP address and browser when you opened the link and answered. With an eID, also its name and id.',
          'Emails we send you in reply to the above.',
          'Technical: your IP address, for as long as it is needed to answer your browser and stop abuse.',
          'Follow-up: what we note about possible customers and customers, and what registers say about your company.',
        ],
      },
      {
        title: 'Why, and on what legal basis',
        paragraphs: ['The data is used for this only:'],
        list: [
          'To answer enquiries, follow them up and prepare agreements (GDPR Article 6(1)(b) and (f)).',
          'To hold the webinar you registered for, and send a confirmation, a reminder and changes (Article 6(1)(b)).',
          'To be able to show what was agreed, by whom and when (Article 6(1)(b) and (f)).',
          'To protect the forms from spam and abuse (Article 6(1)(f)).',
          'To measure use and advertisements, only if you have agreed (Article 6(1)(a)).',
        ],
      },
      {
        title: 'Forms and email',
        paragraphs: [
          'Forms you send are stored in our own system, and you receive a confirmation by email. Emails are kept in a log.',
          'You are not added to any mailing list.',
        ],
        list: [],
      },
      {
        title: 'Cookies',
        paragraphs: [
          'Necessary and functional storage needs no consent. Analytics and marketing are off until you turn them on. If you say no, we delete any such cookies that were there before. Your choice is stored only in your browser, for six months, and can be changed at the bottom of the page.',
        ],
        list: [],
      },
      {
        title: 'Who can see it',
        paragraphs: [
          'The data is read by the employees who answer you and follow up. Suppliers of server and email process it for us. We do not sell it, and do not pass it on to others unless the law requires it.',
          'The calendar where you book a demo belongs to another service, with its own privacy statement.',
        ],
        list: [],
      },
      {
        title: 'Transfers outside the EEA',
        paragraphs: [
          'If you agree to analytics or marketing, the supplier of the tool may process data outside the EEA. Their terms say where, and on what legal basis.',
        ],
        list: [],
      },
      {
        title: 'How long we keep it',
        paragraphs: ['Data is deleted when we no longer need it:'],
        list: [
          `Enquiries are kept for up to ${enquiryMonths} months.`,
          'Registrations are deleted together with their webinar, or earlier if you ask for it.',
          'Agreements, the answers to them and accounting records are kept for as long as Norwegian law requires, even after the rest is deleted.',
          `The content of emails about anything but agreements is deleted after ${enquiryMonths} months at most. That they were sent, and to whom, remains in the log.`,
          'What we note about possible customers and customers is kept until we delete it.',
          `What we delete waits in a bin for up to ${trashDays} days, and then disappears from our log of changes.`,
        ],
      },
      {
        title: 'How we look after it',
        paragraphs: [
          'Enquiries and registrations are kept behind a login, and a copy is emailed to those of us who answer. The website fetches nothing from others before you have agreed.',
        ],
        list: [],
      },
      {
        title: 'Your rights',
        paragraphs: [`You may write to ${company.email} at any time and ask to`],
        list: [
          'see the data we have about you',
          'have it corrected or deleted',
          'have the processing restricted, or object to it',
          'receive it in a format that can be moved',
          'withdraw your consent; what was done before that remains lawful',
        ],
      },
      {
        title: 'Complaints and changes',
        paragraphs: [
          'You can always complain to the Norwegian Data Protection Authority, datatilsynet.no.',
          'When we change this statement, we change the date at the top. If the change concerns cookies, we ask for consent again.',
        ],
        list: [],
      },
    ],
  },
})

/** The sections' ids, in order. */
export const privacySections = [
  'controller',
  'data',
  'purpose',
  'forms',
  'cookies',
  'recipients',
  'transfer',
  'retention',
  'security',
  'rights',
  'complaints',
] as const satisfies readonly AnchorId[]

export type PrivacySection = (typeof privacySections)[number]
