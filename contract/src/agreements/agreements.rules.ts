/** Constants and checks of agreements, free of dependencies. */

import { company } from '../shared/company.ts'
import { copyName } from '../shared/copy-name.ts'
import { osloDay } from '../shared/time.ts'

/** The five statuses, with the label that the panel shows. */
export const agreementStatuses = {
  draft: 'Utkast',
  sent: 'Sendt',
  accepted: 'Akseptert',
  rejected: 'Avslått',
  pending_contact: 'Be om kontakt',
} as const

export type AgreementStatus = keyof typeof agreementStatuses

/** The labels that the customer reads. */
export const customerStatusLabels: Readonly<Record<AgreementStatus, string>> = {
  ...agreementStatuses,
  sent: 'Sendt - Venter på svar',
}

/** What a customer can answer. */
export const answerActions = {
  accept: 'Aksepter',
  reject: 'Avslå',
  contact: 'Be om kontakt',
} as const

export type AnswerAction = keyof typeof answerActions

type AgreementStep = 'send' | AnswerAction

/** What may happen to an agreement, and what its status is then. What is not named here is refused. */
export const agreementSteps: Readonly<
  Record<AgreementStatus, Readonly<Partial<Record<AgreementStep, AgreementStatus>>>>
> = {
  draft: { send: 'sent' },
  // Sending again reminds; sending an accepted one hands out a copy of what was accepted.
  sent: { send: 'sent', accept: 'accepted', reject: 'rejected', contact: 'pending_contact' },
  pending_contact: { send: 'sent' },
  accepted: { send: 'accepted' },
  rejected: {},
}

/** The status after a step; undefined where the step is not allowed. */
export const statusAfter = (status: AgreementStatus, step: AgreementStep): AgreementStatus | undefined =>
  agreementSteps[status][step]

/** Whether the content stands for good: what was accepted is copied, not changed. */
export const isFrozen = (status: AgreementStatus): boolean => status === 'accepted'

/**
 * Whether an agreement's last day is over by Norway's calendar; `validUntil` is that day (`YYYY-MM-DD`), `now` a moment.
 * An expired one is neither accepted nor rejected any more; asking to be contacted stays open.
 */
export const isExpired = (validUntil: string | null, now: string): boolean =>
  validUntil !== null && validUntil < osloDay(now)

/** Which answers the last day ends. */
export const endsWithLastDay = (action: AnswerAction): boolean => action !== 'contact'

/** Longest accepted texts, in characters, and largest numbers. */
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
  /** Lines, and conditions, of one agreement. */
  lines: 1_000,
} as const

/** The rate of VAT of a new line, in percent. */
export const defaultVatRate = 25

/** What a copy is called until it gets a title of its own; no longer than a title may be. */
export const copyTitle = (title: string): string => copyName(title, agreementLimits.title)

/** Which mail goes out when an agreement of this status is sent: the agreement, a reminder of it, or a copy of what was accepted. */
export const mailKindOf = (status: AgreementStatus): AgreementMailKind =>
  status === 'accepted' ? 'copy' : status === 'sent' ? 'reminder' : 'agreement'

export type AgreementMailKind = 'agreement' | 'reminder' | 'copy'

const mailSubjects: Readonly<Record<AgreementMailKind, string>> = {
  agreement: 'Avtale fra',
  reminder: 'Påminnelse om avtale fra',
  copy: 'Kopi av akseptert avtale med',
}

/** The subject of the mail that brings an agreement to the customer. */
export const agreementMailSubject = (kind: AgreementMailKind, title: string): string =>
  `${mailSubjects[kind]} ${company.name}: ${title}`

/** What a timeline tells, with the words for it. */
export const agreementEvents = {
  created: 'Opprettet',
  changed: 'Endret',
  sent: 'Sendt',
  reminded: 'Påminnelse sendt',
  copy_sent: 'Kopi sendt',
  delivered: 'E-post levert',
  stored: 'E-post lagret, ikke sendt',
  failed: 'E-post feilet',
  opened: 'Åpnet',
  answered: 'Besvart',
  archived: 'Arkivert',
} as const

export type AgreementEventKind = keyof typeof agreementEvents

/** Who did what the timeline tells. */
export const eventActors = { admin: 'Kontoret', customer: 'Kunden', system: 'Systemet' } as const

/** How an answer came: by the link in the mail, or by phone and written down by the office. */
export const answerChannels = { link: 'Via lenken', phone: 'På telefon' } as const

export type AnswerChannel = keyof typeof answerChannels

/** Sentences that the screens and the server share. */
export const agreementSentences = {
  noRecipient: 'Du må velge en kontaktperson før sending.',
  changed: 'Avtalen er endret. Les den på nytt.',
  frozen: 'Avtalen er akseptert og kan ikke endres. Kopier den i stedet.',
  expired: 'Fristen for å svare er ute.',
  answered: 'Avtalen er allerede besvart.',
  notOpen: 'Avtalen er ikke lenger tilgjengelig for svar.',
  notFound: 'Avtale ikke funnet',
} as const
