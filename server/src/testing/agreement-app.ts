import type { PublicAgreement } from '@kontor/contract/agreements/agreements.answers.schema'
import type {
  Agreement,
  AgreementCondition,
  AgreementEvent,
  AgreementLine,
} from '@kontor/contract/agreements/agreements.schema'
import type { EmailLog } from '@kontor/contract/emails/emails.schema'
import { contactPersons, customers } from '../features/customers/customers.table.ts'
import type { Config } from '../platform/config/config.ts'
import { startTestApp } from './app.ts'

export const unknownId = '11111111-1111-4111-8111-111111111111'

/** Starts an app with a customer, a contact person and helpers for agreements. The clock stands at 2026-03-24T09:00Z unless another time is given. */
export const startAgreementApp = async (overrides: Partial<Config> = {}, startsAt?: Date) => {
  const kontor = await startTestApp({
    worker: 'off',
    publicFormLimit: 1_000_000,
    notifyEmail: 'varsel@eksempel.example',
    publicUrl: 'https://www.eksempel.example',
    ...overrides,
  })
  if (startsAt) kontor.clock.set(startsAt.toISOString())
  const admin = await kontor.asAdmin()
  const { db } = kontor.database
  const [customer] = await db
    .insert(customers)
    .values({ name: 'Blåbær & sønner AS', email: 'post@kunde.example', organizationNumber: '974760673', city: 'Ås' })
    .returning()
  if (!customer) throw new Error('No customer was added')
  const [person] = await db
    .insert(contactPersons)
    .values({ customerId: customer.id, firstName: 'Kari', lastName: 'Nordmann', email: 'kari@kunde.example' })
    .returning()
  if (!person) throw new Error('No contact person was added')

  /** Calls as the administrator and returns the response's JSON; throws unless it succeeds. */
  const callOk = async <Answer>(...call: Parameters<typeof admin>): Promise<Answer> => {
    const answer = await admin(...call)
    if (answer.statusCode >= 300) throw new Error(`${call[0]} ${call[1]} answered ${answer.statusCode}: ${answer.body}`)
    return answer.statusCode === 204 ? (undefined as Answer) : answer.json()
  }
  const createDraft = async (body: object = {}): Promise<Agreement> => {
    const data = { title: 'Rådgivning', customerId: customer.id, ...body }
    return (await callOk<{ agreement: Agreement }>('POST', '/api/agreements', data)).agreement
  }
  const addLine = (id: string, body: object = {}): Promise<AgreementLine> =>
    callOk('POST', `/api/agreements/${id}/products`, { description: 'Timer', unitPrice: 120_000, ...body })
  const send = async (id: string, body: object = {}): Promise<Agreement> => {
    const data = { contactPersonId: person.id, recipientEmail: person.email, recipientName: 'Kari Nordmann', ...body }
    return (await callOk<{ agreement: Agreement }>('POST', `/api/agreements/${id}/send`, data)).agreement
  }
  const createAndSend = async (body: object = {}): Promise<Agreement> => {
    const { id } = await createDraft(body)
    await addLine(id)
    return send(id)
  }
  const responsePath = ({ responseToken }: Pick<Agreement, 'responseToken'>) =>
    `/api/agreement-response/${responseToken}`
  return {
    kontor,
    admin,
    customer,
    person,
    callOk,
    createDraft,
    addLine,
    send,
    createAndSend,
    responsePath,
    read: async (id: string): Promise<Agreement> => {
      const found = (await callOk<Agreement[]>('GET', '/api/agreements')).find((agreement) => agreement.id === id)
      if (!found) throw new Error('The agreement is not in the list')
      return found
    },
    events: (id: string): Promise<AgreementEvent[]> => callOk('GET', `/api/agreements/${id}/events`),
    linesOf: (id: string): Promise<AgreementLine[]> => callOk('GET', `/api/agreements/${id}/products`),
    conditionsOf: (id: string): Promise<AgreementCondition[]> => callOk('GET', `/api/agreements/${id}/conditions`),
    /** Returns the agreement's PDF; throws unless it is served. */
    download: async ({ id }: Pick<Agreement, 'id'>): Promise<Buffer> => {
      const { statusCode, rawPayload } = await admin('GET', `/api/agreements/${id}/pdf`)
      if (statusCode !== 200) throw new Error(`The PDF answered ${statusCode}`)
      return rawPayload
    },
    mails: (): Promise<EmailLog[]> => callOk('GET', '/api/email-logs'),
    view: async (agreement: Agreement): Promise<PublicAgreement> =>
      (await kontor.call('GET', responsePath(agreement))).json(),
    answer: (agreement: Pick<Agreement, 'responseToken'>, body: object, headers: Record<string, string> = {}) =>
      kontor.call('POST', responsePath(agreement), body, headers),
  }
}
