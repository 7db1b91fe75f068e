/** Calls the demo's API as the administrator; returns the response's JSON. */
export type AdminCall = (method: 'GET' | 'POST' | 'PUT', path: string, body?: unknown) => Promise<unknown>

/** Logs in as the administrator. */
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

/** The id of a created row. */
export const idOf = (row: unknown): unknown => {
  if (typeof row === 'object' && row !== null && 'id' in row) return row.id
  throw new Error('The created row has no id')
}
