import {
  type AnswerChannel,
  agreementSentences,
  answerChannels,
  customerStatusLabels,
  validityLabels,
} from '@kontor/contract/agreements/agreements.rules'
import { defineTexts } from '../../../platform/i18n.tsx'

const englishStatusLabels: typeof customerStatusLabels = {
  draft: 'Draft',
  sent: 'Sent – waiting for your answer',
  accepted: 'Accepted',
  rejected: 'Rejected',
  pending_contact: 'Contact requested',
}

const channels: Readonly<Record<AnswerChannel, string>> = answerChannels
const englishChannels: typeof channels = { link: 'Through the link', phone: 'By phone' }

/** The server's Norwegian sentences. Typed as `string`, so that the English translations can have the same type. */
const sentences: Readonly<Record<keyof typeof agreementSentences, string>> = agreementSentences

/** English translations of the server's sentences, by the Norwegian sentence. */
export const englishSentences: Readonly<Record<string, string>> = {
  [agreementSentences.changed]: 'The agreement has been changed. Please read it again.',
  [agreementSentences.expired]: 'The deadline for answering has passed.',
  [agreementSentences.answered]: 'The agreement has already been answered.',
  [agreementSentences.notOpen]: 'The agreement can no longer be answered.',
  [agreementSentences.notFound]: 'Agreement not found',
  [agreementSentences.nameNeeded]: 'Enter your name',
  [agreementSentences.codeNeeded]: 'Enter the code that we have sent by email',
  [agreementSentences.codeWrong]: 'The code is wrong or no longer valid. Ask for a new one.',
  [agreementSentences.tooManyCodes]: 'You have asked for too many codes. Try again in an hour.',
  [agreementSentences.identificationNeeded]: 'Confirm who you are with eID',
  [agreementSentences.officeSession]:
    'You are logged in to the office. An answer from the customer can be recorded as given by phone.',
}

