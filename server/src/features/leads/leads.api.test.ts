import { leadSortFields } from '@kontor/contract/leads/leads.fields'
import { leadStatuses } from '@kontor/contract/leads/leads.rules'
import type { Lead, LeadPage, LeadSummary } from '@kontor/contract/leads/leads.schema'
import { beforeEach, describe, expect, it } from 'vitest'
import { startTestApp } from '../../testing/app.ts'

const kontor = await startTestApp({ worker: 'off' })
const { pool } = kontor.database
const asSales = await kontor.asSales()
const asAdmin = await kontor.asAdmin()

beforeEach(async () => {
  await pool.query('DELETE FROM leads')
})

const add = async (body: object): Promise<Lead> => {
  const answer = await asSales('POST', '/api/leads', { company_name: 'Prøve AS', ...body })
  expect(answer.statusCode, answer.body).toBe(200)
  return answer.json()
}
const list = async (query = ''): Promise<LeadPage> => {
  const answer = await asSales('GET', `/api/leads${query}`)
  expect(answer.statusCode, answer.body).toBe(200)
  return answer.json()
}
const namesOf = async (query: string): Promise<string[]> =>
  (await list(query)).leads.map(({ company_name }) => company_name)
const search = (q: string) => namesOf(`?sort=company_name:asc&q=${encodeURIComponent(q)}`)
const summary = async (query = ''): Promise<LeadSummary> => (await asSales('GET', `/api/leads/summary${query}`)).json()
const countsByStatus = ({ counts }: LeadSummary) =>
  Object.fromEntries(counts.map(({ status, count }) => [status, count]))

const full = {
  status: 'Avtalt møte',
  company_name: 'Ærlig Østsjø & sønner AS',
  org_no: '974760673',
  organization_form: 'Aksjeselskap',
  contact_name: 'Kari Nordmann',
  contact_title: 'Daglig leder',
  phone: '+47 12 34 56 78',
  email: 'kari@aerlig.example',
  employees: 12,
  revenue_nok: 48_200_000.5,
  industry: 'Rørleggerarbeid',
  business_address: 'Prøveveien 1',
  postal_code: '0150',
  city: 'Ålesund',
  municipality: 'Ålesund',
  postal_address: 'Postboks 1, 0151 Oslo',
  established_date: '1990-01-02',
  registration_date: '1990-02-03',
  vat_registered: true,
  business_registered: false,
  bankruptcy: null,
  under_liquidation: false,
  sector_code: '2100',
  nace_code1: '43.221',
  nace_code2: '43.222',
  nace_code3: null,
  next_step: 'Ring på mandag',
  next_step_at: '2026-03-30',
  owner_id: null,
  lost_reason: null,
  notes: 'Først\nså',
  customer_active: null,
}

describe('POST /api/leads', () => {
  it('stores every field and returns the lead, to both roles', async () => {
    const lead = await add(full)
    expect(lead).toMatchObject({ ...full, version: 1, register: null, customer_id: null })
    expect((await list()).leads).toEqual([lead])
    for (const caller of [asSales, asAdmin]) expect((await caller('GET', `/api/leads/${lead.id}`)).json()).toEqual(lead)
  })

  it('requires only a company name; defaults to new with an active customer; ignores what the server sets', async () => {
    const empty = { email: '', employees: '', revenue_nok: '', established_date: '' }
    const foreign = { id: 77, version: 9, customer_id: 1, created_at: '2000-01-01T00:00:00Z', search_text: 'x' }
    const lead = await add({ company_name: ' Bare  AS ', org_no: '974 760 673', ...empty, ...foreign })
    expect(lead).toMatchObject({
      status: 'Ny',
      org_no: '974760673',
      customer_active: true,
      email: null,
      employees: null,
      established_date: null,
      version: 1,
      customer_id: null,
    })
    expect([lead.created_at < '2001', lead.id === 77]).toEqual([false, false])
  })
})

const invalid = {
  lead: {
    company_name: 'Firmanavn er påkrevd',
    email: 'Ugyldig e-postadresse',
    employees: 'Ansatte må være et helt tall, 0 eller høyere',
    status: 'Ugyldig status',
    revenue_nok: 'Omsetning (NOK) må være et tall',
  },
  list: { page: 'Ugyldig side', size: 'Høyst 200 per side', sort: 'Ugyldig sortering', status: 'Ugyldig status' },
}

