import { oreFromKroner } from '@kontor/contract/shared/money'
import { addOsloDays, osloDay } from '@kontor/contract/shared/time'
import type { AdminCall } from './admin-api.ts'

interface DemoLine {
  /** Number of a demo product. */
  readonly product?: string
  readonly description?: string
  readonly quantity: number
  /** In øre; defaults to the product's price. */
  readonly unitPrice?: number
  readonly vatRate?: number
}

interface DemoAgreement {
  readonly customer: string
  readonly title: string
  readonly description?: string
  /** Days from today until the last day. */
  readonly validFor?: number
  readonly reminderDays?: number
  readonly lines: readonly DemoLine[]
  /** First name of the contact person; without it, the agreement stays a draft. */
  readonly sentTo?: string
  readonly reminded?: boolean
  readonly answer?: { readonly by: 'link' | 'phone'; readonly action: string; readonly message: string }
}

/** Oldest first. */
const demoAgreements: readonly DemoAgreement[] = [
  {
    customer: 'Heksenes Kaffebrenneri AS',
    title: 'Frokostmøter høsten ut',
    description: 'Fire frokostmøter om åpenhetsloven, servering medregnet.',
    validFor: -6,
    lines: [{ product: '310', quantity: 60, vatRate: 15 }],
    sentTo: 'Lars',
  },
  {
    customer: 'Oppdiktet Havbruk ASA',
    title: 'Miljøfyrtårn for åtte lokaliteter',
    description:
      'Kartlegging, tiltaksplan og opplæring fram mot sertifikat.\nReise og opphold faktureres etter avtale.',
    validFor: 40,
    lines: [
      { product: '120', quantity: 1 },
      { product: '100', quantity: 37 },
      { product: '300', quantity: 2, vatRate: 0 },
    ],
    sentTo: 'Peder',
    answer: {
      by: 'link',
      action: 'accept',
      message: 'Vi er enige, og gleder oss til å komme i gang.\nRing meg om oppstart i uke 6.',
    },
  },
  {
    customer: 'Tallmagi Fiktiv Revisjon AS',
    title: 'Digital internkontroll med opplæring',
    validFor: 20,
    lines: [
      { product: '200', quantity: 144 },
      { product: '210', quantity: 1 },
    ],
    sentTo: 'Hans',
    answer: {
      by: 'link',
      action: 'contact',
      message: 'Kan prisen per bruker bli lavere når kundene våre også tar det i bruk?',
    },
  },
  {
    customer: 'Åse Nordmann Blåbærgård',
    title: 'HMS for sesongarbeidere',
    validFor: 10,
    lines: [{ description: 'Opplæring på gården, to dager', quantity: 2, unitPrice: 69_622 }],
    sentTo: 'Åse',
    answer: { by: 'phone', action: 'reject', message: 'Ringte selv: utsetter til neste sesong.' },
  },
  {
    customer: 'Eksempel Snekkerverksted',
    title: 'Internkontroll for snekkerverkstedet',
    validFor: 30,
    lines: [{ product: '210', quantity: 1 }],
    sentTo: 'Ola',
  },
  {
    customer: 'Nordfiktiv Teknologi AS',
    title: 'Kvalitetssystem etter ISO 9001, internkontroll og årlig internrevisjon',
    description:
      'Vi setter opp et felles system for kvalitet, HMS og åpenhet, lærer opp lederne og er med på første revisjon.',
    validFor: 14,
    reminderDays: 3,
    lines: [
      { product: '210', quantity: 1 },
      { product: '110', quantity: 2 },
      { description: 'Tilpasning av maler og rutiner\netter deres egne prosesser', quantity: 16, unitPrice: 132_550 },
    ],
    sentTo: 'Kari',
    reminded: true,
  },
  {
    customer: 'Samvirkelaget for fremme av uendelig lange foretaksnavn i nordre eventyrland SA',
    title: 'Åpenhetsloven: aktsomhetsvurdering av leverandører',
    description: 'Utkast. Antall leverandører avklares med Marte.',
    lines: [{ product: '100', quantity: 24 }],
  },
]

const isRecord = (value: unknown): value is Readonly<Record<string, unknown>> =>
  typeof value === 'object' && value !== null

const rowsOf = (answer: unknown) => (Array.isArray(answer) ? answer.filter(isRecord) : [])

const findRow = (rows: readonly Readonly<Record<string, unknown>>[], field: string, value: string) => {
  const row = rows.find((candidate) => candidate[field] === value)
  if (!row) throw new Error(`No demo row with ${field} ${value}`)
  return row
}

const addLines = async (call: AdminCall, path: string, lines: readonly DemoLine[]): Promise<void> => {
  const products = rowsOf(await call('GET', '/api/products'))
  for (const { product, ...line } of lines) {
    const chosen = product === undefined ? null : findRow(products, 'number', product)
    await call('POST', `${path}/products`, {
      ...(chosen && {
        productId: chosen.id,
        description: chosen.name,
        unitPrice: oreFromKroner(Number(chosen.salesPrice)),
      }),
      ...line,
    })
  }
}

/** Adds agreements in every state: draft, sent, expired, with a failed mail, and with each kind of answer. */
export const addDemoAgreements = async (call: AdminCall, now: string): Promise<void> => {
  const customers = rowsOf(await call('GET', '/api/customers'))
  for (const { customer, lines, validFor, sentTo, reminded, answer, ...fields } of demoAgreements) {
    const customerId = findRow(customers, 'name', customer).id
    const validUntil = validFor === undefined ? null : osloDay(addOsloDays(now, validFor))
    const made = await call('POST', '/api/agreements', { ...fields, customerId, validUntil })
    const agreement = isRecord(made) && isRecord(made.agreement) ? made.agreement : {}
    const path = `/api/agreements/${agreement.id}`
    await addLines(call, path, lines)
    if (sentTo === undefined) continue
    const persons = rowsOf(await call('GET', `/api/customers/${customerId}/contact-persons`))
    const recipient = { contactPersonId: findRow(persons, 'firstName', sentTo).id }
    await call('POST', `${path}/send`, recipient)
    if (reminded) await call('POST', `${path}/send`, recipient)
    if (!answer) continue
    const { by, ...body } = answer
    await call('POST', by === 'phone' ? `${path}/answer` : `/api/agreement-response/${agreement.responseToken}`, body)
  }
}
