import { adminCookie } from './processes.ts'

const answerTimeoutMs = 20_000

/** Three clients that create agreements, and accept and reject each concurrently. Only one answer per agreement may count. */
export interface AgreementClients {
  /** The acknowledged answers by agreement. */
  readonly answers: ReadonlyMap<string, readonly string[]>
  /** Rejected calls (4xx), which none of the caused faults explains. */
  readonly rejected: readonly string[]
  stop(): Promise<void>
}

interface Client {
  readonly call: (path: string, body: object) => Promise<unknown>
  readonly customerId: unknown
  readonly contactPersonId: unknown
}

class Rejected extends Error {}

/** Logs in as the administrator and creates a customer with a contact person. */
const logIn = async (address: string): Promise<Client> => {
  const cookie = await adminCookie(address)
  if (!cookie) throw new Error('The login failed')
  const call = async (path: string, body: object): Promise<unknown> => {
    const response = await fetch(address + path, {
      method: 'POST',
      headers: { cookie, 'content-type': 'application/json' },
      body: JSON.stringify(body),
      signal: AbortSignal.timeout(answerTimeoutMs),
    })
    const failed = `${path} answered ${response.status}`
    if (response.status >= 500) throw new Error(failed)
    if (!response.ok) throw new Rejected(`${failed}: ${await response.text()}`)
    return JSON.parse(await response.text())
  }
  const customer = Object(await call('/api/customers', { name: 'Blåbær AS', email: 'post@kunde.example' }))
  const person = { customerId: customer.id, firstName: 'Kari', lastName: 'Nordmann', email: 'kari@kunde.example' }
  const contact = Object(await call('/api/contact-persons', person))
  return { call, customerId: customer.id, contactPersonId: contact.id }
}

const sendAgreement = async ({ call, customerId, contactPersonId }: Client): Promise<{ id: string; token: string }> => {
  const { agreement } = Object(await call('/api/agreements', { title: 'Rådgivning', customerId }))
  await call(`/api/agreements/${agreement.id}/products`, { description: 'Timer', unitPrice: 120_000 })
  const recipient = { contactPersonId, recipientEmail: 'kari@kunde.example', recipientName: 'Kari Nordmann' }
  const sent = Object(await call(`/api/agreements/${agreement.id}/send`, recipient))
  return { id: String(agreement.id), token: String(sent.agreement.responseToken) }
}

export const startAgreementClients = (address: string): AgreementClients => {
  const answers = new Map<string, string[]>()
  const rejected: string[] = []
  const stopping = new AbortController()
  const pause = () => new Promise((resolve) => setTimeout(resolve, 500))
  /** Sends an answer, again and again, until the response's status is below 500. The answer may be stored even if a response was lost. */
  const answer = async (id: string, token: string, action: string): Promise<void> => {
    while (!stopping.signal.aborted) {
      const response = await fetch(`${address}/api/agreement-response/${token}`, {
        method: 'POST',
        headers: { 'content-type': 'application/json' },
        body: JSON.stringify({ action, message: 'Ja', name: 'Kari' }),
        signal: AbortSignal.timeout(answerTimeoutMs),
      }).catch(() => undefined)
      if (response?.ok) answers.set(id, [...(answers.get(id) ?? []), action])
      if (response && response.status < 500) return
      await pause()
    }
  }
  const run = async () => {
    let client: Client | undefined
    while (!stopping.signal.aborted) {
      try {
        client ??= await logIn(address)
        const { id, token } = await sendAgreement(client)
        await Promise.all(['accept', 'reject'].map((action) => answer(id, token, action)))
      } catch (error) {
        // Ignores all other errors, since the faults explain them, and keeps the session.
        if (error instanceof Rejected) {
          rejected.push(error.message)
          client = undefined
        }
      }
      await pause()
    }
  }
  const running = Promise.all([run(), run(), run()])
  return {
    answers,
    rejected,
    stop: async () => {
      stopping.abort()
      await running
    },
  }
}
