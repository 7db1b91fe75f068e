import { randomBytes } from 'node:crypto'
import { normalizeIP } from '@fastify/rate-limit'
import type { FastifyReply, FastifyRequest } from 'fastify'
import type { Config } from '../../platform/config/config.ts'
import { provingCookie } from '../../platform/session/sessions.ts'

/** The device of a login. */
export interface Client {
  /** The IP address; for IPv6 its /64, which a household or office shares. */
  readonly address: string
  /** The browser's device cookie, or a new one to be set at its next login. */
  readonly device: string
}

/** Days for which a device stays known after a login. */
export const knownDays = 90

const pattern = /^[\w-]{43}$/

const cookieOf = (config: Pick<Config, 'publicUrl'>) => provingCookie('kontor_device', config)

export const clientOf = (config: Pick<Config, 'publicUrl'>, { ip, cookies }: FastifyRequest): Client => {
  const known = cookies[cookieOf(config).name]
  const device = known !== undefined && pattern.test(known) ? known : randomBytes(32).toString('base64url')
  return { address: normalizeIP(ip), device }
}

/** Sets the device cookie after a correct password, so that strangers' failed attempts don't delay logins from this browser. */
export const keepDevice = (config: Pick<Config, 'publicUrl'>, reply: FastifyReply, { device }: Client): void => {
  const { name, ...place } = cookieOf(config)
  reply.setCookie(name, device, { ...place, httpOnly: true, sameSite: 'strict', maxAge: knownDays * 24 * 60 * 60 })
}
