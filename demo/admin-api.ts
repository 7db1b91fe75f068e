import type { Endpoint, EndpointAnswer, EndpointInput } from '@kontor/contract/shared/endpoint'

/** Calls an endpoint of the demo's API, as the administrator unless the endpoint is public. Returns the response's body. */
export type AdminCall = <const E extends Endpoint>(endpoint: E, input: EndpointInput<E>) => Promise<EndpointAnswer<E>>

export const logInAsAdmin = async (url: string, password: string): Promise<AdminCall> => {
  const login = await fetch(`${url}/api/admin/login`, {
    method: 'POST',
    headers: { 'content-type': 'application/json' },
    body: JSON.stringify({ password }),
  })
  if (!login.ok) throw new Error(`The demo's login answered ${login.status}`)
  const cookie = login.headers
    .getSetCookie()
    .map((line) => line.split(';')[0])
    .join('; ')
  return async (endpoint, input) => {
    const { params, body } = input as { params?: Record<string, string>; body?: unknown }
    const path = endpoint.path.replaceAll(/\{(\w+)\}/g, (_, name: string) => params?.[name] ?? '')
    const answer = await fetch(url + path, {
      method: endpoint.method,
      headers: {
        // Calls public endpoints without the session, as visitors and customers do.
        ...(endpoint.caller !== 'public' && { cookie }),
        ...(body !== undefined && { 'content-type': 'application/json' }),
      },
      ...(body !== undefined && { body: JSON.stringify(body) }),
    })
    const text = await answer.text()
    if (!answer.ok) throw new Error(`${endpoint.method} ${path} answered ${answer.status} ${text}`)
    // The cast is safe, since the schema has checked the value; the compiler can't infer the type for a generic endpoint.
    return endpoint.response.parse(JSON.parse(text)) as EndpointAnswer<typeof endpoint>
  }
}