/** The texts of the page where customers read and answer an agreement, by the agreement's language. */
export const agreementResponseTexts = defineTexts({
  no: {
    loading: 'Henter avtalen …',
    statuses: customerStatusLabels,
    expired: (day: string) => `Utløpt ${day}`,
    deadlinePassed: (day: string) => `Fristen gikk ut ${day}. Vil dere ha avtalen likevel?`,
    newDeadline: 'Be om ny frist',
    seller: 'Leverandør',
    customer: 'Kunde',
    responsible: 'Ansvarlig',
    contactPerson: 'Kontaktperson',
    organizationNumber: 'Org.nr.',
    reference: 'Referanse',
    sent: 'Sendt',
    validUntil: validityLabels.no,
    total: 'Total ink. mva',
    pdf: 'Last ned PDF',
    answer: 'Svar',
    barLabel: 'Avtalen kort',
    description: 'Beskrivelse',
    lines: 'Produkter og tjenester',
    columns: {
      description: 'Beskrivelse',
      quantity: 'Antall',
      unitPrice: 'Enhetspris',
      vat: 'MVA',
      sum: 'Sum eks. mva',
    },
    subtotal: 'Sum eks. mva',
    vat: 'MVA',
    of: 'av',
    rounding: 'Mva. er regnet ut og avrundet linje for linje.',
    conditions: 'Betingelser',
    notOpen: sentences.notOpen,
    notSent: 'Avtalen er ikke tilgjengelig for svar: den er ikke sendt ennå.',

    formTitle: 'Svar på avtalen',
    expiredText: 'Fristen for å svare er ute. Du kan fortsatt be om å bli kontaktet.',
    name: 'Navnet ditt',
    nameHint: 'Står på kvitteringen. Må fylles ut når du aksepterer.',
    nameNeeded: sentences.nameNeeded,
    message: 'Melding (valgfritt)',
    accept: 'Aksepter avtalen',
    acceptMeaning: 'Avtalen blir bindende, og du får en kvittering på e-post. Du bekrefter svaret i neste steg.',
    otherTitle: 'Er du ikke klar til å akseptere?',
    other: {
      contact: { label: 'Be om kontakt', meaning: 'Vi tar kontakt før du bestemmer deg.' },
      reject: { label: 'Avslå avtalen', meaning: 'Avtalen blir avsluttet, og kan ikke aksepteres senere.' },
    },
    confirm: {
      accept: { about: 'Du er i ferd med å akseptere avtalen', send: 'Bekreft og aksepter' },
      reject: { about: 'Du er i ferd med å avslå avtalen', send: 'Bekreft og avslå' },
      contact: { about: 'Du er i ferd med å be oss ta kontakt om avtalen', send: 'Bekreft og send' },
    },
    amountIn: ({ title, amount }: { title: string; amount: string }) => `«${title}» på ${amount} ink. mva.`,
    titleIn: ({ title }: { title: string }) => `«${title}».`,
    nameIn: (name: string) => `Navn: ${name}`,
    signedBy: 'Signert av',
    daysLeft: (days: number) => (days === 0 ? 'i dag' : days === 1 ? 'i morgen' : `om ${days} dager`),
    stored:
      'Vi lagrer svaret sammen med tidspunktet, IP-adressen det kommer fra og hvilken nettleser du bruker, som bevis for begge parter.',
    sending: 'Sender …',
    back: 'Tilbake',
    noGesture: 'Vi så ikke at et menneske trykket. Trykk på en tast eller på siden, og prøv igjen.',

    codeTitle: 'Bekreft med en kode',
    codeText: (address: string) => `Vi sender en kode på seks siffer til ${address}.`,
    codeTextPlain: 'Vi sender en kode på seks siffer til adressen som fikk avtalen.',
    sendCode: 'Send kode',
    sendNewCode: 'Send ny kode',
    codeSent: ({ address, clock }: { address: string; clock: string }) =>
      `Koden er sendt til ${address} og gjelder til kl. ${clock}.`,
    code: 'Kode',
    codeNeeded: sentences.codeNeeded,

    eidTitle: 'Bekreft hvem du er',
    eidText:
      'Du bekrefter med eID på en annen side, og kommer tilbake hit for å svare. Det du har skrevet, blir stående.',
    eidBegin: 'Bekreft med eID',
    eidConfirmed: (name: string) => `Bekreftet: ${name}. Det gjelder denne avtalen: les den, og svar nedenfor.`,
    eidConfirmedPlain: 'Bekreftet med eID. Det gjelder denne avtalen: les den, og svar nedenfor.',
    eidReading: 'Henter bekreftelsen …',
    eidNotRead: 'Bekreftelsen gjelder ikke lenger. Bekreft med eID på nytt.',
    eidFailed: 'Du er ikke bekreftet: eID-en ble avbrutt, eller noe gikk galt der. Prøv igjen, eller be om kontakt.',
    eidNeeded: sentences.identificationNeeded,
    eidMissing: 'Avtalen skal besvares med eID, men eID er ikke satt opp her. Be om kontakt, så hjelper vi deg.',

    outcomes: {
      accepted: 'Avtalen er akseptert.',
      rejected: 'Avtalen er avslått.',
      pending_contact: 'Du har bedt om å bli kontaktet om avtalen. Vi tar kontakt.',
    },
    answered: { by: 'Besvart av', at: 'Tidspunkt', channel: 'Hvordan', message: 'Melding' },
    channels,
    nextTitle: 'Hva skjer nå?',
    next: {
      accepted: 'Vi tar kontakt om det videre. Du trenger ikke gjøre mer.',
      rejected: 'Avtalen er avsluttet. Ombestemmer du deg, ta kontakt, så lager vi en ny.',
      pending_contact: 'Vi tar kontakt, og sender deg avtalen på nytt når du er klar til å svare.',
    },
    receipt: (address: string) => `Kvitteringen er sendt på e-post til ${address}.`,
    sealedPdf: 'Den forseglede PDF-en viser avtalen, svaret og beviset.',
    evidence: 'Bevis for svaret',
    evidenceNumber: 'Bevis nr.',
    evidenceHash: 'Bevis (SHA-256)',
    evidenceText:
      'Beviset er regnet ut av avtalen slik den ble vist, svaret, hvem som svarte, og tidspunktet. Det samme står i kvitteringen og i PDF-en: endres noe i ettertid, stemmer det ikke lenger.',

    success: { title: 'Suksess', description: 'Takk! Din respons er registrert. Vi vil kontakte deg snarest.' },
    failureTitle: 'Feil',
    failure: 'Kunne ikke registrere responsen. Prøv igjen.',
    notLoaded: 'Kunne ikke laste avtalen. Kontroller at lenken er gyldig.',
    offline: 'Vi får ikke kontakt akkurat nå',
    noScripts: 'For å svare her må du slå på JavaScript i nettleseren. Du kan også ringe eller skrive til oss.',
  },
  en: {
    loading: 'Loading the agreement …',
    statuses: englishStatusLabels,
    expired: (day: string) => `Expired ${day}`,
    deadlinePassed: (day: string) => `The deadline passed on ${day}. Would you still like the agreement?`,
    newDeadline: 'Ask for a new deadline',
    seller: 'Supplier',
    customer: 'Customer',
    responsible: 'Your contact',
    contactPerson: 'Contact person',
    organizationNumber: 'Org. no.',
    reference: 'Reference',
    sent: 'Sent',
    validUntil: validityLabels.en,
    total: 'Total incl. VAT',
    pdf: 'Download PDF',
    answer: 'Answer',
    barLabel: 'The agreement in brief',
    description: 'Description',
    lines: 'Products and services',
    columns: {
      description: 'Description',
      quantity: 'Quantity',
      unitPrice: 'Unit price',
      vat: 'VAT',
      sum: 'Total excl. VAT',
    },
    subtotal: 'Total excl. VAT',
    vat: 'VAT',
    of: 'of',
    rounding: 'VAT is calculated and rounded line by line.',
    conditions: 'Terms',
    notOpen: 'The agreement can no longer be answered.',
    notSent: 'The agreement can’t be answered: it hasn’t been sent yet.',

    formTitle: 'Answer the agreement',
    expiredText: 'The deadline for answering has passed. You can still ask us to contact you.',
    name: 'Your name',
    nameHint: 'Shown on the receipt. Required when you accept.',
    nameNeeded: 'Enter your name',
    message: 'Message (optional)',
    accept: 'Accept the agreement',
    acceptMeaning:
      'The agreement becomes binding, and you get a receipt by email. You confirm your answer in the next step.',
    otherTitle: 'Not ready to accept?',
    other: {
      contact: { label: 'Ask us to contact you', meaning: 'We get in touch before you decide.' },
      reject: { label: 'Reject the agreement', meaning: 'The agreement ends, and can’t be accepted later.' },
    },
    confirm: {
      accept: { about: 'You are about to accept the agreement', send: 'Confirm and accept' },
      reject: { about: 'You are about to reject the agreement', send: 'Confirm and reject' },
      contact: { about: 'You are about to ask us to contact you about the agreement', send: 'Confirm and send' },
    },
    amountIn: ({ title, amount }: { title: string; amount: string }) => `“${title}” for ${amount} incl. VAT.`,
    titleIn: ({ title }: { title: string }) => `“${title}”.`,
    nameIn: (name: string) => `Name: ${name}`,
    signedBy: 'Signed by',
    daysLeft: (days: number) => (days === 0 ? 'today' : days === 1 ? 'tomorrow' : `in ${days} days`),
    stored:
      'We store your answer with the time, the IP address it comes from and the browser you use, as evidence for both parties.',
    sending: 'Sending …',
    back: 'Back',
    noGesture: 'We couldn’t see that a person pressed the button. Press a key or touch the page, and try again.',

    codeTitle: 'Confirm with a code',
    codeText: (address: string) => `We send a six-digit code to ${address}.`,
    codeTextPlain: 'We send a six-digit code to the address that received the agreement.',
    sendCode: 'Send code',
    sendNewCode: 'Send a new code',
    codeSent: ({ address, clock }: { address: string; clock: string }) =>
      `The code has been sent to ${address} and is valid until ${clock}.`,
    code: 'Code',
    codeNeeded: 'Enter the code that we have sent by email',

    eidTitle: 'Confirm who you are',
    eidText:
      'You identify yourself with eID on another page and come back here to answer. What you have written is kept.',
    eidBegin: 'Identify with eID',
    eidConfirmed: (name: string) => `Confirmed: ${name}. This is for this agreement: read it, then answer below.`,
    eidConfirmedPlain: 'Confirmed with eID. This is for this agreement: read it, then answer below.',
    eidReading: 'Reading the confirmation …',
    eidNotRead: 'The confirmation is no longer valid. Identify with eID again.',
    eidFailed:
      'You are not confirmed: the eID was cancelled, or something went wrong there. Try again, or ask us to contact you.',
    eidNeeded: 'Confirm who you are with eID',
    eidMissing:
      'This agreement is answered with eID, but eID isn’t set up here. Ask us to contact you, and we will help.',

    outcomes: {
      accepted: 'The agreement is accepted.',
      rejected: 'The agreement is rejected.',
      pending_contact: 'You have asked us to contact you about the agreement. We will get in touch.',
    },
    answered: { by: 'Answered by', at: 'Time', channel: 'How', message: 'Message' },
    channels: englishChannels,
    nextTitle: 'What happens next?',
    next: {
      accepted: 'We get in touch about the next steps. You don’t need to do anything more.',
      rejected: 'The agreement has ended. If you change your mind, contact us and we will make a new one.',
      pending_contact: 'We get in touch, and send you the agreement again when you are ready to answer.',
    },
    receipt: (address: string) => `The receipt has been sent by email to ${address}.`,
    sealedPdf: 'The sealed PDF shows the agreement, the answer and the evidence.',
    evidence: 'Evidence of the answer',
    evidenceNumber: 'Evidence no.',
    evidenceHash: 'Evidence (SHA-256)',
    evidenceText:
      'The evidence is calculated from the agreement as it was shown, the answer, who gave it, and the time. The same one is in the receipt and in the PDF: if anything is changed afterwards, it no longer matches.',

    success: { title: 'Success', description: 'Thank you! Your answer is registered. We will contact you soon.' },
    failureTitle: 'Error',
    failure: 'Your answer could not be registered. Please try again.',
    notLoaded: 'The agreement could not be loaded. Check that the link is valid.',
    offline: 'We can’t reach the server right now',
    noScripts: 'To answer here, turn on JavaScript in your browser. You can also call or write to us.',
  },
})

/** English messages for failures without a translated sentence from the server. */
export const englishFailures = {
  network: 'We couldn’t reach the server. Check your connection and try again.',
  tooMany: 'There have been too many attempts from here. Try again in a few minutes.',
  other: 'The server didn’t answer as expected. Try again in a moment.',
} as const