it.each([
  ['POST', '', { email: 'nei', employees: -1, status: 'Vunnet', revenue_nok: 'x' }, invalid.lead],
  ['POST', '', { company_name: 'Prøve AS', owner_id: 999_999 }, { owner_id: 'Brukeren finnes ikke lenger' }],
  ['PUT', '/1', { next_step_at: '31.02.2026' }, { next_step_at: 'Frist er ikke en gyldig dato' }],
  ['PUT', '/1', { lost_reason: 'x'.repeat(101) }, { lost_reason: 'Årsak til avslag kan ha høyst 100 tegn' }],
  ['PATCH', '/1/status', { status: 'Vunnet' }, { status: 'Ugyldig status' }],
  ['PATCH', '/1/customer-active', {}, { customer_active: 'Må være sann, usann eller tom' }],
  ['GET', '?page=0&size=201&sort=city&status=Vunnet', undefined, invalid.list],
  ['GET', '?sort=search_text:asc&due=never', undefined, { sort: 'Ugyldig sortering', due: 'Ugyldig frist' }],
  ['GET', '?sort=city:up&owner=kari', undefined, { sort: 'Ugyldig sortering', owner: 'Ugyldig ansvarlig' }],
] as const)('rejects an invalid call and explains its fields: %s /api/leads%s', async (method, path, body, fields) => {
  const answer = await asSales(method, `/api/leads${path}`, body)
  expect([answer.statusCode, answer.json().fields]).toEqual([400, fields])
})

describe('PATCH of a lead', () => {
  it('checks the version when one is sent with a status', async () => {
    const { id, version } = await add({})
    const set = (status: string) => asSales('PATCH', `/api/leads/${id}/status`, { status, version })
    const codes = (await Promise.all([set('Kunde'), set('Avslått')])).map(({ statusCode }) => statusCode)
    expect(codes.toSorted()).toEqual([200, 409])
  })

  it('sets customer_active to true, false or null', async () => {
    const { id } = await add({})
    for (const customer_active of [false, null, true]) {
      const answer = await asSales('PATCH', `/api/leads/${id}/customer-active`, { customer_active })
      expect(answer.json().customer_active).toBe(customer_active)
    }
  })

  it('is in the history with its user, whichever call changed the status, newest first', async () => {
    const { id } = await add({})
    const first = await asSales('PATCH', `/api/leads/${id}/status`, { status: 'Kunde' })
    expect([first.statusCode, first.json().status]).toEqual([200, 'Kunde'])
    await asAdmin('PUT', `/api/leads/${id}`, { status: 'Tilbud sendt', city: 'Oslo' })
    await asSales('PUT', `/api/leads/${id}`, { city: 'Bergen' })
    await asSales('POST', '/api/leads/bulk', { leads: [{ id }], changes: { status: 'Avslått' } })
    await pool.query(`UPDATE leads SET status = 'Ny'`)
    expect((await asSales('GET', `/api/leads/${id}/history`)).json()).toMatchObject([
      { from: 'Avslått', to: 'Ny', changed_by: null },
      { from: 'Tilbud sendt', to: 'Avslått', changed_by: 'salg' },
      { from: 'Kunde', to: 'Tilbud sendt', changed_by: 'Administrator' },
      { from: 'Ny', to: 'Kunde', changed_by: 'salg' },
    ])
  })
})

describe('GET /api/leads/summary', () => {
  it('counts the leads of each status, with and without a filter', async () => {
    for (const status of ['Ny', 'Ny', 'Kunde', 'Avslått']) await add({ status, industry: 'Bygg og anlegg' })
    await add({ city: 'Hamar' })
    const none = { Ny: 0, Kontaktet: 0, 'Avtalt møte': 0, 'Tilbud sendt': 0, Avslått: 0, Kunde: 0 }
    expect(countsByStatus(await summary())).toEqual({ ...none, Ny: 3, Kunde: 1, Avslått: 1 })
    expect(countsByStatus(await summary('?industry=BYGG'))).toEqual({ ...none, Ny: 2, Kunde: 1, Avslått: 1 })
    expect(await summary('?q=hamar')).toMatchObject({
      total: 1,
      counts: [{ status: 'Ny', count: 1 }, {}, {}, {}, {}, {}],
    })
    expect(countsByStatus(await summary('?industry=bygg&status=Kunde'))).toEqual({ ...none, Kunde: 1 })
  })
})

it('searches company, number, contact, e-mail, phone and city for words in any order, ignoring case', async () => {
  await add(full)
  for (const company_name of ['100 % AS', 'A_B AS', 'C\\D AS', 'ACB']) await add({ company_name })
  await add({ company_name: 'Nord', org_no: '974760674', city: 'Oslo', notes: 'Ærlig', industry: 'Ærlig' })
  const found: Record<string, string[]> = {
    [full.company_name]: [
      ...['ÆRLIG', 'østsjø', '974760673', '974 760 673', 'nordmann', 'KARI@aerlig', 'ålesund', 'ÅLESUND'],
      ...['12345678', '12 34 56', '+47 1234', '+4712345678', '004712345678', '34-56'],
    ],
    Nord: ['oslo 974 nord'],
    '100 % AS': ['%'],
    'A_B AS': ['_'],
    'C\\D AS': ['\\'],
    '': ['rørlegger', 'oslo bergen', 'Nord974'],
  }
  for (const [name, searches] of Object.entries(found))
    for (const q of searches) expect(await search(q), q).toEqual(name ? [name] : [])
  expect(await search('  ')).toHaveLength(6)
})

