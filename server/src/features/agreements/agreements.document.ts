import { type AgreementLanguage, validityLabels } from '@kontor/contract/agreements/agreements.rules'
import { amountsByRate, oreText, percentText } from '@kontor/contract/shared/money'
import { formatOrganizationNumber } from '@kontor/contract/shared/orgnr'
import { longOsloDay, osloDay } from '@kontor/contract/shared/time'
import {
  drawing as newestDrawing,
  type PdfBlock,
  type PdfDocument,
  type PdfTable,
} from '../../platform/pdf/pdf-document.ts'
import type { Snapshot } from './agreements.snapshot.ts'

/** The blocks that show the answer in an agreement's PDF. */
export interface AnsweredPart {
  readonly answeredAt: string
  /** A block on the first page, with the customer's answer. */
  readonly mark: PdfBlock
  /** Blocks after the agreement's text: the evidence. */
  readonly proof: readonly PdfBlock[]
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
  version: 'versjon',
  page: 'Side {page} av {pages}',
}

type Words = typeof norwegian

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
    version: 'version',
    page: 'Page {page} of {pages}',
  },
}

export const languageOf = ({ language = 'no' }: Snapshot): AgreementLanguage => language

const wordsOf = (snapshot: Snapshot): Words => words[languageOf(snapshot)]

/** Returns the reference. The oldest snapshots have none: for these, returns the agreement's id. */
const referenceOf = ({ reference, agreementId }: Snapshot): string => reference ?? agreementId

/** Matches control and format characters, and characters that file systems refuse. */
const refusedInFileNames = /[\p{Cc}\p{Cf}\u2028\u2029\\/:*?"<>|]+/gu

const maxFileName = 120

/** Returns a file name such as `Avtale A-2026-0007 Kunde AS.pdf`. */
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

interface DocumentOptions {
  readonly answered?: AnsweredPart
  /** When the snapshot was stored; for a draft, when it was last changed. */
  readonly madeAt: string
  /** The layout's version. Older versions reproduce PDFs that were sealed with them. */
  readonly drawing?: number
}

/** Lays out an agreement as a PDF: the text that the customer was shown and, if it is answered, a page with the evidence. */
export const agreementDocument = (
  snapshot: Snapshot,
  { answered, madeAt, drawing = newestDrawing }: DocumentOptions,
): PdfDocument => {
  const { seller, title, number } = snapshot
  const { text, version, page } = wordsOf(snapshot)
  const isOlder = drawing < 3
  return {
    drawing,
    title,
    author: seller.name,
    language: languageOf(snapshot) === 'no' ? 'nb-NO' : 'en-GB',
    createdAt: answered?.answeredAt ?? madeAt,
    letterhead: {
      lines: [
        numberLine(snapshot, seller.organizationNumber),
        seller.address,
        [seller.phone, seller.email].filter(Boolean).join(' · '),
      ].filter(Boolean),
      facts: letterheadFacts(snapshot, madeAt),
    },
    runningHead: `${referenceOf(snapshot)} · ${title}`,
    footer: [seller.name, referenceOf(snapshot), ...(number > 0 ? [`${isOlder ? text : version} ${number}`] : [])].join(
      ' · ',
    ),
    pageLabel: page,
    blocks: [...content(snapshot, isOlder, answered?.mark), ...(answered?.proof ?? [])],
  }
}

type Facts = [label: string, text: string][]

/** Returns the facts that have a text. */
export const factsOf = (...facts: readonly (readonly [label: string, text: string | null | undefined])[]): Facts =>
  facts.flatMap(([label, text]): Facts => (text ? [[label, text]] : []))

export const joinLines = (...parts: readonly (string | null | undefined)[]): string => parts.filter(Boolean).join('\n')

const numberLine = (snapshot: Snapshot, organizationNumber: string | null): string =>
  organizationNumber ? `${wordsOf(snapshot).organizationNumber} ${formatOrganizationNumber(organizationNumber)}` : ''

const letterheadFacts = (snapshot: Snapshot, madeAt: string): Facts => {
  const { number, reference, validUntil, totalAmount, vatAmount } = snapshot
  const text = wordsOf(snapshot)
  const language = languageOf(snapshot)
  return factsOf(
    [text.reference, reference],
    number > 0 ? [text.date, longOsloDay(osloDay(madeAt), language)] : [text.status, text.draft],
    [validityLabels[language], validUntil && longOsloDay(validUntil, language)],
    // Repeats the total, so that the first page shows it even if there are many lines.
    [text.total, oreText(totalAmount + vatAmount, language)],
  )
}

const content = (snapshot: Snapshot, isOlder: boolean, mark: PdfBlock | undefined): PdfBlock[] => [
  { kind: 'title', text: snapshot.title },
  ...(mark ? [mark] : []),
  { kind: 'columns', columns: parties(snapshot) },
  { kind: 'columns', columns: contacts(snapshot) },
  ...(snapshot.description ? [{ kind: 'paragraph', text: snapshot.description } as const] : []),
  snapshot.products.length > 0 ? productTable(snapshot, isOlder) : { kind: 'sums', sums: sums(snapshot) },
  ...(snapshot.conditions.length > 0 ? [{ kind: 'heading', text: wordsOf(snapshot).terms } as const] : []),
  ...snapshot.conditions.map(({ name, content: text, customContent }, index): PdfBlock => {
    return { kind: 'clause', number: index + 1, heading: name, text: customContent ?? text }
  }),
]

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

/** Returns one fact per VAT rate, with the taxed amount if there are several rates. Without product lines, returns the VAT alone. */
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

const productTable = (snapshot: Snapshot, isOlder: boolean): PdfTable => {
  const { products, language } = snapshot
  const text = wordsOf(snapshot)
  return {
    kind: 'table',
    columns: [
      { label: text.description, width: isOlder ? 0.42 : 'rest', align: 'left' },
      { label: text.quantity, width: isOlder ? 0.1 : 'fit', align: 'right' },
      { label: text.unitPrice, width: isOlder ? 0.19 : 'fit', align: 'right' },
      { label: text.vat, width: isOlder ? 0.09 : 'fit', align: 'right' },
      { label: text.subtotal, width: isOlder ? 0.2 : 'fit', align: 'right' },
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
