import { copyName } from '../shared/copy-name.ts'
import { osloDay } from '../shared/time.ts'

/** The statuses, with the panel's labels. */
export const agreementStatuses = {
  draft: 'Utkast',
  sent: 'Sendt',
  accepted: 'Akseptert',
  rejected: 'Avslått',
  pending_contact: 'Be om kontakt',
} as const

export type AgreementStatus = keyof typeof agreementStatuses

/** The labels that the customer sees. */
export const customerStatusLabels: Readonly<Record<AgreementStatus, string>> = {
  ...agreementStatuses,
  sent: 'Sendt - Venter på svar',
}

export const answerActions = {
  accept: 'Aksepter',
  reject: 'Avslå',
  contact: 'Be om kontakt',
} as const

export type AnswerAction = keyof typeof answerActions

/** The office's words for the customer's answer. */
export const answerOutcomes: Readonly<Record<AnswerAction, string>> = {
  accept: 'Akseptert',
  reject: 'Avslått',
  contact: 'Ønsker kontakt',
}

type AgreementStep = 'send' | AnswerAction

/** Allowed steps and the status each leads to; anything not listed is rejected. */
export const agreementSteps: Readonly<
  Record<AgreementStatus, Readonly<Partial<Record<AgreementStep, AgreementStatus>>>>
> = {
  draft: { send: 'sent' },
  // Sending a sent agreement again sends a reminder; sending an accepted agreement sends a copy.
  sent: { send: 'sent', accept: 'accepted', reject: 'rejected', contact: 'pending_contact' },
  pending_contact: { send: 'sent' },
  accepted: { send: 'accepted' },
  rejected: {},
}

export const statusAfter = (status: AgreementStatus, step: AgreementStep): AgreementStatus | undefined =>
  agreementSteps[status][step]

/** Returns true for a draft, and for an agreement that awaits an answer. Answers to it, if any, are of an earlier round. */
export const isOpen = (status: AgreementStatus): boolean => status === 'draft' || status === 'sent'

/** Returns true for an accepted or rejected agreement, which can be copied, but not changed. */
export const isFrozen = (status: AgreementStatus): boolean => status === 'accepted' || status === 'rejected'

/** Returns the error message for a change of a frozen agreement. */
export const frozenSentence = (status: AgreementStatus): string =>
  status === 'rejected' ? agreementSentences.frozenRejected : agreementSentences.frozen

/** Returns true if the last day, `YYYY-MM-DD`, is over in Norway at the instant `now`. The customer may still ask for contact. */
export const isExpired = (validUntil: string | null, now: string): boolean =>
  validUntil !== null && validUntil < osloDay(now)

export const expiresWithAgreement = (action: AnswerAction): boolean => action !== 'contact'

/** Maximum lengths, in characters. `quantity`, `reminderDays`, `reminders`, `cc`, `lines` and `templates` are maximum numbers. */
export const agreementLimits = {
  title: 200,
  description: 5_000,
  lineDescription: 1_000,
  quantity: 1_000_000,
  conditionName: 200,
  conditionContent: 20_000,
  message: 5_000,
  answeredBy: 200,
  reminderDays: 60,
  /** The highest accepted `remindAtMost`. */
  reminders: 10,
  responsible: 200,
  personalMessage: 2_000,
  /** Maximum addresses that get a copy. */
  cc: 5,
  /** Maximum lines per agreement, and maximum conditions. */
  lines: 1_000,
  templateName: 200,
  templates: 200,
} as const

/** The default of an agreement's `remindAtMost`. */
export const defaultReminders = 3

/** VAT rate of a new line, in percent. */
export const defaultVatRate = 25

/** Returns an agreement's number as text: `A-2026-0007`. */
export const agreementReference = (year: number, number: number): string =>
  `A-${year}-${String(number).padStart(4, '0')}`

export const copyTitle = (title: string): string => copyName(title, agreementLimits.title)

export const mailKindOf = (status: AgreementStatus): AgreementMailKind =>
  status === 'accepted' ? 'copy' : status === 'sent' ? 'reminder' : 'agreement'

export type AgreementMailKind = 'agreement' | 'reminder' | 'copy'

const mailSubjects: Readonly<Record<AgreementLanguage, Readonly<Record<AgreementMailKind, string>>>> = {
  no: {
    agreement: 'Avtale fra',
    reminder: 'Påminnelse om avtale fra',
    copy: 'Kopi av akseptert avtale med',
  },
  en: {
    agreement: 'Agreement from',
    reminder: 'Reminder: agreement from',
    copy: 'Copy of accepted agreement with',
  },
}

