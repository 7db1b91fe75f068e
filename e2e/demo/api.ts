/** Calls the demo's API as the administrator; returns the response's JSON. */
export type OfficeCall = (method: 'GET' | 'POST' | 'PUT', path: string, body?: unknown) => Promise<unknown>

const post = (url: string, body: unknown): Promise<Response> =>
  fetch(url, { method: 'POST', headers: { 'content-type': 'application/json' }, body: JSON.stringify(body) })

/** Logs in as the administrator. */
export const logInToDemo = async (url: string, password: string): Promise<OfficeCall> => {
  const login = await post(`${url}/api/admin/login`, { password })
  if (!login.ok) throw new Error(`The demo's login answered ${login.status}`)
  const cookie = login.headers
    .getSetCookie()
    .map((line) => line.split(';')[0])
    .join('; ')
  return async (method, path, body) => {
    const answer = await fetch(`${url}${path}`, {
      method,
      headers: { cookie, ...(body !== undefined && { 'content-type': 'application/json' }) },
      ...(body !== undefined && { body: JSON.stringify(body) }),
    })
    const text = await answer.text()
    if (!answer.ok) throw new Error(`${method} ${path} answered ${answer.status} ${text}`)
    return JSON.parse(text)
  }
}
