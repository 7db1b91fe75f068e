import {
  type AgreementLanguage,
  type AgreementVerification,
  type AnswerAction,
  type AnswerChannel,
  agreementVerifications,
  validityLabels,
} from '@kontor/contract/agreements/agreements.rules'
import { amountsByRate, oreText, percentText } from '@kontor/contract/shared/money'
import { formatOrganizationNumber } from '@kontor/contract/shared/orgnr'
import { longOsloDay, longOsloTime, osloDay } from '@kontor/contract/shared/time'
import type { PdfBlock, PdfDocument, PdfTable } from '../../platform/pdf/pdf-document.ts'
import { type LinkReach, linkText, type Verification } from './agreements.chain.ts'
import type { HashedAnswer, Snapshot } from './agreements.evidence.ts'

export interface Proof extends HashedAnswer {
  /** A name, or a sentence about who had the link. */
  readonly answeredBy: string | null
  /** SHA-256 in hex. */
  readonly evidence: string
  /** Where the answer came from: null once it was erased, absent when it was not recorded. */
  readonly address?: string | null | undefined
  readonly userAgent?: string | null | undefined
  /** Whom the link had reached; null when that isn't known, absent when it doesn't matter. */
  readonly reach?: LinkReach | null | undefined
  readonly verification?: Verification | undefined
  /** In the chain of evidence. */
  readonly number?: number | undefined
  readonly keyId?: string | undefined
  /** In receipts: the key that signed it, in DER as base64, and where the company publishes it. */
  readonly signedBy?: { readonly id: string; readonly publicKey: string; readonly url: string }
}

const norwegian = {
  document: 'Avtale',
  reference: 'Avtale',
  date: 'Dato',
  status: 'Status',
  draft: 'Utkast, ikke sendt',
  supplier: 'Leverandør',
  customer: 'Kunde',
  responsible: 'Ansvarlig',
  contactPerson: 'Kontaktperson',
  organizationNumber: 'Org.nr.',
  description: 'Beskrivelse',
  quantity: 'Antall',
  unitPrice: 'Enhetspris',
  vat: 'MVA',
  of: 'av',
  subtotal: 'Sum eks. mva',
  total: 'Total ink. mva',
  terms: 'Betingelser',
  text: 'tekst',
  page: 'Side {page} av {pages}',
  outcomes: { accept: 'Akseptert', reject: 'Avslått', contact: 'Ber om kontakt' },
  clock: 'norsk tid',
  seeProof: 'Beviset står på siste side.',
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
  signedNote: 'Det omfatter også det som står over om hvem som svarte, og er signert med nøkkelen.',
  proofNote:
    'Beviset (SHA-256) er regnet ut over avtalen slik den ble vist, svaret og tidspunktet på serveren da svaret kom. Begge parter har fått det på e-post. Endres ett tegn i avtalen eller svaret, blir beviset et annet.',
}

type Words = Omit<typeof norwegian, 'verifications'> & {
  readonly verifications: Readonly<Record<AgreementVerification, string>>
  readonly outcomes: Readonly<Record<AnswerAction, string>>
  readonly channels: Readonly<Record<AnswerChannel, string>>
}

const words: Readonly<Record<AgreementLanguage, Words>> = {
  no: norwegian,
  en: {
    document: 'Agreement',
    reference: 'Agreement',
    date: 'Date',
    status: 'Status',
    draft: 'Draft, not sent',
    supplier: 'Supplier',
    customer: 'Customer',
    responsible: 'Your contact',
    contactPerson: 'Contact person',
    organizationNumber: 'Org. no.',
    description: 'Description',
    quantity: 'Quantity',
    unitPrice: 'Unit price',
    vat: 'VAT',
    of: 'of',
    subtotal: 'Total excl. VAT',
    total: 'Total incl. VAT',
    terms: 'Terms',
    text: 'text',
    page: 'Page {page} of {pages}',
    outcomes: { accept: 'Accepted', reject: 'Rejected', contact: 'Asks for contact' },
    clock: 'Norwegian time',
    seeProof: 'The evidence is on the last page.',
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
    signedNote: 'It also covers what is said above of who answered, and is signed with the key.',
    proofNote:
      'The evidence (SHA-256) was calculated from the agreement as it was shown, the answer and the server’s time when the answer arrived. Both parties have received it by email. If one character of the agreement or the answer is changed, the evidence becomes a different one.',
  },
}

export const languageOf = ({ language = 'no' }: Snapshot): AgreementLanguage => language

const wordsOf = (snapshot: Snapshot): Words => words[languageOf(snapshot)]

