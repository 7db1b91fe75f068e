import {
  answerAgreement,
  createAgreement,
  createAgreementProduct,
  recordAgreementAnswer,
  sendAgreement,
} from '@kontor/contract/agreements/agreements.endpoints'
import type { AnswerAction } from '@kontor/contract/agreements/agreements.rules'
import { listContactPersons, listCustomers } from '@kontor/contract/customers/customers.endpoints'
import { listProducts } from '@kontor/contract/products/products.endpoints'
import { oreFromKroner } from '@kontor/contract/shared/money'
import { addOsloDays, osloDay } from '@kontor/contract/shared/time'
import type { AdminCall } from './admin-api.ts'

/** A line of a demo product, by its number, or one with its own text and price (in øre). */
type DemoLine = { readonly quantity: number; readonly vatRate?: number } & (
  | { readonly product: string }
  | { readonly description: string; readonly unitPrice: number }
)

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
  readonly answer?: { readonly by: 'link' | 'phone'; readonly action: AnswerAction; readonly message: string }
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

const findRow = <Row, Field extends keyof Row>(rows: readonly Row[], field: Field, value: Row[Field]): Row => {
  const row = rows.find((candidate) => candidate[field] === value)
  if (!row) throw new Error(`No demo row with ${String(field)} ${value}`)
  return row
}

const addLines = async (call: AdminCall, id: string, lines: readonly DemoLine[]): Promise<void> => {
  const products = await call(listProducts, {})
  for (const line of lines) {
    if ('product' in line) {
      const { product, ...amounts } = line
      const { id: productId, name: description, salesPrice } = findRow(products, 'number', product)
      const unitPrice = oreFromKroner(salesPrice) ?? 0
      await call(createAgreementProduct, { params: { id }, body: { productId, description, unitPrice, ...amounts } })
    } else await call(createAgreementProduct, { params: { id }, body: line })
  }
}

/** Adds agreements in every state: draft, sent, expired, with a failed mail, and with each kind of answer. */
export const addDemoAgreements = async (call: AdminCall, now: string): Promise<void> => {
  const customers = await call(listCustomers, {})
  for (const { customer, lines, validFor, sentTo, reminded, answer, ...fields } of demoAgreements) {
    const customerId = findRow(customers, 'name', customer).id
    const validUntil = validFor === undefined ? null : osloDay(addOsloDays(now, validFor))
    const { agreement } = await call(createAgreement, { body: { ...fields, customerId, validUntil } })
    const params = { id: agreement.id }
    await addLines(call, agreement.id, lines)
    if (sentTo === undefined) continue
    const persons = await call(listContactPersons, { params: { id: String(customerId) } })
    const body = { contactPersonId: findRow(persons, 'firstName', sentTo).id }
    await call(sendAgreement, { params, body })
    if (reminded) await call(sendAgreement, { params, body })
    if (!answer) continue
    const { by, ...given } = answer
    if (by === 'phone') await call(recordAgreementAnswer, { params, body: given })
    else await call(answerAgreement, { params: { token: agreement.responseToken }, body: given })
  }
}
