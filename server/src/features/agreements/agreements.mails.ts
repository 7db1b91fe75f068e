import {
  type AgreementLanguage,
  type AgreementMailKind,
  agreementMailSubject,
  validityLabels,
} from '@kontor/contract/agreements/agreements.rules'
import type { CompanyFacts } from '@kontor/contract/company/company.rules'
import { oreText } from '@kontor/contract/shared/money'
import { longOsloDay } from '@kontor/contract/shared/time'
import { block, composeMail, type MailText } from '../emails/emails.mails.ts'
import { languageOf } from './agreements.document.ts'
import type { Snapshot } from './agreements.snapshot.ts'

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
}

const words: Readonly<Record<AgreementLanguage, Words>> = {
  no: {
    openings: {
      agreement:
        'Her er avtalen «{title}» fra {company}. Les den i ro og mak, og svar når du er klar: Du kan akseptere, avslå eller be om å bli kontaktet.',
      reminder: 'Vi minner om avtalen «{title}» fra {company}, som venter på svaret ditt.',
      copy: 'Her er en kopi av avtalen «{title}», slik den ble akseptert. Den ligger også ved som PDF.',
    },
    greeting: 'Hei!',
    greetingByName: 'Hei, {recipientName}!',
    regards: 'Vennlig hilsen',
    reference: 'Avtale',
    total: 'Total ink. mva',
    readAndAnswer: 'Les og svar på avtalen',
    see: 'Se avtalen',
    attached: 'Avtalen ligger også ved som PDF.',
    personal: 'Lenken er personlig. Den som har den, kan lese og svare på avtalen.',
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
  },
}

/** Returns a mail's closing, with the responsible person, if any, and the company. */
export const signature = (language: AgreementLanguage, { responsible }: Snapshot['seller']): string => {
  const { regards } = words[language]
  const sender = responsible ? '{sender}<br>{company}' : '{company}'
  return block.paragraph(`${regards}<br>${sender}<br>{senderPhone}${responsible?.email ? '<br>{senderEmail}' : ''}`)
}

/** Returns the values of the tags that all mails to customers have. */
export const commonValues = ({ title, seller, customer }: Snapshot, company: CompanyFacts) => ({
  title,
  customerName: customer.name,
  sender: seller.responsible?.name ?? '',
  senderPhone: seller.responsible?.phone ?? seller.phone ?? company.phone,
  senderEmail: seller.responsible?.email ?? '',
})

interface MailToCustomer {
  readonly kind: AgreementMailKind
  /** The agreement's text that the customer is shown. */
  readonly snapshot: Snapshot
  readonly company: CompanyFacts
  readonly recipientName: string
  /** The URL of the customer's page, with a placeholder for the token; `#` in a preview. */
  readonly link: string
  /** The sender's personal message, quoted in the mail. */
  readonly message?: string | null | undefined
  /** True if the text is attached as a PDF. */
  readonly attached?: boolean
}

/** Composes the mail with an agreement for its customer. */
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
