import {
  type AgreementLanguage,
  type AgreementMailKind,
  type AnswerAction,
  type AnswerChannel,
  agreementMailSubject,
  validityLabels,
} from '@kontor/contract/agreements/agreements.rules'
import type { CompanyFacts } from '@kontor/contract/company/company.rules'
import { oreText } from '@kontor/contract/shared/money'
import { longOsloDay, longOsloTime } from '@kontor/contract/shared/time'
import { block, composeMail, type MailText, renderTemplate } from '../emails/emails.mails.ts'
import { linkText } from './agreements.chain.ts'
import { languageOf, type Proof } from './agreements.document.ts'
import type { Snapshot } from './agreements.evidence.ts'

interface Words {
  readonly openings: Readonly<Record<AgreementMailKind, string>>
  readonly greeting: string
  readonly greetingByName: string
  readonly regards: string
  readonly reference: string
  readonly total: string
  readonly readAndAnswer: string
  readonly see: string
  readonly attached: string
  readonly personal: string
  readonly receiptSubject: string
  readonly outcomes: Readonly<Record<AnswerAction, string>>
  readonly receipts: Readonly<Record<AnswerAction, string>>
  /** To those who probably didn't answer. */
  readonly receiptsOfOthers: Readonly<Record<AnswerAction, string>>
  readonly concerned: string
  readonly time: string
  readonly clock: string
  readonly channel: string
  readonly channels: Readonly<Record<AnswerChannel, string>>
  readonly answeredBy: string
  readonly link: string
  readonly evidence: string
  readonly signedBy: string
  readonly keep: string
}

