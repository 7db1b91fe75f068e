import { type APIRequestContext, expect } from '@playwright/test'

interface Row {
  readonly id: number
}

const isRow = (value: unknown): value is Row =>
  typeof value === 'object' && value !== null && 'id' in value && typeof value.id === 'number'

const create = async (admin: APIRequestContext, path: string, data: object): Promise<Row> => {
  const answer = await admin.post(path, { data })
  expect(answer.status(), await answer.text()).toBe(200)
  const row: unknown = await answer.json()
  if (!isRow(row)) throw new Error(`POST ${path} returned no row`)
  return row
}

export const readCustomers = async (admin: APIRequestContext): Promise<(Row & Record<string, unknown>)[]> => {
  const rows: unknown = await (await admin.get('/api/customers')).json()
  if (!Array.isArray(rows)) throw new Error('GET /api/customers returned no list')
  return rows.filter(isRow).map((row) => ({ ...row }))
}

export const clearCustomers = async (admin: APIRequestContext): Promise<void> => {
  for (const { id } of await readCustomers(admin)) {
    expect((await admin.delete(`/api/customers/${id}`)).status()).toBe(204)
  }
}

/** Creates customers; returns their ids in the same order. */
export const addCustomers = async (
  admin: APIRequestContext,
  customers: readonly { readonly name: string; readonly email: string; readonly [field: string]: unknown }[],
): Promise<number[]> => {
  const ids: number[] = []
  for (const customer of customers) ids.push((await create(admin, '/api/customers', customer)).id)
  return ids
}

export const addContactPerson = async (
  admin: APIRequestContext,
  person: {
    readonly customerId: number
    readonly firstName: string
    readonly lastName: string
    readonly email: string
  },
): Promise<void> => {
  await create(admin, '/api/contact-persons', person)
}
