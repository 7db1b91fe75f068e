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

/** Creates leads in order. */
export const addLeads = async (api: APIRequestContext, leads: readonly NewLead[]): Promise<void> => {
  await post(api, '/api/leads', leads)
}

/** All leads, up to 200. */
export const readLeads = async (api: APIRequestContext): Promise<Row[]> =>
  (await (await api.get('/api/leads?size=200&sort=id:asc')).json()).leads

export const clearLeads = (kontor: Kontor): Promise<unknown> => kontor.sql('TRUNCATE leads CASCADE')

/** Inserts many leads, faster than the API: created an hour apart, the first one newest. */
export const seedLeads = async (kontor: Kontor, count: number): Promise<void> => {
  await kontor.sql(
    `INSERT INTO leads (company_name, status, org_no, organization_form, contact_name, contact_title, phone, email, employees,
       revenue_nok, industry, business_address, postal_code, city, municipality, postal_address, established_date,
       registration_date, vat_registered, business_registered, bankruptcy, under_liquidation, sector_code, nace_code1,
       next_step, notes, customer_active, created_at)
     SELECT (ARRAY['Nordfjord', 'Østby', 'Åsgård', 'Blåfjell'])[1 + n % 4] || ' Eksempel ' || n || ' AS',
       (ARRAY['Ny', 'Ny', 'Ny', 'Kontaktet', 'Avtalt møte', 'Tilbud sendt', 'Avslått', 'Kunde'])[1 + n % 8],
       lpad((900000000 + n)::text, 9, '0'), 'Aksjeselskap', 'Kari Nordmann', 'Daglig leder', '+47 00 00 00 00',
       'post' || n || '@kunde.example', n % 300, n * 1234.5,
       (ARRAY['Regnskap og bokføring', 'Oppføring av bygninger', 'Akvakultur i saltvann'])[1 + n % 3],
       'Eksempelgata ' || n, '0150', (ARRAY['Oslo', 'Bergen', 'Ålesund', 'Tromsø'])[1 + n % 4], 'Oslo', 'Postboks ' || n,
       '2001-02-03', '2001-02-04', n % 2 = 0, true, n % 17 = 0, n % 19 = 0, '2100', '62.010',
       CASE WHEN n % 3 = 0 THEN 'Ringe tilbake om tilbudet' END, CASE WHEN n % 5 = 0 THEN 'Vil ha alt i ett system.' END,
       (ARRAY[true, false, null])[1 + n % 3], now() - n * interval '1 hour'
     FROM generate_series(1, $1::int) AS n`,
    [count],
  )
  await kontor.sql('ANALYZE leads')
}

export const rowOf = (page: Page, name: string) => page.getByRole('row').filter({ hasText: name })
