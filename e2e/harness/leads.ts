import { type APIRequestContext, expect, type Page } from '@playwright/test'
import { type Kontor, sales } from '../../stand-ins/kontor.ts'
import { post, type Row } from './rows.ts'

/** Logs in as a sales user through the API and opens the list. */
export const openLeads = async (page: Page, path = '/leads'): Promise<void> => {
  const answer = await page.request.post('/api/auth/login', { data: sales })
  expect(answer.status(), await answer.text()).toBe(200)
  await page.goto(path)
  await expect(page.getByRole('heading', { name: /^Leads/, level: 2 })).toBeVisible()
}

export interface NewLead {
  readonly company_name: string
  readonly [field: string]: unknown
}

/** Creates leads one after the other, in order. */
export const addLeads = async (api: APIRequestContext, leads: readonly NewLead[]): Promise<void> => {
  await post(api, '/api/leads', leads)
}

/** Returns all leads, 200 at most. */
export const readLeads = async (api: APIRequestContext): Promise<Row[]> =>
  (await (await api.get('/api/leads?size=200&sort=id:asc')).json()).leads

export const clearLeads = (kontor: Kontor): Promise<unknown> => kontor.sql('TRUNCATE leads CASCADE')

export const rowOf = (page: Page, name: string) => page.getByRole('row').filter({ hasText: name })
