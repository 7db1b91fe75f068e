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
import { type LinkRecipients, linkText, reachOf } from '../agreements/agreements.reach.ts'
import type { EvidenceFiles } from './agreement-evidence.files.ts'
import { answeredByText, type EvidenceRecord, parseRecord, type Verification } from './agreement-evidence.record.ts'

const norwegian = {
  outcomes: { accept: 'Akseptert', reject: 'Avslått', contact: 'Ber om kontakt' },
  outcomesBy: { accept: 'Akseptert av', reject: 'Avslått av', contact: 'Kontakt ønskes av' },
  clock: 'norsk tid',
  seeProof: 'Beviset står på siste side.',
  document: 'Avtale',
  version: 'versjon',
  reads: {
    named: 'Svaret gjaldt akkurat denne teksten.',
    newest: 'Svaret nevnte ingen tekst; denne var den nyeste da det kom.',
  },
  certificate: 'Segl (SHA-256)',
  proofTitle: 'Bevis for svaret',
  time: 'Tidspunkt',
  way: 'Svaret kom via',
  ways: { link: 'lenken', phone: 'telefonen' },
  which: 'som',
  theLink: 'Lenken',
  answeredBy: 'Besvart av',
  verification: 'Bekreftet med',
  verifications: agreementVerifications,
  sentTo: 'Sendt til',
  course: 'Hendelser',
  sent: 'Sendt',
  sealed: 'Forseglet',
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

type EvidenceWords = Omit<typeof norwegian, 'verifications'> &
  Record<'verifications', Record<AgreementVerification, string>>

/** The words of the evidence, in the document and in the receipts. */
export const evidenceWords: Readonly<Record<AgreementLanguage, EvidenceWords>> = {
  no: norwegian,
  en: {
    outcomes: { accept: 'Accepted', reject: 'Rejected', contact: 'Asks for contact' },
    outcomesBy: { accept: 'Accepted by', reject: 'Rejected by', contact: 'Contact requested by' },
    clock: 'Norwegian time',
    seeProof: 'The evidence is on the last page.',
    document: 'Agreement',
    version: 'version',
    reads: {
      named: 'The answer was to exactly this text.',
      newest: 'The answer named no text; this one was the newest when it came.',
    },
    certificate: 'Seal (SHA-256)',
    proofTitle: 'Evidence of the answer',
    time: 'Time',
    way: 'Answered via',
    ways: { link: 'the link', phone: 'the phone' },
    which: 'which',
    theLink: 'The link',
    answeredBy: 'Answered by',
    verification: 'Verified by',
    verifications: { link: 'The link', code: 'The link and a code sent by email', eid: 'The link and an eID' },
    sentTo: 'Sent to',
    course: 'Events',
    sent: 'Sent',
    sealed: 'Sealed',
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

/** The way of an answer, and whom its link was sent to; completes "Answered via". */
export const wayText = (
  { answer: { channel }, link }: Pick<EvidenceRecord, 'answer' | 'link'>,
  language: AgreementLanguage,
): string => {
  const { ways, which } = evidenceWords[language]
  return channel === 'link' ? `${ways.link}, ${which} ${linkText(reachOf(link.sendings), language)}` : ways.phone
}

const verificationText = ({ verifications, sentTo }: EvidenceWords, verification: Verification): string | null => {
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

type OptionalFacts = readonly (readonly [label: string, text: string | null])[]

const withoutEmpty = (facts: OptionalFacts): Facts =>
  facts.flatMap(([label, text]): Facts => (text ? [[label, text]] : []))

/** The parts of a proof that both its drawings are made of. */
interface ProvenAnswer {
  readonly files: EvidenceFiles
  readonly record: EvidenceRecord
  readonly language: AgreementLanguage
  readonly reach: LinkRecipients
  readonly answeredBy: string
  /** In words, with the zone. */
  readonly time: string
}

/** The name that the answerer gave or the eID has; on the phone, who answered there. */
const nameOf = ({ answer: { name, channel }, verification }: EvidenceRecord, answeredBy: string): string | null => {
  if (channel === 'phone') return answeredBy
  return (verification.method === 'eid' && verification.name) || name
}

/** Returns the source of the answer; null if that was not recorded. */
const originOf = ({ files, record, language }: ProvenAnswer) => {
  const { erased } = evidenceWords[language]
  if (record.origin === null) return { address: null, userAgent: null }
  return files.origin ?? { address: erased, userAgent: erased }
}

/** A page like a certificate: who answered what, what happened, and at its foot what computers check. */
const proofBlocks = (proven: ProvenAnswer, sealedAt: string): PdfBlock[] => {
  const { files, record, language, answeredBy, time } = proven
  const { agreement, answer, answeredAt, link, verification } = record
  const text = evidenceWords[language]
  const name = nameOf(record, answeredBy)
  const origin = originOf(proven)
  const sendings = answer.channel === 'link' ? link.sendings : []
  return [
    { kind: 'page' },
    { kind: 'emblem' },
    { kind: 'small', text: text.proofTitle },
    { kind: 'title', text: name ? `${text.outcomesBy[answer.action]} ${name}` : text.outcomes[answer.action] },
    {
      kind: 'facts',
      facts: withoutEmpty([
        [text.document, joinLines(agreement.title, agreement.reference)],
        [text.time, time],
        [text.answeredBy, answeredBy === name ? null : answeredBy],
        [text.verification, verificationText(text, verification)],
        // The events say where the link went.
        [text.way, sendings.length > 0 ? text.ways.link : wayText(record, language)],
        [text.message, answer.message],
      ]),
    },
    { kind: 'heading', text: text.course },
    {
      kind: 'facts',
      facts: [
        ...sendings.map((sending): Facts[number] => [
          text.sent,
          joinLines(longOsloTime(sending.at, language), `${text.theLink} ${linkText(reachOf([sending]), language)}`),
        ]),
        [text.outcomes[answer.action], longOsloTime(answeredAt, language)],
        [text.sealed, longOsloTime(sealedAt, language)],
      ],
    },
    {
      kind: 'technical',
      facts: withoutEmpty([
        [text.number, String(record.number)],
        [text.document, `${agreement.agreementId}, ${text.version} ${agreement.number}`],
        [text.time, `${answeredAt} (UTC)`],
        [text.address, origin.address],
        [text.userAgent, origin.userAgent],
        [text.key, publicKeyId(files.publicKey)],
        [text.evidence, sha256(files.record)],
        [text.certificate, record.certificates.join('\n')],
      ]),
      note: [answer.channel === 'link' && text.reads[record.read], text.proofNote].filter(Boolean).join(' '),
    },
  ]
}

const olderWords = {
  no: {
    answer: 'Svar',
    channel: 'Svaret kom',
    channels: { link: 'via lenken', phone: 'på telefon' },
    link: 'Lenken',
    text: 'tekst',
  },
  en: {
    answer: 'Answer',
    channel: 'Answered',
    channels: { link: 'via the link', phone: 'by phone' },
    link: 'The link',
    text: 'text',
  },
} as const satisfies Record<AgreementLanguage, object>

/** 64 digits fill the column: some hashes would leave one digit alone on the next line. */
const inTwoLines = (hash: string): string => joinLines(hash.slice(0, 32), hash.slice(32))

/** The page as it was until drawing 2. */
const olderProofBlocks = (proven: ProvenAnswer): PdfBlock[] => {
  const { files, record, language, reach, answeredBy, time } = proven
  const { agreement, answer, answeredAt, number, verification } = record
  const text = { ...evidenceWords[language], ...olderWords[language] }
  const isByLink = answer.channel === 'link'
  const origin = originOf(proven)
  const facts = withoutEmpty([
    [text.answer, text.outcomes[answer.action]],
    [text.time, joinLines(time, `${answeredAt} (UTC)`)],
    [text.channel, text.channels[answer.channel]],
    [text.answeredBy, answeredBy],
    [text.verification, verificationText(text, verification)],
    [text.link, isByLink ? linkText(reach, language) : null],
    [text.address, origin.address],
    [text.userAgent, origin.userAgent],
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
  ])
  return [
    { kind: 'page' },
    { kind: 'title', text: text.proofTitle },
    { kind: 'facts', facts },
    { kind: 'small', text: text.proofNote },
  ]
}

/** The answered agreement, sealed at a time, with a page of evidence: nothing but what the files say. */
export const answeredDocument = (files: EvidenceFiles, sealedAt: string): PdfDocument => {
  const record = parseRecord(files.record)
  const { agreement, answer, answeredAt, drawing, frozenAt, link } = record
  const language = languageOf(agreement)
  const text = evidenceWords[language]
  const reach = reachOf(link.sendings)
  const answeredBy = answeredByText(record, reach, language)
  const time = `${longOsloTime(answeredAt, language)} (${text.clock})`
  const proven = { files, record, language, reach, answeredBy, time }
  const proof = drawing < 3 ? olderProofBlocks(proven) : proofBlocks(proven, sealedAt)
  /** The answerer and the answer on the first page. */
  const mark: PdfBlock = {
    kind: 'mark',
    label: text.outcomes[answer.action],
    text: joinLines(answeredBy, `${time}. ${text.seeProof}`),
  }
  return agreementDocument(agreement, { answered: { answeredAt, mark, proof }, madeAt: frozenAt, drawing })
}