interface MailSubject {
  readonly kind: AgreementMailKind
  readonly language: AgreementLanguage
  readonly companyName: string
  readonly title: string
}

export const agreementMailSubject = ({ kind, language, companyName, title }: MailSubject): string =>
  `${mailSubjects[language][kind]} ${companyName}: ${title}`

/** Kinds of timeline entries, with their labels. */
export const agreementEvents = {
  created: 'Opprettet',
  changed: 'Endret',
  sent: 'Sendt',
  reminded: 'Påminnelse sendt',
  reminder_withheld: 'Påminnelse ikke sendt',
  copy_sent: 'Kopi sendt',
  delivered: 'E-post levert',
  stored: 'E-post lagret, ikke sendt',
  failed: 'E-post feilet',
  opened: 'Åpnet',
  answered: 'Besvart',
  archived: 'Arkivert',
} as const

export type AgreementEventKind = keyof typeof agreementEvents

/** The parties that cause timeline entries, with labels. */
export const eventActors = { admin: 'Administrator', customer: 'Kunden', system: 'Systemet' } as const

/** The ways to answer: by the link in the mail, or by phone. The office records answers by phone. */
export const answerChannels = { link: 'Via lenken', phone: 'På telefon' } as const

export type AnswerChannel = keyof typeof answerChannels

/** Languages of the customer's page, the mails and the PDF, with the office's labels. */
export const agreementLanguages = { no: 'Norsk', en: 'Engelsk' } as const

export type AgreementLanguage = keyof typeof agreementLanguages

/** The proofs of identity that a customer can give when answering by the link, with the office's labels. */
export const agreementVerifications = {
  link: 'Lenken',
  code: 'Lenken og en kode på e-post',
  eid: 'Lenken og eID',
} as const

export type AgreementVerification = keyof typeof agreementVerifications

/** The label of the last day to answer, inclusive, on screens, in mails and in PDFs. */
export const validityLabels: Readonly<Record<AgreementLanguage, string>> = {
  no: 'Gyldig til og med',
  en: 'Valid through',
}

/** Shown in place of the name if the customer answered by phone without giving one. */
export const unnamedOnPhone: Readonly<Record<AgreementLanguage, string>> = {
  no: 'Navn ikke oppgitt, svaret ble gitt på telefon',
  en: 'Name not given, the answer was given by phone',
}

/** The rules for codes that a customer enters to answer. */
export const codeRules = {
  digits: 6,
  validMinutes: 10,
  /** Wrong entries after which the code is void. */
  attempts: 5,
  /** Maximum codes per agreement and hour. */
  perHour: 3,
} as const

/** After a failed identification, the page's URL parameter `eid` has this value instead of the identification's id. */
export const failedIdentification = 'failed'

/** Messages shared by the screens and the server. */
export const agreementSentences = {
  noRecipient: 'Du må velge en kontaktperson før sending.',
  changed: 'Avtalen er endret. Les den på nytt.',
  frozen: 'Avtalen er akseptert og kan ikke endres. Kopier den i stedet.',
  frozenRejected: 'Avtalen er avslått og kan ikke endres. Kopier den i stedet.',
  expired: 'Fristen for å svare er ute.',
  answered: 'Avtalen er allerede besvart.',
  notOpen: 'Avtalen er ikke lenger tilgjengelig for svar.',
  notFound: 'Avtale ikke funnet',
  nameNeeded: 'Skriv navnet ditt',
  noCode: 'Avtalen ber ikke om en kode.',
  noIdentification: 'Avtalen ber ikke om eID.',
  noEid: 'eID er ikke satt opp her. Velg en annen bekreftelse.',
  codeNeeded: 'Skriv koden som vi har sendt på e-post',
  codeWrong: 'Koden stemmer ikke, eller den er ikke gyldig lenger. Be om en ny.',
  tooManyCodes: 'Du har bedt om for mange koder. Prøv igjen om en time.',
  identificationNeeded: 'Bekreft hvem du er med eID',
  identificationFailed: 'Vi kunne ikke bekrefte hvem du er. Prøv igjen.',
  officeSession: 'Du er logget inn på kontoret. Et svar fra kunden kan registreres som gitt på telefon.',
} as const
