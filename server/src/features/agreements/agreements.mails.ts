import {
  type AgreementMailKind,
  type AnswerAction,
  agreementMailSubject,
  answerChannels,
} from '@kontor/contract/agreements/agreements.rules'
import { longOsloDay, longOsloTime } from '@kontor/contract/shared/time'
import { block, composeMail, type MailText, renderTemplate } from '../emails/emails.mails.ts'
import type { Proof } from './agreements.document.ts'

interface AgreementSummary {
  readonly title: string
  /** `YYYY-MM-DD`. */
  readonly validUntil: string | null
  readonly customerName: string
}

const openings: Readonly<Record<AgreementMailKind, readonly string[]>> = {
  agreement: [
    'Her er avtalen «{title}» fra {company}. Les den i ro og mak, og svar når du er klar: Du kan akseptere, avslå eller be om å bli kontaktet.',
  ],
  reminder: ['Vi minner om avtalen «{title}» fra {company}, som venter på svaret ditt.'],
  copy: ['Her er en kopi av avtalen «{title}», slik den ble akseptert. Den ligger også ved som PDF.'],
}

/** The mail that takes an agreement to the customer; `link` is the page with the token. */
export const agreementMail = (
  kind: AgreementMailKind,
  {
    title,
    validUntil,
    recipientName,
    link,
    companyName,
  }: AgreementSummary & { readonly recipientName: string; readonly link: string; readonly companyName: string },
): MailText => {
  const subject = agreementMailSubject(kind, companyName, title)
  const blocks = [
    block.heading('{title}'),
    block.paragraph(recipientName ? 'Hei {recipientName}.' : 'Hei.'),
    ...openings[kind].map(block.paragraph),
    ...(validUntil && kind !== 'copy' ? [block.fact('Svarfrist', 'Til og med {validUntil}')] : []),
    block.paragraph(block.link('{link}', kind === 'copy' ? 'Se avtalen' : 'Les og svar på avtalen')),
    block.paragraph('Vennlig hilsen<br>{company}'),
    block.note('Lenken er personlig. Den som har den, kan lese og svare på avtalen.'),
  ]
  const values = {
    title,
    recipientName,
    link,
    validUntil: validUntil ? longOsloDay(validUntil) : '',
  }
  return composeMail('no', subject, { blocks, values })
}

const outcomes: Readonly<Record<AnswerAction, { subject: string; receipt: string; notice: string }>> = {
  accept: {
    subject: 'Akseptert',
    receipt: 'Takk! Avtalen «{title}» er akseptert. Den ligger ved som PDF, slik du leste den, med bevis for svaret.',
    notice: '{customerName} har akseptert avtalen «{title}».',
  },
  reject: {
    subject: 'Avslått',
    receipt: 'Avtalen «{title}» er avslått. Den ligger ved som PDF, med bevis for svaret.',
    notice: '{customerName} har avslått avtalen «{title}».',
  },
  contact: {
    subject: 'Ønsker kontakt',
    receipt: 'Takk! Vi tar kontakt med deg om avtalen «{title}». Den ligger ved som PDF, med kvittering for svaret.',
    notice: '{customerName} ber om kontakt om avtalen «{title}».',
  },
}

const answerFacts = ({ message, answeredBy }: Proof): string[] => [
  block.fact('Tidspunkt', '{answeredAt} (norsk tid)'),
  block.fact('Svaret kom', '{channel}'),
  ...(answeredBy ? [block.fact('Besvart av', '{answeredBy}')] : []),
  ...(message ? [block.quote('{message}')] : []),
  block.fact('Bevis (SHA-256 over avtalen, svaret, hvem som svarte og tidspunktet)', '<code>{evidence}</code>'),
  block.fact('Signert med nøkkelen {keyId} (Ed25519)', '<code>{publicKey}</code><br><a href="{keysUrl}">{keysUrl}</a>'),
]

/** The key that signed the evidence. */
export interface SigningKey {
  readonly id: string
  /** SubjectPublicKeyInfo in DER, base64. */
  readonly publicKey: string
  /** Where the company publishes it. */
  readonly url: string
}

interface AnswerLinks {
  /** The page with the token, or the office. */
  readonly url: string
  readonly key: SigningKey
}

const answerMail = (
  { title, customerName }: AgreementSummary,
  answer: Proof,
  { subject, blocks, url, key }: AnswerLinks & { readonly subject: string; readonly blocks: readonly string[] },
): MailText => {
  const values = {
    keyId: key.id,
    publicKey: key.publicKey,
    keysUrl: key.url,
    title,
    customerName,
    url,
    outcome: outcomes[answer.action].subject,
    answeredAt: longOsloTime(answer.answeredAt, 'no'),
    channel: answerChannels[answer.channel].toLowerCase(),
    answeredBy: answer.answeredBy ?? '',
    message: answer.message ?? '',
    evidence: answer.evidence,
  }
  return composeMail('no', renderTemplate(subject, values, 'text'), { blocks, values })
}

/** The customer's receipt for an answer. */
export const receiptMail = (agreement: AgreementSummary, answer: Proof, links: AnswerLinks): MailText =>
  answerMail(agreement, answer, {
    ...links,
    subject: 'Kvittering: {title} – {outcome}',
    blocks: [
      block.heading('{outcome}'),
      block.paragraph(outcomes[answer.action].receipt),
      ...answerFacts(answer),
      block.paragraph(block.link('{url}', 'Se avtalen')),
      block.paragraph('Vennlig hilsen<br>{company}'),
      block.note('Ta vare på denne e-posten: Den viser hva som ble svart, og når.'),
    ],
  })

/** Notifies the company of an answer. */
export const answerNoticeMail = (agreement: AgreementSummary, answer: Proof, links: AnswerLinks): MailText =>
  answerMail(agreement, answer, {
    ...links,
    subject: '{outcome}: {title} – {customerName}',
    blocks: [
      block.heading('{outcome}'),
      block.paragraph(outcomes[answer.action].notice),
      ...answerFacts(answer),
      block.note('Avtalen ligger ved som PDF, og står i <a href="{url}">kontoret</a>.'),
    ],
  })
