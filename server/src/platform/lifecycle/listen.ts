import type { FastifyInstance } from 'fastify'
import type { Config } from '../config/config.ts'
import { errorCode } from '../errors/error-code.ts'
import { StartFailure } from '../errors/start-failure.ts'

/**
 * Opens the port.
 * @returns the address for a browser on this machine
 * @throws StartFailure when the port or the address is not available
 */
export const listen = async (app: FastifyInstance, { host, port }: Pick<Config, 'host' | 'port'>): Promise<string> => {
  try {
    await app.listen({ host, port })
  } catch (error) {
    const reason = reasons[errorCode(error) ?? '']
    throw reason ? new StartFailure(reason(host, port), { cause: error }) : error
  }
  const address = app.server.address()
  const bound = typeof address === 'object' && address ? address.port : port
  return `http://${hostInUrl(host)}:${bound}`
}

const reasons: Readonly<Record<string, (host: string, port: number) => string>> = {
  EADDRINUSE: (_host, port) =>
    `Port ${port} is taken by another program: stop that one, or set PORT to another number.`,
  EACCES: (_host, port) => `Port ${port} may not be opened by this user: set PORT to a number above 1023.`,
  EADDRNOTAVAIL: (host) => `HOST is ${host}, which is no address of this machine.`,
  ENOTFOUND: (host) => `HOST is ${host}, which is no address of this machine.`,
}

const hostInUrl = (host: string): string => {
  if (['127.0.0.1', '0.0.0.0', '::1', '::'].includes(host)) return 'localhost'
  return host.includes(':') ? `[${host}]` : host
}
