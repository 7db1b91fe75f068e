import { type IncomingMessage, request } from 'node:http'
import type {} from '@vitest/browser-playwright'
import type { Plugin } from 'vite'
import type { BrowserCommand } from 'vitest/node'
import { freshCompany as addFreshCompany, type FreshCompany } from '../../../stand-ins/fresh-company.ts'
import { type Kontor, startKontor } from '../../../stand-ins/kontor.ts'
import { type RegisterFaults, type RegisterStandIn, startRegister } from '../../../stand-ins/register.ts'
import { type ReceivedMail, type SmtpStandIn, startSmtp } from '../../../stand-ins/smtp.ts'
import { backendCookie, backendHeader } from './component-backend-names.ts'

/** The server for component tests, with its mail server and register. */
interface Backend {
  readonly kontor: Kontor
  readonly smtp: SmtpStandIn
  readonly register: RegisterStandIn
}

/** Backends by the id of the test page: pages running in parallel must not see each other's data. */
const backends = new Map<string, Promise<Backend>>()

const start = async (): Promise<Backend> => {
  const [smtp, register] = [await startSmtp(), await startRegister()]
  const kontor = await startKontor({
    SMTP_URL: smtp.url,
    NOTIFY_EMAIL: 'kontoret@eksempel.example',
    BRREG_BASE_URL: register.url,
  })
  return { kontor, smtp, register }
}

/** Starts the page's backend on first use. */
const backendOf = (page: string): Promise<Backend> => {
  const backend = backends.get(page) ?? start()
  backends.set(page, backend)
  return backend
}

const stop = async (): Promise<void> => {
  const all = [...backends.values()]
  backends.clear()
  for (const backend of all) {
    const { kontor, smtp, register } = await backend
    const code = await kontor.stop()
    await Promise.all([smtp.close(), register.close()])
    if (code !== 0) throw new Error(`Kontor ended with ${code}:\n${kontor.output()}`)
  }
}

const pageOf = ({ headers }: IncomingMessage): string =>
  headers[backendHeader]?.toString() ??
  new RegExp(`(?:^|; )${backendCookie}=([\\w-]+)`).exec(headers.cookie ?? '')?.[1] ??
  ''

/** Proxies the test pages' `/api` to a real Kontor, so that calls and cookies have the same origin. */
export const forwardCalls = (): Plugin => ({
  name: 'kontor-components',
  configureServer: ({ middlewares }) => {
    middlewares.use((incoming, outgoing, next) => {
      if (!incoming.url?.startsWith('/api/')) return next()
      const { url, method, headers } = incoming
      backendOf(pageOf(incoming)).then(({ kontor }) => {
        const call = request(new URL(url, kontor.url), { method, headers }, (answer) => {
          outgoing.writeHead(answer.statusCode ?? 502, answer.headers)
          answer.pipe(outgoing)
        })
        call.on('error', (error) => outgoing.destroy(error))
        outgoing.on('close', () => call.destroy())
        incoming.pipe(call)
      }, next)
    })
  },
  buildEnd: stop,
})

/** The mail server's response: `to` limits a refusal to that recipient. */
export interface SmtpBehaviour {
  readonly refuse?: { readonly code: number; readonly text: string; readonly to?: string }
  readonly delayMs?: number
  readonly drop?: boolean
}

/** Emulated media features. */
export interface EmulatedMedia {
  readonly media?: 'screen' | 'print'
  readonly colorScheme?: 'light' | 'dark'
}

declare module 'vitest' {
  interface ProvidedContext {
    /** Credentials for the tests. */
    accounts: { adminPassword: string; sales: { username: string; password: string } }
  }
}

declare module 'vitest/browser' {
  interface BrowserCommands {
    /** Starts the page's own server and database; resolves to the cookie that routes its calls there. */
    startBackend(): Promise<string>
    /** Runs a statement on the server's database. */
    sql(statement: string, values?: readonly unknown[]): Promise<Record<string, unknown>[]>
    /** All received mails. */
    mails(): Promise<{ to: readonly string[]; subject: string; text: string; html: string }[]>
    /** Sets how the mail server responds, until the test ends. */
    setSmtp(behaviour: SmtpBehaviour): Promise<void>
    /** Sets how the company register responds, until the test ends. */
    setRegister(faults: Omit<RegisterFaults, 'only'> & { readonly only?: string }): Promise<void>
    /** Paths requested from the register so far, with queries. */
    registerRequests(): Promise<readonly string[]>
    /** A copy of the company `like` that the server hasn't cached; for the `bodies` of `setRegister`. */
    freshCompany(name: string, like: string): Promise<FreshCompany>
    /** Emulates a media type and colour scheme, until the test ends. */
    emulateMedia(media: EmulatedMedia): Promise<void>
  }
}

const summariseMail = ({ to, mail }: ReceivedMail) => ({
  to,
  subject: mail.subject ?? '',
  text: mail.text ?? '',
  html: mail.html ?? '',
})

const startBackend: BrowserCommand = async ({ sessionId }) => {
  await backendOf(sessionId)
  return `${backendCookie}=${sessionId}; path=/`
}

const sql: BrowserCommand<[statement: string, values?: readonly unknown[]]> = async (
  { sessionId },
  statement,
  values,
) => (await backendOf(sessionId)).kontor.sql(statement, values)

const mails: BrowserCommand = async ({ sessionId }) => (await backendOf(sessionId)).smtp.mails.map(summariseMail)

const setSmtp: BrowserCommand<[behaviour: SmtpBehaviour]> = async ({ sessionId }, { refuse, ...faults }) => {
  const { smtp } = await backendOf(sessionId)
  if (!refuse) return smtp.misbehave(faults)
  const { to, ...answer } = refuse
  smtp.misbehave({ ...faults, refuse: (receivers) => (!to || receivers.includes(to) ? answer : undefined) })
}

const setRegister: BrowserCommand<[faults: Omit<RegisterFaults, 'only'> & { readonly only?: string }]> = async (
  { sessionId },
  { only, ...faults },
) => {
  const { register } = await backendOf(sessionId)
  register.misbehave({ ...faults, ...(only && { only: new RegExp(only) }) })
}

const registerRequests: BrowserCommand = async ({ sessionId }) => (await backendOf(sessionId)).register.requests

const freshCompany: BrowserCommand<[name: string, like: string]> = async ({ sessionId }, name, like) =>
  addFreshCompany((await backendOf(sessionId)).register, name, like)

/** The media that each page emulates, unless it is the default. Setting the same media again would recompute every style. */
const emulatedMedia = new Map<string, string>()
const usualMedia = 'screen light'

const emulateMedia: BrowserCommand<[media: EmulatedMedia]> = async (
  { page, sessionId },
  { media = 'screen', colorScheme = 'light' },
) => {
  const wanted = `${media} ${colorScheme}`
  if (wanted === (emulatedMedia.get(sessionId) ?? usualMedia)) return
  await page.emulateMedia({ media, colorScheme })
  emulatedMedia.set(sessionId, wanted)
}

/** Browser commands for component tests. */
export const componentCommands = {
  startBackend,
  sql,
  mails,
  setSmtp,
  setRegister,
  registerRequests,
  freshCompany,
  emulateMedia,
}
