import type { FastifyInstance } from 'fastify'
import type { Config } from '../config/config.ts'

declare module 'fastify' {
  interface FastifyInstance {
    /** True if a proxy's header arrived while TRUST_PROXY is off. Then all visitors of that proxy count as one address. */
    sawUntrustedProxy: boolean
  }
}

/** Records, and warns once, that an untrusted proxy seems to forward requests. Register before any route. */
export const noticeUntrustedProxy = (app: FastifyInstance, { trustProxy }: Pick<Config, 'trustProxy'>): void => {
  app.decorate('sawUntrustedProxy', false)
  if (trustProxy) return
  app.addHook('onRequest', (request, _reply, done) => {
    if (!app.sawUntrustedProxy && request.headers['x-forwarded-for'] !== undefined) {
      app.sawUntrustedProxy = true
      request.log.warn(
        'X-Forwarded-For arrives while TRUST_PROXY is off: behind a proxy, all visitors count as one address, and limits lock everybody out. Set TRUST_PROXY=on if the proxy is yours.',
      )
    }
    done()
  })
}
