import { createServer } from 'node:http'
import type { AddressInfo } from 'node:net'
import Provider from 'oidc-provider'
import { onCleanup } from './cleanup.ts'

/** Kontor's client id and secret at the provider. */
export const openidClient = { oidcClientId: 'kontor', oidcClientSecret: 'en-hemmelighet-for-testen' } as const

/**
 * Starts a real OpenID provider on loopback. It logs everyone in as Kari Nordmann, without asking. `follow` goes through the
 * provider's pages like a browser and returns the address that the provider redirects back to.
 */
export const startOpenidProvider = async (redirectUri: string) => {
  const server = createServer((request, response) => handle(request, response))
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve))
  const issuer = `http://127.0.0.1:${(server.address() as AddressInfo).port}`
  const provider = new Provider(issuer, {
    clients: [
      {
        client_id: openidClient.oidcClientId,
        client_secret: openidClient.oidcClientSecret,
        redirect_uris: [redirectUri],
        response_types: ['code'],
        grant_types: ['authorization_code'],
      },
    ],
    cookies: { keys: ['en-nøkkel-for-testen'] },
    pkce: { required: () => true },
    features: { devInteractions: { enabled: false } },
    claims: { openid: ['sub'], profile: ['name'] },
    findAccount: (_context, accountId) => ({ accountId, claims: () => ({ sub: accountId, name: 'Kari Nordmann' }) }),
    interactions: { url: (_context, { uid }) => `/login/${uid}` },
    loadExistingGrant: async ({ oidc }) => {
      const grant = new oidc.provider.Grant({
        clientId: oidc.client?.clientId ?? '',
        accountId: oidc.session?.accountId ?? '',
      })
      grant.addOIDCScope('openid profile')
      await grant.save()
      return grant
    },
  })
  const answer = provider.callback()
  const handle: typeof answer = async (request, response) =>
    request.url?.startsWith('/login/')
      ? provider.interactionFinished(request, response, { login: { accountId: 'kari-17' } })
      : answer(request, response)
  onCleanup(() => new Promise((resolve) => server.close(resolve)))

  const follow = async (url: string): Promise<string> => {
    const cookies = new Map<string, string>()
    for (let at = url; ; ) {
      const cookie = [...cookies].map(([name, value]) => `${name}=${value}`).join('; ')
      const response = await fetch(at, { redirect: 'manual', headers: { cookie } })
      for (const header of response.headers.getSetCookie()) {
        const [name = '', value = ''] = (header.split(';', 1)[0] ?? '').split(/=(.*)/s)
        cookies.set(name, value)
      }
      const location = response.headers.get('location')
      if (!location) throw new Error(`The provider answered ${response.status}: ${await response.text()}`)
      at = new URL(location, at).href
      if (at.startsWith(redirectUri)) return at
    }
  }
  return { issuer, follow }
}
