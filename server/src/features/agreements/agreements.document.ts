import { type AnswerAction, answerChannels } from '@kontor/contract/agreements/agreements.rules'
import { oreText, percentText } from '@kontor/contract/shared/money'
import { formatOrganizationNumber } from '@kontor/contract/shared/orgnr'
import { longOsloDay, longOsloTime } from '@kontor/contract/shared/time'
import type { PdfBlock, PdfDocument } from '../../platform/pdf/pdf-document.ts'
import type { HashedAnswer, Snapshot } from './agreements.evidence.ts'

export interface Proof extends HashedAnswer {
  readonly answeredBy: string | null
  /** SHA-256 in hex. */
  readonly evidence: string
  /** Its place in the chain over all answers; null in answers from before the chain. */
  readonly number: number | null
}

/** The agreement as a PDF: the text that the customer was shown and, once answered, a page with the evidence. */
export const agreementDocument = (
  snapshot: Snapshot,
  { proof, madeAt }: { readonly proof: Proof | null; readonly madeAt: string },
): PdfDocument => ({
  title: snapshot.title,
  author: snapshot.seller.name,
  createdAt: proof?.answeredAt ?? madeAt,
  footer: [
    snapshot.seller.name,
    `Avtale ${snapshot.agreementId}`,
    ...(snapshot.number > 0 ? [`tekst ${snapshot.number}`] : []),
  ].join(' · '),
  blocks: [...content(snapshot), ...(proof ? proofPage(snapshot, proof) : [])],
})

const lines = (...parts: readonly (string | null | undefined)[]): string => parts.filter(Boolean).join('\n')

const content = (snapshot: Snapshot): PdfBlock[] => [
  { kind: 'title', text: snapshot.title },
  { kind: 'facts', facts: parties(snapshot) },
  ...(snapshot.description ? [{ kind: 'paragraph', text: snapshot.description } as const] : []),
  ...(snapshot.products.length > 0 ? [productTable(snapshot)] : [amounts(snapshot)]),
  ...snapshot.conditions.flatMap(({ name, content: text, customContent }): PdfBlock[] => [
    { kind: 'heading', text: name },
    { kind: 'paragraph', text: customContent ?? text },
  ]),
]

const parties = ({ number, seller, customer, contactPerson, validUntil }: Snapshot): [string, string][] => [
  [
    'Leverandør',
    lines(seller.name, `Org.nr. ${formatOrganizationNumber(seller.organizationNumber)}`, seller.address, seller.email),
  ],
  [
    'Kunde',
    lines(
      customer.name,
      customer.organizationNumber && `Org.nr. ${formatOrganizationNumber(customer.organizationNumber)}`,
      customer.address,
      [customer.postCode, customer.city].filter(Boolean).join(' '),
    ),
  ],
  ...(contactPerson
    ? [
        [
          'Kontaktperson',
          lines(`${contactPerson.firstName} ${contactPerson.lastName}`, contactPerson.email, contactPerson.mobilePhone),
        ] as [string, string],
      ]
    : []),
  ...(validUntil ? [['Gyldig til og med', longOsloDay(validUntil)] as [string, string]] : []),
  ...(number === 0 ? [['Status', 'Utkast, ikke sendt'] as [string, string]] : []),
]

const sums = ({ totalAmount, vatAmount }: Snapshot): [string, string][] => [
  ['Sum eks. mva', oreText(totalAmount)],
  ...(vatAmount > 0 ? [['MVA', oreText(vatAmount)] as [string, string]] : []),
  ['Total ink. mva', oreText(totalAmount + vatAmount)],
]

const amounts = (snapshot: Snapshot): PdfBlock => ({ kind: 'facts', facts: sums(snapshot) })

const productTable = (snapshot: Snapshot): PdfBlock => ({
  kind: 'table',
  columns: [
    { label: 'Beskrivelse', width: 0.42, align: 'left' },
    { label: 'Antall', width: 0.1, align: 'right' },
    { label: 'Enhetspris', width: 0.19, align: 'right' },
    { label: 'MVA', width: 0.09, align: 'right' },
    { label: 'Sum eks. mva', width: 0.2, align: 'right' },
  ],
  rows: snapshot.products.map(({ description, quantity, unitPrice, vatRate, totalPrice }) => [
    description,
    String(quantity),
    oreText(unitPrice),
    percentText(vatRate),
    oreText(totalPrice),
  ]),
  sums: sums(snapshot),
})

const outcomes: Readonly<Record<AnswerAction, string>> = {
  accept: 'Akseptert',
  reject: 'Avslått',
  contact: 'Ber om kontakt',
}

const proofPage = (snapshot: Snapshot, proof: Proof): PdfBlock[] => [
  { kind: 'page' },
  { kind: 'title', text: 'Bevis for svaret' },
  {
    kind: 'facts',
    facts: [
      ['Svar', outcomes[proof.action]],
      ['Tidspunkt', lines(`${longOsloTime(proof.answeredAt, 'no')} (norsk tid)`, `${proof.answeredAt} (UTC)`)],
      ['Svaret kom', answerChannels[proof.channel].toLowerCase()],
      ...(proof.answeredBy ? [['Besvart av', proof.answeredBy] as [string, string]] : []),
      ...(proof.message ? [['Melding', proof.message] as [string, string]] : []),
      ['Avtale', lines(snapshot.title, `${snapshot.agreementId}, tekst ${snapshot.number}`)],
      ['SHA-256', proof.evidence],
    ],
  },
  {
    kind: 'small',
    text: 'Fingeravtrykket (SHA-256) er regnet ut over avtalen slik den ble vist, svaret og tidspunktet på serveren da svaret kom. Begge parter har fått det på e-post. Endres ett tegn i avtalen eller svaret, blir fingeravtrykket et annet.',
  },
]