const words: Readonly<Record<AgreementLanguage, Words>> = {
  no: {
    openings: {
      agreement:
        'Her er avtalen «{title}» fra {company}. Les den i ro og mak, og svar når du er klar: Du kan akseptere, avslå eller be om å bli kontaktet.',
      reminder: 'Vi minner om avtalen «{title}» fra {company}, som venter på svaret ditt.',
      copy: 'Her er en kopi av avtalen «{title}», slik den ble akseptert. Den ligger også ved som PDF.',
    },
    greeting: 'Hei.',
    greetingByName: 'Hei {recipientName}.',
    regards: 'Vennlig hilsen',
    reference: 'Avtale',
    total: 'Total ink. mva',
    readAndAnswer: 'Les og svar på avtalen',
    see: 'Se avtalen',
    attached: 'Avtalen ligger også ved som PDF.',
    personal: 'Lenken er personlig. Den som har den, kan lese og svare på avtalen.',
    receiptSubject: 'Kvittering: {title} – {outcome}',
    outcomes: { accept: 'Akseptert', reject: 'Avslått', contact: 'Ønsker kontakt' },
    receipts: {
      accept: 'Takk! Avtalen «{title}» er akseptert. Den ligger ved som PDF, slik du leste den, med bevis for svaret.',
      reject: 'Avtalen «{title}» er avslått. Den ligger ved som PDF, med bevis for svaret.',
      contact: 'Takk! Vi tar kontakt med deg om avtalen «{title}». Den ligger ved som PDF, med kvittering for svaret.',
    },
    receiptsOfOthers: {
      accept:
        'Avtalen «{title}» mellom {customerName} og {company} er akseptert. Den ligger ved som PDF, med bevis for svaret.',
      reject:
        'Avtalen «{title}» mellom {customerName} og {company} er avslått. Den ligger ved som PDF, med bevis for svaret.',
      contact:
        'Noen har bedt {company} om å ta kontakt om avtalen «{title}» med {customerName}. Den ligger ved som PDF, med kvittering for svaret.',
    },
    concerned:
      'Du får denne e-posten fordi avtalen er sendt til deg, eller fordi du er kontaktperson for den. Stemmer ikke svaret, si fra til {company} med en gang.',
    time: 'Tidspunkt',
    clock: 'norsk tid',
    channel: 'Svaret kom',
    channels: { link: 'via lenken', phone: 'på telefon' },
    answeredBy: 'Besvart av',
    link: 'Lenken',
    evidence: 'Bevis (SHA-256 over avtalen, svaret, hvem som svarte, og tidspunktet)',
    signedBy: 'Signert med nøkkelen {keyId} (Ed25519)',
    keep: 'Ta vare på denne e-posten: Den viser hva som ble svart, og når.',
  },
  en: {
    openings: {
      agreement:
        'Here is the agreement “{title}” from {company}. Take your time to read it, and answer when you’re ready: you can accept it, reject it or ask us to contact you.',
      reminder: 'This is a reminder of the agreement “{title}” from {company}, which awaits your answer.',
      copy: 'Here is a copy of the agreement “{title}” as it was accepted. It’s also attached as a PDF.',
    },
    greeting: 'Hello,',
    greetingByName: 'Hello {recipientName},',
    regards: 'Kind regards',
    reference: 'Agreement',
    total: 'Total incl. VAT',
    readAndAnswer: 'Read and answer the agreement',
    see: 'See the agreement',
    attached: 'The agreement is also attached as a PDF.',
    personal: 'The link is personal. Anyone who has it can read and answer the agreement.',
    receiptSubject: 'Receipt: {title} – {outcome}',
    outcomes: { accept: 'Accepted', reject: 'Rejected', contact: 'Asks for contact' },
    receipts: {
      accept:
        'Thank you! The agreement “{title}” has been accepted. It’s attached as a PDF, as you read it, with the evidence of your answer.',
      reject: 'The agreement “{title}” has been rejected. It’s attached as a PDF, with the evidence of your answer.',
      contact:
        'Thank you! We’ll contact you about the agreement “{title}”. It’s attached as a PDF, with a receipt for your answer.',
    },
    receiptsOfOthers: {
      accept:
        'The agreement “{title}” between {customerName} and {company} has been accepted. It’s attached as a PDF, with the evidence of the answer.',
      reject:
        'The agreement “{title}” between {customerName} and {company} has been rejected. It’s attached as a PDF, with the evidence of the answer.',
      contact:
        'Someone has asked {company} to get in touch about the agreement “{title}” with {customerName}. It’s attached as a PDF, with a receipt for the answer.',
    },
    concerned:
      'You get this email because the agreement was sent to you, or because you are its contact person. If the answer isn’t right, tell {company} at once.',
    time: 'Time',
    clock: 'Norwegian time',
    channel: 'Answered',
    channels: { link: 'via the link', phone: 'by phone' },
    answeredBy: 'Answered by',
    link: 'The link',
    evidence: 'Evidence (SHA-256 of the agreement, the answer, who gave it, and the time)',
    signedBy: 'Signed with the key {keyId} (Ed25519)',
    keep: 'Keep this email: it shows what was answered, and when.',
  },
}

/** Who the customer can ask: the responsible person, else the company. */
const signature = (language: AgreementLanguage, { responsible }: Snapshot['seller']): string => {
  const { regards } = words[language]
  const sender = responsible ? '{sender}<br>{company}' : '{company}'
  return block.paragraph(`${regards}<br>${sender}<br>{senderPhone}${responsible?.email ? '<br>{senderEmail}' : ''}`)
}

/** The values of the tags that every mail to a customer has. */
const commonValues = ({ title, seller, customer }: Snapshot, company: CompanyFacts) => ({
  title,
  customerName: customer.name,
  sender: seller.responsible?.name ?? '',
  senderPhone: seller.responsible?.phone ?? seller.phone ?? company.phone,
  senderEmail: seller.responsible?.email ?? '',
})

interface MailToCustomer {
  readonly kind: AgreementMailKind
  /** The text that is sent. */
  readonly snapshot: Snapshot
  readonly company: CompanyFacts
  readonly recipientName: string
  /** The page with the token. */
  readonly link: string
  /** A few personal words. */
  readonly message?: string | null | undefined
  /** Whether the text is attached as a PDF. */
  readonly attached?: boolean
}

