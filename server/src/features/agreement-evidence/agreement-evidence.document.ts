import {
  type AgreementLanguage,
  type AgreementVerification,
  agreementVerifications,
} from '@kontor/contract/agreements/agreements.rules'
import { longOsloTime } from '@kontor/contract/shared/time'
import type { PdfBlock, PdfDocument } from '../../platform/pdf/pdf-document.ts'
import { sha256 } from '../../platform/signing/canonical.ts'
import { publicKeyId } from '../../platform/signing/evidence-key.ts'
import { agreementDocument, type Facts, joinLines, languageOf } from '../agreements/agreements.document.ts'
import { linkText, reachOf } from '../agreements/agreements.reach.ts'
import type { EvidenceFiles } from './agreement-evidence.files.ts'
import { answeredByText, parseRecord, type Verification } from './agreement-evidence.record.ts'

/**
 * Counts the ways in which answered agreements were drawn, so that older documents are drawn again as they were: 1 printed letters that
 * the company's typeface lacks as question marks.
 */
export const drawing = 2

const norwegian = {
  outcomes: { accept: 'Akseptert', reject: 'Avslått', contact: 'Ber om kontakt' },
  clock: 'norsk tid',
  seeProof: 'Beviset står på siste side.',
  document: 'Avtale',
  text: 'tekst',
  reads: {
    named: 'Svaret gjaldt akkurat denne teksten.',
    newest: 'Svaret nevnte ingen tekst; denne var den nyeste da det kom.',
  },
  certificate: 'Segl (SHA-256)',
  proofTitle: 'Bevis for svaret',
  answer: 'Svar',
  time: 'Tidspunkt',
  channel: 'Svaret kom',
  channels: { link: 'via lenken', phone: 'på telefon' },
  answeredBy: 'Besvart av',
  verification: 'Bekreftet med',
  verifications: agreementVerifications,
  link: 'Lenken',
  sentTo: 'Sendt til',
  address: 'IP-adresse',
  userAgent: 'Nettleser',
  erased: 'Slettet etter ønske',
  message: 'Melding',
  number: 'Bevis nr.',
  evidence: 'Bevis (SHA-256)',
  key: 'Nøkkel',
  proofNote:
    'Beviset (SHA-256) er regnet ut over avtalen slik den ble vist, svaret, hvem som svarte, og tidspunktet på serveren da svaret kom, og er signert med nøkkelen. Begge parter har fått det på e-post. Endres ett tegn, blir beviset et annet.',
}

type Words = Omit<typeof norwegian, 'verifications'> & Record<'verifications', Record<AgreementVerification, string>>

/** The words of the evidence, in the document and in the receipts. */
export const evidenceWords: Readonly<Record<AgreementLanguage, Words>> = {
  no: norwegian,
  en: {
    outcomes: { accept: 'Accepted', reject: 'Rejected', contact: 'Asks for contact' },
    clock: 'Norwegian time',
    seeProof: 'The evidence is on the last page.',
    document: 'Agreement',
    text: 'text',
    reads: {
      named: 'The answer was to exactly this text.',
      newest: 'The answer named no text; this one was the newest when it came.',
    },
    certificate: 'Seal (SHA-256)',
    proofTitle: 'Evidence of the answer',
    answer: 'Answer',
    time: 'Time',
    channel: 'Answered',
    channels: { link: 'via the link', phone: 'by phone' },
    answeredBy: 'Answered by',
    verification: 'Verified by',
    verifications: { link: 'The link', code: 'The link and a code sent by email', eid: 'The link and an eID' },
    link: 'The link',
    sentTo: 'Sent to',
    address: 'IP address',
    userAgent: 'Browser',
    erased: 'Erased on request',
    message: 'Message',
    number: 'Evidence no.',
    evidence: 'Evidence (SHA-256)',
    key: 'Key',
    proofNote:
      'The evidence (SHA-256) was calculated from the agreement as it was shown, the answer, who gave it, and the server’s time when it arrived, and is signed with the key. Both parties have received it by email. If one character is changed, the evidence becomes a different one.',
  },
}

const verificationText = ({ verifications, sentTo }: Words, verification: Verification): string | null => {
  switch (verification.method) {
    case 'link':
      return verifications.link
    case 'code':
      return joinLines(verifications.code, `${sentTo} ${verification.sentTo}`)
    case 'eid':
      return joinLines(
        verifications.eid,
        [verification.name, verification.subject, verification.issuer].filter(Boolean).join(', '),
      )
    default:
      return null
  }
}

/** 64 digits fill the column: some hashes would leave one digit alone on the next line. */
const inTwoLines = (hash: string): string => joinLines(hash.slice(0, 32), hash.slice(32))

/** The answered agreement with a page of evidence: nothing but what the files say. */
export const answeredDocument = (files: EvidenceFiles): PdfDocument => {
  const record = parseRecord(files.record)
  const { agreement, answer, answeredAt, frozenAt, link, number, verification } = record
  const language = languageOf(agreement)
  const text = evidenceWords[language]
  const isByLink = answer.channel === 'link'
  const reach = reachOf(link.sendings)
  const answeredBy = answeredByText(record, reach, language)
  const time = `${longOsloTime(answeredAt, language)} (${text.clock})`
  const origin = files.origin ?? { address: text.erased, userAgent: text.erased }
  const facts: [label: string, text: string | null][] = [
    [text.answer, text.outcomes[answer.action]],
    [text.time, joinLines(time, `${answeredAt} (UTC)`)],
    [text.channel, text.channels[answer.channel]],
    [text.answeredBy, answeredBy],
    [text.verification, verificationText(text, verification)],
    [text.link, isByLink ? linkText(reach, language) : null],
    [text.address, record.origin && origin.address],
    [text.userAgent, record.origin && origin.userAgent],
    [text.message, answer.message],
    [
      text.document,
      joinLines(
        agreement.title,
        agreement.reference,
        `${agreement.agreementId}, ${text.text} ${agreement.number}`,
        isByLink ? text.reads[record.read] : null,
      ),
    ],
    [text.number, String(number)],
    [text.key, publicKeyId(files.publicKey)],
    [text.evidence, inTwoLines(sha256(files.record))],
    [text.certificate, record.certificates.map(inTwoLines).join('\n')],
  ]
  const proof: PdfBlock[] = [
    { kind: 'page' },
    { kind: 'title', text: text.proofTitle },
    { kind: 'facts', facts: facts.flatMap(([label, value]): Facts => (value ? [[label, value]] : [])) },
    { kind: 'small', text: text.proofNote },
  ]
  /** The answerer and the answer on the first page. */
  const mark: PdfBlock = {
    kind: 'mark',
    label: text.outcomes[answer.action],
    text: joinLines(answeredBy, `${time}. ${text.seeProof}`),
  }
  const document = agreementDocument(agreement, { answered: { answeredAt, mark, proof }, madeAt: frozenAt })
  return record.drawing === 1 ? { ...document, onlyOwnTypeface: true } : document
}
