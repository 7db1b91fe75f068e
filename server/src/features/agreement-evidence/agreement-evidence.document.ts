import type { AgreementLanguage } from '@kontor/contract/agreements/agreements.rules'
import { longOsloTime } from '@kontor/contract/shared/time'
import type { PdfBlock, PdfDocument } from '../../platform/pdf/pdf-document.ts'
import { sha256 } from '../../platform/signing/canonical.ts'
import { publicKeyId } from '../../platform/signing/evidence-key.ts'
import { agreementDocument, factsOf, joinLines, languageOf } from '../agreements/agreements.document.ts'
import { linkText, reachOf, type Say, sayIn } from '../agreements/agreements.reach.ts'
import type { EvidenceFiles } from './agreement-evidence.files.ts'
import { answeredByText, type EvidenceRecord, parseRecord } from './agreement-evidence.record.ts'

/** Returns the facts that both the PDF and the receipts show. */
export const answerFacts = (record: EvidenceRecord, language: AgreementLanguage) => {
  const { answer, answeredAt, link, read } = record
  const say = sayIn(language)
  const reach = reachOf(link.sendings)
  const reached = answer.channel === 'link' ? linkText(reach, language) : null
  const way = reached ? `${say('lenken, som', 'the link, which')} ${reached}` : say('telefonen', 'the phone')
  const at = `${longOsloTime(answeredAt, language)} (${say('norsk tid', 'Norwegian time')})`
  const named = say('Svaret gjaldt akkurat denne teksten.', 'The answer was to exactly this text.')
  const newest = say(
    'Svaret nevnte ingen tekst; denne var den nyeste da det kom.',
    'The answer named no text; this one was the newest when it came.',
  )
  return {
    time: [say('Tidspunkt', 'Time'), at],
    way: [say('Svaret kom via', 'Answered via'), way],
    reached: [say('Lenken', 'The link'), reached],
    answeredBy: [say('Besvart av', 'Answered by'), answeredByText(record, reach, language)],
    textRead: reached ? { named, newest }[read] : null,
  } as const
}

/** Returns the outcome alone (`Akseptert`), and as the words before the answerer's name (`Akseptert av`). */
const outcomeTexts = ({ answer }: EvidenceRecord, say: Say) =>
  (
    ({
      accept: [say('Akseptert', 'Accepted'), say('Akseptert av', 'Accepted by')],
      reject: [say('Avslått', 'Rejected'), say('Avslått av', 'Rejected by')],
      contact: [say('Ber om kontakt', 'Asks for contact'), say('Kontakt ønskes av', 'Contact requested by')],
    }) as const
  )[answer.action]

/** Returns the name in the eID, or else the one that the answerer gave; for an answer by phone, `answeredBy`. */
const nameOf = ({ answer: { name, channel }, verification }: EvidenceRecord, answeredBy: string): string | null => {
  if (channel === 'phone') return answeredBy
  return (verification.method === 'eid' && verification.name) || name
}

const verificationText = ({ verification }: EvidenceRecord, say: Say): string | null => {
  if (verification.method === 'office') return null
  if (verification.method === 'link') return say('Lenken', 'The link')
  if (verification.method === 'code') {
    const code = say('Lenken og en kode på e-post', 'The link and a code sent by email')
    return joinLines(code, `${say('Sendt til', 'Sent to')} ${verification.sentTo}`)
  }
  const { name, subject, issuer } = verification
  return joinLines(say('Lenken og eID', 'The link and an eID'), [name, subject, issuer].filter(Boolean).join(', '))
}

/** Returns the facts of the evidence page. Each layout (`drawing`) shows some of them, in its own order. */
const proofFacts = (files: EvidenceFiles, record: EvidenceRecord) => {
  const language = languageOf(record.agreement)
  const say = sayIn(language)
  const erased = say('Slettet etter ønske', 'Erased on request')
  const origin = record.origin === null ? null : (files.origin ?? { address: erased, userAgent: erased })
  // Splits the hash in the older layouts: their column is so narrow that some hashes would wrap one digit to the next line.
  const inLines = (hash: string) => (record.drawing < 3 ? joinLines(hash.slice(0, 32), hash.slice(32)) : hash)
  return {
    ...answerFacts(record, language),
    say,
    verification: [say('Bekreftet med', 'Verified by'), verificationText(record, say)],
    origin: [
      [say('IP-adresse', 'IP address'), origin?.address],
      [say('Nettleser', 'Browser'), origin?.userAgent],
    ],
    message: [say('Melding', 'Message'), record.answer.message],
    number: [say('Bevis nr.', 'Evidence no.'), String(record.number)],
    signed: [
      [say('Nøkkel', 'Key'), publicKeyId(files.publicKey)],
      [say('Bevis (SHA-256)', 'Evidence (SHA-256)'), inLines(sha256(files.record))],
      [say('Segl (SHA-256)', 'Seal (SHA-256)'), record.certificates.map(inLines).join('\n')],
    ],
    document: say('Avtale', 'Agreement'),
    title: say('Bevis for svaret', 'Evidence of the answer'),
    note: say(
      'Beviset (SHA-256) er regnet ut over avtalen slik den ble vist, svaret, hvem som svarte, og tidspunktet på serveren da svaret kom, og er signert med nøkkelen. Begge parter har fått det på e-post. Endres ett tegn, blir beviset et annet.',
      'The evidence (SHA-256) was calculated from the agreement as it was shown, the answer, who gave it, and the server’s time when it arrived, and is signed with the key. Both parties have received it by email. If one character is changed, the evidence becomes a different one.',
    ),
  } as const
}