/** The mail that takes an agreement to the customer. */
export const agreementMail = (mail: MailToCustomer): MailText => {
  const { kind, snapshot, company, recipientName, message } = mail
  const { reference, title, validUntil, totalAmount, vatAmount, seller } = snapshot
  const language = languageOf(snapshot)
  const text = words[language]
  const isCopy = kind === 'copy'
  const blocks = [
    block.heading('{title}'),
    block.paragraph(recipientName ? text.greetingByName : text.greeting),
    ...(message ? [block.quote('{message}')] : []),
    block.paragraph(text.openings[kind]),
    ...(reference ? [block.fact(text.reference, '{reference}')] : []),
    block.fact(text.total, '<strong>{total}</strong>'),
    ...(validUntil && !isCopy ? [block.fact(validityLabels[language], '{validUntil}')] : []),
    block.button('{link}', isCopy ? text.see : text.readAndAnswer),
    ...(mail.attached && !isCopy ? [block.paragraph(text.attached)] : []),
    signature(language, seller),
    block.note(text.personal),
  ]
  const values = {
    ...commonValues(snapshot, company),
    recipientName,
    link: mail.link,
    message: message ?? '',
    reference: reference ?? '',
    total: oreText(totalAmount + vatAmount, language),
    validUntil: validUntil ? longOsloDay(validUntil, language) : '',
  }
  const subject = agreementMailSubject({ kind, language, companyName: company.name, title })
  return composeMail(language, subject, { blocks, values })
}

/** The facts of an answer, and the values of their tags. */
export const answerFacts = (language: AgreementLanguage, { message, answeredBy, signedBy, ...answer }: Proof) => {
  const text = words[language]
  const link = answer.channel === 'link' && answer.reach ? linkText(answer.reach, language) : ''
  return {
    blocks: [
      block.fact(text.time, `{answeredAt} (${text.clock})`),
      block.fact(text.channel, '{channel}'),
      ...(answeredBy ? [block.fact(text.answeredBy, '{answeredBy}')] : []),
      ...(link ? [block.fact(text.link, '{linkText}')] : []),
      ...(message ? [block.quote('{message}')] : []),
      block.fact(text.evidence, '<code>{evidence}</code>'),
      ...(signedBy ? [block.fact(text.signedBy, '<code>{publicKey}</code><br><a href="{keysUrl}">{keysUrl}</a>')] : []),
    ],
    values: {
      outcome: text.outcomes[answer.action],
      answeredAt: longOsloTime(answer.answeredAt, language),
      channel: text.channels[answer.channel],
      answeredBy: answeredBy ?? '',
      linkText: link,
      message: message ?? '',
      evidence: answer.evidence,
      keyId: signedBy?.id ?? '',
      publicKey: signedBy?.publicKey ?? '',
      keysUrl: signedBy?.url ?? '',
    },
  }
}

interface Receipt {
  /** The text that was answered. */
  readonly snapshot: Snapshot
  readonly company: CompanyFacts
  readonly answer: Proof
  /** The page with the token; null for those who didn't get it. */
  readonly link: string | null
  /** Whether the recipient has probably answered. */
  readonly isAnswerer: boolean
}

/** The receipt for an answer. */
export const receiptMail = ({ snapshot, company, answer, link, isAnswerer }: Receipt): MailText => {
  const language = languageOf(snapshot)
  const text = words[language]
  const facts = answerFacts(language, answer)
  const { reference, totalAmount, vatAmount } = snapshot
  const values = {
    ...commonValues(snapshot, company),
    ...facts.values,
    link: link ?? '',
    reference: reference ?? '',
    total: oreText(totalAmount + vatAmount, language),
  }
  const blocks = [
    block.heading('{outcome}'),
    block.paragraph((isAnswerer ? text.receipts : text.receiptsOfOthers)[answer.action]),
    ...(reference ? [block.fact(text.reference, '{reference}')] : []),
    block.fact(text.total, '<strong>{total}</strong>'),
    ...facts.blocks,
    ...(isAnswerer ? [] : [block.paragraph(text.concerned)]),
    ...(link ? [block.button('{link}', text.see)] : []),
    signature(language, snapshot.seller),
    block.note(text.keep),
  ]
  return composeMail(language, renderTemplate(text.receiptSubject, values, 'text'), { blocks, values })
}
