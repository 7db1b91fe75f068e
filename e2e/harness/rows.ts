import { type APIRequestContext, expect } from '@playwright/test'

/** A row as the API returns it. */
export interface Row {
  readonly id: string | number
  readonly [field: string]: unknown
}

/** Returns the rows of a list. */
export const readRows = async (api: APIRequestContext, path: string): Promise<Row[]> => (await api.get(path)).json()

/** Deletes all rows of a list. */
export const deleteRows = async (api: APIRequestContext, path: string): Promise<void> => {
  for (const { id } of await readRows(api, path)) expect((await api.delete(`${path}/${id}`)).status()).toBe(204)
}

/** Posts each body in order; returns the answers. */
export const post = async (api: APIRequestContext, path: string, bodies: readonly object[]): Promise<Row[]> => {
  const rows: Row[] = []
  for (const data of bodies) {
    const answer = await api.post(path, { data })
    expect(answer.status(), await answer.text()).toBe(200)
    rows.push(await answer.json())
  }
  return rows
}
