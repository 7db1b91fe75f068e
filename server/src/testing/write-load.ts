import { Agent, request } from 'node:http'
import { setTimeout as sleep } from 'node:timers/promises'

/** The messages of the enquiries sent, by outcome. */
export interface WriteLoad {
  /** Answered with success: these must never be lost. */
  readonly acknowledged: readonly string[]
  /** Answered with another status. */
  readonly refused: readonly string[]
  /** The connection broke before the response. */
  readonly broken: readonly string[]
  /** Stops sending and waits for pending answers. */
  stop(): Promise<void>
}

type Outcome = 'acknowledged' | 'refused' | 'broken' | 'notConnected'

let counter = 0

/** Sends enquiries from concurrent keep-alive clients. Each waits for the response, then `pauseMs`, before its next enquiry. */
export const startWriteLoad = (address: string, { clients = 8, pauseMs = 0 } = {}): WriteLoad => {
  const agent = new Agent({ keepAlive: true, maxSockets: clients })
  const load = { acknowledged: [] as string[], refused: [] as string[], broken: [] as string[] }
  let sending = true

  const client = async () => {
    while (sending) {
      const message = `enquiry ${counter++}`
      const outcome = await send(address, agent, message)
      if (outcome === 'notConnected') return
      load[outcome].push(message)
      if (outcome === 'broken') return
      if (pauseMs > 0) await sleep(pauseMs)
    }
  }
  const running = Promise.all(Array.from({ length: clients }, client))
  return {
    ...load,
    stop: async () => {
      sending = false
      await running
      agent.destroy()
    },
  }
}

const send = (address: string, agent: Agent, message: string): Promise<Outcome> =>
  new Promise((resolve) => {
    const email = `${message.replace(' ', '-')}@kunde.example`
    const body = JSON.stringify({ name: 'Kari Nordmann', email, subject: 'general', message })
    const headers = { 'content-type': 'application/json', 'content-length': Buffer.byteLength(body) }
    const call = request(`${address}/api/contacts`, { method: 'POST', agent, headers }, (response) => {
      response.resume()
      response.once('error', () => resolve('broken'))
      response.once('end', () => resolve(response.statusCode === 200 ? 'acknowledged' : 'refused'))
    })
    call.once('error', (error) => {
      // The server had stopped listening and never received the request.
      resolve('code' in error && error.code === 'ECONNREFUSED' ? 'notConnected' : 'broken')
    })
    call.end(body)
  })