type ProofFacts = ReturnType<typeof proofFacts>

/** Lays out the evidence like a certificate: the answer and the answerer, the events and, at the foot, the technical data. */
const proofBlocks = (record: EvidenceRecord, facts: ProofFacts, sealedAt: string): PdfBlock[] => {
  const { agreement, answer, answeredAt, link } = record
  const { say, time, way, reached, answeredBy, document } = facts
  const language = languageOf(agreement)
  const [outcome, outcomeBy] = outcomeTexts(record, say)
  const name = nameOf(record, answeredBy[1])
  const sendings = answer.channel === 'link' ? link.sendings : []
  return [
    { kind: 'page' },
    { kind: 'emblem' },
    { kind: 'small', text: facts.title },
    { kind: 'title', text: name ? `${outcomeBy} ${name}` : outcome },
    {
      kind: 'facts',
      facts: factsOf(
        [document, joinLines(agreement.title, agreement.reference)],
        time,
        answeredBy[1] === name ? [answeredBy[0], null] : answeredBy,
        facts.verification,
        // The events below say to whom the link was sent.
        sendings.length > 0 ? [way[0], say('lenken', 'the link')] : way,
        facts.message,
      ),
    },
    { kind: 'heading', text: say('Hendelser', 'Events') },
    {
      kind: 'facts',
      facts: factsOf(
        ...sendings.map((sending): [string, string] => [
          say('Sendt', 'Sent'),
          joinLines(longOsloTime(sending.at, language), `${reached[0]} ${linkText(reachOf([sending]), language)}`),
        ]),
        [outcome, longOsloTime(answeredAt, language)],
        [say('Forseglet', 'Sealed'), longOsloTime(sealedAt, language)],
      ),
    },
    {
      kind: 'technical',
      facts: factsOf(
        facts.number,
        [document, `${agreement.agreementId}, ${say('versjon', 'version')} ${agreement.number}`],
        [time[0], `${answeredAt} (UTC)`],
        ...facts.origin,
        ...facts.signed,
      ),
      note: [facts.textRead, facts.note].filter(Boolean).join(' '),
    },
  ]
}

/** Lays out the evidence as in layouts 1 and 2. */
const olderProofBlocks = (record: EvidenceRecord, facts: ProofFacts): PdfBlock[] => {
  const { agreement, answeredAt } = record
  const { say, time, reached } = facts
  const version = `${agreement.agreementId}, ${say('tekst', 'text')} ${agreement.number}`
  return [
    { kind: 'page' },
    { kind: 'title', text: facts.title },
    {
      kind: 'facts',
      facts: factsOf(
        [say('Svar', 'Answer'), outcomeTexts(record, say)[0]],
        [time[0], joinLines(time[1], `${answeredAt} (UTC)`)],
        [say('Svaret kom', 'Answered'), reached[1] ? say('via lenken', 'via the link') : say('på telefon', 'by phone')],
        facts.answeredBy,
        facts.verification,
        reached,
        ...facts.origin,
        facts.message,
        [facts.document, joinLines(agreement.title, agreement.reference, version, facts.textRead)],
        facts.number,
        ...facts.signed,
      ),
    },
    { kind: 'small', text: facts.note },
  ]
}

/** Lays out the answered agreement with a page of evidence, which shows `sealedAt`. Everything else comes from the files. */
export const answeredDocument = (files: EvidenceFiles, sealedAt: string): PdfDocument => {
  const record = parseRecord(files.record)
  const { agreement, answeredAt, drawing, frozenAt } = record
  const facts = proofFacts(files, record)
  const { say, time, answeredBy } = facts
  const proof = drawing < 3 ? olderProofBlocks(record, facts) : proofBlocks(record, facts, sealedAt)
  const seeProof = say('Beviset står på siste side.', 'The evidence is on the last page.')
  /** Shows the answerer and the answer on the first page. */
  const mark: PdfBlock = {
    kind: 'mark',
    label: outcomeTexts(record, say)[0],
    text: joinLines(answeredBy[1], `${time[1]}. ${seeProof}`),
  }
  return agreementDocument(agreement, { answered: { answeredAt, mark, proof }, madeAt: frozenAt, drawing })
}