describe('GET /api/leads', () => {
  const addNames = (names: readonly (string | null)[], field: 'city' | 'status') =>
    pool.query(`INSERT INTO leads (company_name, ${field}) SELECT coalesce(v, '-'), v FROM unnest($1::text[]) v`, [
      names,
    ])

  const inNameOrder = new Intl.Collator('nb', { numeric: true }).compare

  it('pages through the list, a status and a search with each lead once, and counts them past the end', async () => {
    await pool.query(
      `INSERT INTO leads (company_name, city) SELECT 'Firma ' || n % 11 || ' AS', CASE WHEN n % 3 > 0 THEN 'By ' || n % 5 END
       FROM generate_series(1, 240) n`,
    )
    for (const query of [
      'sort=company_name:desc',
      'sort=city:asc&status=Ny',
      'sort=city:desc&q=as',
      'q=firma&owner=none',
    ]) {
      const seen: number[] = []
      const cities: (string | null)[] = []
      const names: string[] = []
      for (let page = 1; page <= 6; page++) {
        const { leads, pagination } = await list(`?page=${page}&size=50&${query}`)
        expect(pagination, query).toEqual({ page, size: 50, total: 240, pages: 5 })
        seen.push(...leads.map(({ id }) => id))
        cities.push(...leads.map(({ city }) => city))
        names.push(...leads.map(({ company_name }) => company_name))
      }
      expect([seen.length, new Set(seen).size], query).toEqual([240, 240])
      if (query.includes('name')) expect(names.toReversed()).toEqual(names.toSorted(inNameOrder))
      if (query.includes('city')) expect(cities.findLastIndex((city) => city !== null)).toBe(159)
    }
    expect((await list('?q=xz')).pagination).toEqual({ page: 1, size: 50, total: 0, pages: 1 })
  })

  it('sorts in Norwegian order, with empty values last in both directions', async () => {
    await addNames(['Ål', 'Zürich', 'Ærø', 'Oslo', null, 'Østby', 'oslo'], 'city')
    const cities = async (sort: string) => (await list(`?sort=${sort}`)).leads.map(({ city }) => city)
    const ascending = ['oslo', 'Oslo', 'Zürich', 'Ærø', 'Østby', 'Ål']
    expect(await cities('city:asc')).toEqual([...ascending, null])
    expect(await cities('city:desc')).toEqual([...ascending.toReversed(), null])
  })

  it('sorts by every column', async () => {
    const both = [await add(full), await add({ company_name: 'Åpen', email: 'b@x.example', notes: 'Å' })]
    for (const field of leadSortFields)
      for (const direction of ['asc', 'desc']) {
        const { leads } = await list(`?sort=${field}:${direction}`)
        expect(new Set(leads.map(({ id }) => id)), field).toEqual(new Set(both.map(({ id }) => id)))
      }
  })

  it('sorts statuses as the pipeline has them, in both directions, also of a search', async () => {
    await addNames(leadStatuses.toReversed(), 'status')
    await pool.query(`UPDATE leads SET company_name = 'Steg ' || status`)
    const statuses = async (query: string) => (await list(query)).leads.map(({ status }) => status)
    for (const q of ['', '&q=steg']) {
      expect(await statuses(`?sort=status:asc${q}`)).toEqual(leadStatuses)
      expect(await statuses(`?sort=status:desc${q}`)).toEqual(leadStatuses.toReversed())
    }
    await add({ company_name: 'Steg to', status: 'Kontaktet' })
    expect(await namesOf('?sort=status:desc&status=Kontaktet')).toEqual(['Steg to', 'Steg Kontaktet'])
  })

  it('ignores empty parameters', async () => {
    await add({})
    expect((await list('?page=1&size=1&sort=&q=&status=&industry=')).pagination.total).toBe(1)
  })
})

it('finds leads and customers with the same number or e-mail, except the lead itself', async () => {
  const lead = await add({ org_no: '974760673', email: 'Kari@kunde.example', company_name: 'Prøve AS' })
  const customer = { name: 'Kunde AS', email: 'post@kunde.example', organizationNumber: '974760673' }
  const { id } = (await asAdmin('POST', '/api/customers', customer)).json()
  const find = async (query: string, caller = asSales) => (await caller('GET', `/api/leads/duplicates?${query}`)).json()
  expect(await find('org_no=974%20760%20673&email=kari@KUNDE.example')).toEqual({
    leads: [{ id: lead.id, name: 'Prøve AS', status: 'Ny', same: ['org_no', 'email'] }],
    customers: [{ id, name: null, same: ['org_no'] }],
  })
  // Sales users have no access to customers.
  expect((await find('org_no=974760673', asAdmin)).customers).toEqual([{ id, name: 'Kunde AS', same: ['org_no'] }])
  expect(await find(`org_no=974760673&except=${lead.id}`)).toMatchObject({ leads: [], customers: [{ id }] })
  expect(await find('email=ukjent@kunde.example')).toEqual({ leads: [], customers: [] })
  expect(await find('org_no=&email=')).toEqual({ leads: [], customers: [] })
})
