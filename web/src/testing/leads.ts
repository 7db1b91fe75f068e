import { createLead, listLeads } from '@kontor/contract/leads/leads.endpoints'
import type { LeadStatus } from '@kontor/contract/leads/leads.rules'
import type { EndpointInput } from '@kontor/contract/shared/endpoint'
import { expect } from 'vitest'
import { commands, type Locator, page } from 'vitest/browser'
import { call } from '../platform/api-client.ts'
import { intercept } from './calls.ts'
import { truncateTables } from './database.ts'
import { chooseOption } from './locators.ts'

/** Deletes every lead and customer, with all rows that reference them. */
export const clearLeads = (): Promise<void> => truncateTables('customers, leads, lead_views')

export type NewLead = EndpointInput<typeof createLead>['body']

/** Creates leads in this order; resolves to their ids. Needs a session. */
export const addLeads = async (leads: readonly NewLead[]): Promise<number[]> => {
  const ids: number[] = []
  for (const body of leads) ids.push((await call(createLead, { body })).id)
  return ids
}

/** Returns all leads in the order of their creation; up to 200. */
export const readLeads = async () => (await call(listLeads, { query: { size: 200, sort: 'id:asc' } })).leads

/** Inserts many leads, created an hour apart; the first is the newest. */
export const seedLeads = (count: number): Promise<unknown> =>
  commands.sql(
    `INSERT INTO leads (company_name, status, org_no, industry, city, next_step, created_at)
     SELECT (ARRAY['Nordfjord', 'Østby', 'Åsgård', 'Blåfjell'])[1 + n % 4] || ' Eksempel ' || n || ' AS',
       (ARRAY['Ny', 'Ny', 'Ny', 'Kontaktet', 'Avtalt møte', 'Tilbud sendt', 'Avslått', 'Kunde'])[1 + n % 8],
       lpad((900000000 + n)::text, 9, '0'),
       (ARRAY['Regnskap og bokføring', 'Oppføring av bygninger', 'Akvakultur i saltvann'])[1 + n % 3],
       (ARRAY['Oslo', 'Bergen', 'Ålesund', 'Tromsø'])[1 + n % 4],
       CASE WHEN n % 3 = 0 THEN 'Ringe tilbake om tilbudet' END, now() - n * interval '1 hour'
     FROM generate_series(1, $1::int) AS n`,
    [count],
  )

/** Returns the customers' names and e-mail addresses, sorted by name. */
export const readCustomers = async () => {
  const rows = await commands.sql('SELECT name, email FROM customers ORDER BY name')
  return rows.map(({ name, email }) => ({ name: String(name), email: String(email) }))
}

/** Returns the row of a lead in the table. */
export const rowOf = (name: string): Locator => page.getByRole('row').filter({ hasText: name })

export const statusOf = (name: string): Locator => rowOf(name).getByRole('button', { name: /^Status for/ })

/** Chooses a status in the row of a lead. */
export const setStatus = (name: string, status: LeadStatus): Promise<void> => chooseOption(statusOf(name), status)

/** Waits for the heading that says how many leads there are. */
export const expectCount = (count: number): Promise<void> =>
  expect.element(page.getByRole('heading', { name: `Leads (${count})` })).toBeVisible()

/** Fails calls to a path as if the network were down. Returns a function that stops this. */
export const failCalls = (method: string, path: RegExp): (() => void) =>
  intercept(method, path, () => {
    throw new TypeError('Failed to fetch')
  })

export const leadsPath = /^\/api\/leads$/
export const leadPath = /^\/api\/leads\/\d+$/
export const statusPath = /^\/api\/leads\/\d+\/status$/
