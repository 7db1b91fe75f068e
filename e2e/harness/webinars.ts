import { type APIRequestContext, expect } from '@playwright/test'

interface Row {
  readonly id: string
}

const isRow = (value: unknown): value is Row =>
  typeof value === 'object' && value !== null && 'id' in value && typeof value.id === 'string'

const rowsOf = async (admin: APIRequestContext, path: string): Promise<Row[]> => {
  const rows: unknown = await (await admin.get(path)).json()
  if (!Array.isArray(rows)) throw new Error(`GET ${path} returned no list`)
  return rows.filter(isRow)
}

/** Deletes all webinars with their registrations. */
export const clearWebinars = async (admin: APIRequestContext): Promise<void> => {
  for (const { id } of await rowsOf(admin, '/api/webinars')) {
    expect((await admin.delete(`/api/webinars/${id}`)).status()).toBe(204)
  }
}

/** Registers like a visitor. */
export const registerFor = async (
  api: APIRequestContext,
  webinarId: string,
  visitor: { name: string; email: string; company?: string; phone?: string },
): Promise<void> => {
  const answer = await api.post(`/api/webinars/${webinarId}/registrations`, { data: visitor })
  expect(answer.status(), await answer.text()).toBe(200)
}