/** An old text has no reference, but an id. */
const referenceOf = ({ reference, agreementId }: Snapshot): string => reference ?? agreementId

/** Control and format characters, and those that file systems refuse. */
const refusedInFileNames = /[\p{Cc}\p{Cf}\u2028\u2029\\/:*?"<>|]+/gu

const maxFileName = 120

/** `Avtale A-2026-0007 Kunde AS.pdf`. */
export const agreementFileName = (snapshot: Snapshot, reference: string = referenceOf(snapshot)): string => {
  const name = `${wordsOf(snapshot).document} ${reference} ${snapshot.customer.name}`
    .toWellFormed()
    .replaceAll(refusedInFileNames, ' ')
    .replaceAll(/\s+/g, ' ')
  const short = Array.from(name).slice(0, maxFileName).join('')
  // Windows drops a full stop or a space at the end.
  // regexp: reads at most 120 characters.
  return `${short.replace(/[. ]+$/, '')}.pdf`
}

/**
 * The agreement as a PDF: the text that the customer was shown and, once answered, a page with the evidence. `madeAt` is when the
 * text was frozen; of a draft, when it was changed.
 */
export const agreementDocument = (
  snapshot: Snapshot,
  { proof, madeAt }: { readonly proof: Proof | null; readonly madeAt: string },
): PdfDocument => {
  const { seller, title, number } = snapshot
  const { text, page } = wordsOf(snapshot)
  return {
    title,
    author: seller.name,
    language: languageOf(snapshot) === 'no' ? 'nb-NO' : 'en-GB',
    createdAt: proof?.answeredAt ?? madeAt,
    letterhead: {
      lines: [
        numberLine(snapshot, seller.organizationNumber),
        seller.address,
        [seller.phone, seller.email].filter(Boolean).join(' · '),
      ].filter(Boolean),
      facts: letterheadFacts(snapshot, madeAt),
    },
    runningHead: `${referenceOf(snapshot)} · ${title}`,
    footer: [seller.name, referenceOf(snapshot), ...(number > 0 ? [`${text} ${number}`] : [])].join(' · '),
    pageLabel: page,
    blocks: [...content(snapshot, proof), ...(proof ? proofPage(snapshot, proof) : [])],
  }
}

type Facts = [label: string, text: string][]

const joinLines = (...parts: readonly (string | null | undefined)[]): string => parts.filter(Boolean).join('\n')

const numberLine = (snapshot: Snapshot, organizationNumber: string | null): string =>
  organizationNumber ? `${wordsOf(snapshot).organizationNumber} ${formatOrganizationNumber(organizationNumber)}` : ''

const letterheadFacts = (snapshot: Snapshot, madeAt: string): Facts => {
  const { number, reference, validUntil, totalAmount, vatAmount } = snapshot
  const text = wordsOf(snapshot)
  const language = languageOf(snapshot)
  return [
    ...(reference ? [[text.reference, reference] satisfies Facts[number]] : []),
    number > 0 ? [text.date, longOsloDay(osloDay(madeAt), language)] : [text.status, text.draft],
    ...(validUntil ? [[validityLabels[language], longOsloDay(validUntil, language)] satisfies Facts[number]] : []),
    // On the first page however many lines there are.
    [text.total, oreText(totalAmount + vatAmount, language)],
  ]
}

const content = (snapshot: Snapshot, proof: Proof | null): PdfBlock[] => [
  { kind: 'title', text: snapshot.title },
  ...(proof ? [mark(snapshot, proof)] : []),
  { kind: 'columns', columns: parties(snapshot) },
  { kind: 'columns', columns: contacts(snapshot) },
  ...(snapshot.description ? [{ kind: 'paragraph', text: snapshot.description } as const] : []),
  snapshot.products.length > 0 ? productTable(snapshot) : { kind: 'sums', sums: sums(snapshot) },
  ...(snapshot.conditions.length > 0 ? [{ kind: 'heading', text: wordsOf(snapshot).terms } as const] : []),
  ...snapshot.conditions.map(({ name, content: text, customContent }, index): PdfBlock => {
    return { kind: 'clause', number: index + 1, heading: name, text: customContent ?? text }
  }),
]

/** Who answered what, on the first page. */
const mark = (snapshot: Snapshot, { action, answeredAt, answeredBy }: Proof): PdfBlock => {
  const { outcomes, clock, seeProof } = wordsOf(snapshot)
  const time = `${longOsloTime(answeredAt, languageOf(snapshot))} (${clock})`
  return { kind: 'mark', label: outcomes[action], text: joinLines(answeredBy, `${time}. ${seeProof}`) }
}

const parties = (snapshot: Snapshot): Facts => {
  const { seller, customer } = snapshot
  const text = wordsOf(snapshot)
  return [
    [text.supplier, joinLines(seller.name, numberLine(snapshot, seller.organizationNumber), seller.address)],
    [
      text.customer,
      joinLines(
        customer.name,
        numberLine(snapshot, customer.organizationNumber),
        customer.address,
        [customer.postCode, customer.city].filter(Boolean).join(' '),
      ),
    ],
  ]
}

const contacts = (snapshot: Snapshot): Facts => {
  const { seller, contactPerson: person } = snapshot
  const { responsible } = seller
  const text = wordsOf(snapshot)
  return [
    [
      text.responsible,
      joinLines(
        responsible?.name ?? seller.name,
        responsible?.phone ?? seller.phone,
        responsible?.email ?? seller.email,
      ),
    ],
    ...(person
      ? [
          [
            text.contactPerson,
            joinLines(`${person.firstName} ${person.lastName}`.trim(), person.mobilePhone, person.email),
          ] satisfies Facts[number],
        ]
      : []),
  ]
}

/** With one line per rate of VAT, and of what if there are several; without lines, the rate is unknown. */
const vatSums = ({ products, vatAmount, language }: Snapshot, { vat, of }: Words): Facts => {
  if (vatAmount === 0) return []
  if (products.length === 0) return [[vat, oreText(vatAmount, language)]]
  const rates = amountsByRate(products)
  return rates.map((rate) => {
    const base = rates.length > 1 ? ` ${of} ${oreText(rate.totalAmount, language)}` : ''
    return [`${vat} ${percentText(rate.vatRate, language)}${base}`, oreText(rate.vatAmount, language)]
  })
}

const sums = (snapshot: Snapshot): Facts => {
  const { totalAmount, vatAmount, language } = snapshot
  const text = wordsOf(snapshot)
  return [
    [text.subtotal, oreText(totalAmount, language)],
    ...vatSums(snapshot, text),
    [text.total, oreText(totalAmount + vatAmount, language)],
  ]
}

const productTable = (snapshot: Snapshot): PdfTable => {
  const { products, language } = snapshot
  const text = wordsOf(snapshot)
  return {
    kind: 'table',
    columns: [
      { label: text.description, width: 0.42, align: 'left' },
      { label: text.quantity, width: 0.1, align: 'right' },
      { label: text.unitPrice, width: 0.19, align: 'right' },
      { label: text.vat, width: 0.09, align: 'right' },
      { label: text.subtotal, width: 0.2, align: 'right' },
    ],
    rows: products.map(({ description, quantity, unitPrice, vatRate, totalPrice }) => [
      description,
      String(quantity),
      oreText(unitPrice, language),
      percentText(vatRate, language),
      oreText(totalPrice, language),
    ]),
    sums: sums(snapshot),
  }
}

const verificationText = ({ verifications, sentTo }: Words, { verification }: Proof): string | null => {
  switch (verification?.method) {
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

const proofPage = (snapshot: Snapshot, proof: Proof): PdfBlock[] => {
  const text = wordsOf(snapshot)
  const time = `${longOsloTime(proof.answeredAt, languageOf(snapshot))} (${text.clock})`
  const origin = (value: string | null | undefined): string | undefined => (value === null ? text.erased : value)
  const facts: [label: string, text: string | null | undefined][] = [
    [text.answer, text.outcomes[proof.action]],
    [text.time, joinLines(time, `${proof.answeredAt} (UTC)`)],
    [text.channel, text.channels[proof.channel]],
    [text.answeredBy, proof.answeredBy],
    [text.verification, verificationText(text, proof)],
    [text.link, proof.reach === undefined ? null : linkText(proof.reach, languageOf(snapshot))],
    [text.address, origin(proof.address)],
    [text.userAgent, origin(proof.userAgent)],
    [text.message, proof.message],
    [
      text.document,
      joinLines(snapshot.title, snapshot.reference, `${snapshot.agreementId}, ${text.text} ${snapshot.number}`),
    ],
    [text.number, proof.number?.toString()],
    [text.key, proof.keyId],
    [text.evidence, inTwoLines(proof.evidence)],
  ]
  return [
    { kind: 'page' },
    { kind: 'title', text: text.proofTitle },
    { kind: 'facts', facts: facts.flatMap(([label, value]): Facts => (value ? [[label, value]] : [])) },
    { kind: 'small', text: proof.keyId ? `${text.proofNote} ${text.signedNote}` : text.proofNote },
  ]
}
