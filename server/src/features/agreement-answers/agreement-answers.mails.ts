import { type AgreementLanguage, type AnswerAction, answerOutcomes } from '@kontor/contract/agreements/agreements.rules'
import type { CompanyFacts } from '@kontor/contract/company/company.rules'
import { oreText } from '@kontor/contract/shared/money'
import { answerFacts } from '../agreement-evidence/agreement-evidence.document.ts'
import type { Proven } from '../agreement-evidence/agreement-evidence.service.ts'
import { languageOf } from '../agreements/agreements.document.ts'
import { commonValues, signature } from '../agreements/agreements.mails.ts'
import { type NoticeData, noticeMail } from '../agreements/agreements.notices.mails.ts'
import { block, composeMail, type MailText, renderTemplate } from '../emails/emails.mails.ts'

const norwegian = {
  see: 'Se avtalen',
  receiptSubject: 'Kvittering: {title} – {outcome}',
  outcomes: answerOutcomes,
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
  reference: 'Avtale',
  total: 'Total ink. mva',
  evidence: 'Bevis nr. {number} (SHA-256 over avtalen, svaret, hvem som svarte, og tidspunktet)',
  signedBy: 'Signert med nøkkelen {keyId} (Ed25519)',
  sealedBy: 'Forseglet med sertifikatet (SHA-256)',
  keep: 'Ta vare på denne e-posten: Den viser hva som ble svart, og når.',
}

const words: Readonly<Record<AgreementLanguage, typeof norwegian>> = {
  no: norwegian,
  en: {
    see: 'See the agreement',
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
    reference: 'Agreement',
    total: 'Total incl. VAT',
    evidence: 'Evidence no. {number} (SHA-256 of the agreement, the answer, who gave it, and the time)',
    signedBy: 'Signed with the key {keyId} (Ed25519)',
    sealedBy: 'Sealed with the certificate (SHA-256)',
    keep: 'Keep this email: it shows what was answered, and when.',
  },
}

/** A stored answer, and who answered, in words (`answeredByText`). */
export interface Answered extends Proven {
  readonly answeredBy: string
}

/** The texts of a mail about an answer, and the values of its tags. */
const answerParts = (language: AgreementLanguage, { record, answeredBy, evidence, signedBy }: Answered) => {
  const text = words[language]
  const { time, way, answeredBy: by, textRead } = answerFacts(record, language)
  const { answer, certificates, number, read } = record
  return {
    blocks: [
      block.fact(time[0], '{time}'),
      block.fact(way[0], '{way}'),
      block.fact(by[0], '{answeredBy}'),
      ...(answer.message ? [block.quote('{message}')] : []),
      ...(textRead && read === 'newest' ? [block.paragraph(textRead)] : []),
    ],
    evidence: [
      block.fine(text.evidence, '<code>{evidence}</code>'),
      block.fine(text.signedBy, `<code>{publicKey}</code><br>${block.link('{keysUrl}', '{keysUrl}')}`),
      block.fine(text.sealedBy, '<code>{certificates}</code>'),
    ],
    values: {
      outcome: text.outcomes[answer.action],
      time: time[1],
      way: way[1],
      answeredBy,
      message: answer.message ?? '',
      number: String(number),
      evidence,
      keyId: signedBy.id,
      publicKey: signedBy.publicKey,
      keysUrl: signedBy.url,
      certificates: certificates.join(', '),
    },
  }
}

interface Receipt {
  readonly company: CompanyFacts
  readonly answer: Answered
  /** The URL of the customer's page, with the placeholder of its token; null for recipients who never got the link. */
  readonly link: string | null
  /** True for the recipient who has probably answered. */
  readonly isAnswerer: boolean
}

/** The receipt for an answer. */
export const receiptMail = ({ company, answer, link, isAnswerer }: Receipt): MailText => {
  const { agreement: snapshot } = answer.record
  const language = languageOf(snapshot)
  const text = words[language]
  const facts = answerParts(language, answer)
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
    block.paragraph((isAnswerer ? text.receipts : text.receiptsOfOthers)[answer.record.answer.action]),
    ...(reference ? [block.fact(text.reference, '{reference}')] : []),
    block.fact(text.total, '<strong>{total}</strong>'),
    ...facts.blocks,
    ...(isAnswerer ? [] : [block.paragraph(text.concerned)]),
    ...(link ? [block.button('{link}', text.see)] : []),
    signature(language, snapshot.seller),
    block.note(text.keep),
    ...facts.evidence,
  ]
  return composeMail(language, renderTemplate(text.receiptSubject, values, 'text'), { blocks, values })
}

const sentences: Readonly<Record<AnswerAction, string>> = {
  accept: '{customerName} har akseptert avtalen «{title}».',
  reject: '{customerName} har avslått avtalen «{title}».',
  contact: '{customerName} ber om kontakt om avtalen «{title}».',
}

export const answerNoticeMail = (agreement: NoticeData, answer: Answered): MailText => {
  const { blocks, evidence, values } = answerParts('no', answer)
  const sentence = block.paragraph(`${sentences[answer.record.answer.action]} Den ligger ved som PDF.`)
  return noticeMail(agreement, '{outcome}: {title} – {customerName}', {
    opening: [block.heading('{outcome}'), sentence],
    facts: blocks,
    end: evidence,
    values,
  })
}
