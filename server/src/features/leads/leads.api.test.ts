import { leadStatuses } from '@kontor/contract/leads/leads.rules'
import type { Lead, LeadPage, LeadSummary } from '@kontor/contract/leads/leads.schema'
import { beforeEach, describe, expect, it } from 'vitest'
import { startTestApp } from '../../testing/app.ts'
import { clearTables } from '../../testing/database.ts'

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
  it('stores every field and returns the lead', async () => {
    const lead = await add(full)
    expect(lead).toMatchObject({ ...full, version: 1, register: null, customer_id: null })
    expect((await list()).leads).toEqual([lead])
  })

  it('requires only a company name; defaults to new with an active customer', async () => {
    const lead = await add({
      company_name: ' Bare  AS ',
      email: '',
      employees: '',
      revenue_nok: '',
      established_date: '',
    })
    expect(lead).toMatchObject({
      status: 'Ny',
      customer_active: true,
      email: null,
      employees: null,
      established_date: null,
    })
    const refused = await asSales('POST', '/api/leads', {
      email: 'nei',
      employees: -1,
      status: 'Vunnet',
      revenue_nok: 'x',
    })
    expect([refused.statusCode, refused.json().fields]).toEqual([
      400,
      {
        company_name: 'Firmanavn er påkrevd',
        email: 'Ugyldig e-postadresse',
        employees: 'Ansatte må være et helt tall, 0 eller høyere',
        status: 'Ugyldig status',
        revenue_nok: 'Omsetning (NOK) må være et tall',
      },
    ])
  })

  it('ignores ids, times and links from the client', async () => {
    const lead = await add({ id: 77, version: 9, customer_id: 1, created_at: '2000-01-01T00:00:00Z', search_text: 'x' })
    expect([lead.version, lead.customer_id, lead.created_at < '2001', lead.id === 77]).toEqual([1, null, false, false])
  })

  it('normalizes an organisation number to its digits', async () => {
    expect((await add({ org_no: '974 760 673' })).org_no).toBe('974760673')
    expect((await add({ org_no: 'SE556677' })).org_no).toBe('SE556677')
  })
})

describe('PUT /api/leads/{id}', () => {
  it('keeps absent fields', async () => {
    const lead = await add(full)
    const answer = await asSales('PUT', `/api/leads/${lead.id}`, {
      next_step: 'Ring igjen',
      notes: '',
      revenue_nok: null,
    })
    expect(answer.json()).toMatchObject({
      ...full,
      next_step: 'Ring igjen',
      notes: null,
      revenue_nok: null,
      version: 2,
    })
  })

  it('returns 409 with the current lead for a stale version, and 404 when it is gone', async () => {
    const lead = await add({})
    await asSales('PUT', `/api/leads/${lead.id}`, { ...lead, city: 'Oslo' })
    const stale = await asAdmin('PUT', `/api/leads/${lead.id}`, { ...lead, city: 'Bergen' })
    expect([stale.statusCode, stale.json().current]).toEqual([
      409,
      expect.objectContaining({ city: 'Oslo', version: 2 }),
    ])
    expect((await asSales('PUT', '/api/leads/999999', { city: 'Oslo' })).statusCode).toBe(404)
  })

  it('accepts the whole lead back', async () => {
    const lead = await add(full)
    const answer = await asSales('PUT', `/api/leads/${lead.id}`, lead)
    expect(answer.json()).toMatchObject({ ...full, id: lead.id, created_at: lead.created_at, version: 2 })
  })
})

describe('GET /api/leads/{id}', () => {
  it('returns the lead, to users with a session only; 404 when it is gone', async () => {
    const lead = await add(full)
    expect((await asSales('GET', `/api/leads/${lead.id}`)).json()).toEqual(lead)
    expect((await asAdmin('GET', `/api/leads/${lead.id}`)).json()).toEqual(lead)
    expect((await kontor.call('GET', `/api/leads/${lead.id}`)).statusCode).toBe(401)
    expect((await asSales('GET', '/api/leads/999999')).json().error).toBe('Leadet finnes ikke.')
    expect((await asSales('GET', '/api/leads/tull')).statusCode).toBe(400)
  })
})

describe('DELETE /api/leads/{id}', () => {
  it('deletes the lead with its history', async () => {
    const { id } = await add({})
    await asSales('PATCH', `/api/leads/${id}/status`, { status: 'Kunde' })
    expect((await asSales('DELETE', `/api/leads/${id}`)).statusCode).toBe(204)
    expect((await asSales('DELETE', `/api/leads/${id}`)).statusCode).toBe(404)
    expect((await asSales('GET', `/api/leads/${id}/history`)).statusCode).toBe(404)
  })
})

describe('PATCH of a lead', () => {
  it('sets its status from any other', async () => {
    const { id } = await add({})
    for (const status of ['Kunde', 'Ny', 'Avslått']) {
      const answer = await asSales('PATCH', `/api/leads/${id}/status`, { status })
      expect([answer.statusCode, answer.json().status]).toEqual([200, status])
    }
    const refused = await asSales('PATCH', `/api/leads/${id}/status`, { status: 'Vunnet' })
    expect([refused.statusCode, refused.json().fields]).toEqual([400, { status: 'Ugyldig status' }])
  })

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
    expect((await asSales('PATCH', `/api/leads/${id}/customer-active`, {})).statusCode).toBe(400)
  })

  it('sets the status of several leads and returns the ids that exist', async () => {
    const [one, two, three] = [await add({}), await add({ status: 'Kunde' }), await add({})]
    const ids = [three.id, two.id, one.id, 999_999]
    const answer = await asSales('PATCH', '/api/leads/status', { ids, status: 'Kunde' })
    expect(answer.json()).toEqual({ ids: [one.id, two.id, three.id] })
    expect((await list('?status=Kunde')).leads.map(({ version }) => version).toSorted()).toEqual([1, 2, 2])
    expect((await asSales('PATCH', '/api/leads/status', { ids: [], status: 'Kunde' })).statusCode).toBe(400)
    const many = Array.from({ length: 201 }, (_, n) => n + 1)
    expect((await asSales('PATCH', '/api/leads/status', { ids: many, status: 'Kunde' })).statusCode).toBe(400)
  })
})

describe('GET /api/leads/{id}/history', () => {
  const history = async (id: number) => (await asSales('GET', `/api/leads/${id}/history`)).json()

  it('lists status changes by any endpoint with their user, newest first', async () => {
    const { id } = await add({})
    await asSales('PATCH', `/api/leads/${id}/status`, { status: 'Kontaktet' })
    await asAdmin('PUT', `/api/leads/${id}`, { status: 'Tilbud sendt', city: 'Oslo' })
    await asSales('PUT', `/api/leads/${id}`, { city: 'Bergen' })
    await asSales('PATCH', '/api/leads/status', { ids: [id], status: 'Avslått' })
    await pool.query(`UPDATE leads SET status = 'Ny'`)
    expect(await history(id)).toMatchObject([
      { from: 'Avslått', to: 'Ny', changed_by: null },
      { from: 'Tilbud sendt', to: 'Avslått', changed_by: 'salg' },
      { from: 'Kontaktet', to: 'Tilbud sendt', changed_by: 'Administrator' },
      { from: 'Ny', to: 'Kontaktet', changed_by: 'salg' },
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

  it('stays correct under concurrent changes', async () => {
    const created = await Promise.all(Array.from({ length: 12 }, () => add({})))
    await Promise.all([
      ...created.slice(0, 6).map(({ id }) => asSales('PATCH', `/api/leads/${id}/status`, { status: 'Kunde' })),
      ...created.slice(3, 9).map(({ id }) => asSales('PATCH', `/api/leads/${id}/status`, { status: 'Avslått' })),
      ...created.slice(8, 12).map(({ id }) => asSales('DELETE', `/api/leads/${id}`)),
    ])
    const { rows } = await pool.query('SELECT status, count(*)::int AS n FROM leads GROUP BY 1')
    const counted = Object.fromEntries(rows.map(({ status, n }) => [status, n]))
    expect(Object.fromEntries(Object.entries(countsByStatus(await summary())).filter(([, n]) => n > 0))).toEqual(
      counted,
    )
    await clearTables(pool, 'leads')
    expect((await summary()).total).toBe(0)
  })
})

describe('the search of leads', () => {
  it('searches only company, number, contact, e-mail, phone and city, ignoring case', async () => {
    await add(full)
    await add({ company_name: 'Annen', notes: 'Ærlig', industry: 'Ærlig' })
    for (const q of ['ÆRLIG', 'østsjø', '97476', '974 760 673', 'nordmann', 'KARI@aerlig', 'ålesund', 'ÅLESUND'])
      expect(await search(q), q).toEqual([full.company_name])
    for (const q of ['12345678', '12 34 56', '+47 1234', '+4712345678', '004712345678', '34-56'])
      expect(await search(q), q).toEqual([full.company_name])
    expect(await search('rørlegger')).toEqual([])
  })

  it('treats %, _ and \\ as text', async () => {
    for (const company_name of ['100 % AS', 'A_B AS', 'C\\D AS', 'ACB']) await add({ company_name })
    expect(await search('%')).toEqual(['100 % AS'])
    expect(await search('_')).toEqual(['A_B AS'])
    expect(await search('\\')).toEqual(['C\\D AS'])
    expect(await search('  ')).toHaveLength(4)
  })

  it('finds words in any order and across fields, but no word that spans two', async () => {
    await add({ company_name: 'Nord', org_no: '974760673', city: 'Oslo' })
    expect(await search('oslo 974 nord')).toEqual(['Nord'])
    expect(await search('oslo bergen')).toEqual([])
    expect(await search('Nord974')).toEqual([])
  })
})

describe('GET /api/leads', () => {
  it('pages through the whole list with each lead once', async () => {
    await pool.query(
      `INSERT INTO leads (company_name, city) SELECT 'Firma ' || n % 7, CASE WHEN n % 3 > 0 THEN 'By ' || n % 5 END
       FROM generate_series(1, 2504) n`,
    )
    for (const sort of ['company_name:asc', 'company_name:desc', 'city:asc', 'city:desc', 'created_at:desc']) {
      const seen: number[] = []
      const cities: (string | null)[] = []
      for (let page = 1; page <= 13; page++) {
        const { leads, pagination } = await list(`?page=${page}&size=200&sort=${sort}`)
        expect(pagination).toEqual({ page, size: 200, total: 2504, pages: 13 })
        seen.push(...leads.map(({ id }) => id))
        cities.push(...leads.map(({ city }) => city))
      }
      expect(new Set(seen).size, sort).toBe(2504)
      if (sort.startsWith('city')) expect(cities.lastIndexOf(cities.findLast((city) => city !== null) ?? '')).toBe(1669)
    }
    expect((await list('?page=14&size=200')).leads).toEqual([])
  })

  it('sorts in Norwegian order, with empty values last in both directions', async () => {
    for (const city of ['Ål', 'Zürich', 'Ærø', 'Oslo', null, 'Østby', 'oslo'])
      await add({ city, company_name: city ?? '-' })
    const cities = async (sort: string) => (await list(`?sort=${sort}`)).leads.map(({ city }) => city)
    const ascending = ['oslo', 'Oslo', 'Zürich', 'Ærø', 'Østby', 'Ål']
    expect(await cities('city:asc')).toEqual([...ascending, null])
    expect(await cities('city:desc')).toEqual([...ascending.toReversed(), null])
  })

  it('sorts by every column', async () => {
    const one = await add(full)
    const two = await add({ company_name: 'Åpen', email: 'b@x.example', notes: 'Å' })
    for (const field of Object.keys(one)) {
      if (['version', 'customer_id', 'register', 'owner_id', 'status_since'].includes(field)) continue
      for (const direction of ['asc', 'desc']) {
        const { leads } = await list(`?sort=${field}:${direction}`)
        expect(
          leads.map(({ id }) => id).toSorted((a, b) => a - b),
          field,
        ).toEqual([one.id, two.id])
      }
    }
    expect((await asSales('GET', '/api/leads?sort=search_text:asc')).json().fields).toEqual({
      sort: 'Ugyldig sortering',
    })
  })

  it('sorts statuses as the pipeline has them, in both directions, also of a search and from the end', async () => {
    for (const status of leadStatuses.toReversed()) await add({ company_name: `Steg ${status}`, status })
    const statuses = async (query: string) => (await list(query)).leads.map(({ status }) => status)
    expect(await statuses('?sort=status:asc')).toEqual(leadStatuses)
    expect(await statuses('?sort=status:desc')).toEqual(leadStatuses.toReversed())
    expect(await statuses('?sort=status:asc&q=steg')).toEqual(leadStatuses)
    expect(await statuses('?sort=status:desc&q=steg')).toEqual(leadStatuses.toReversed())
    await add({ company_name: 'Steg to', status: 'Kontaktet' })
    const { leads } = await list('?sort=status:desc&status=Kontaktet')
    expect(leads.map(({ company_name }) => company_name)).toEqual(['Steg to', 'Steg Kontaktet'])
  })

  it('ignores empty parameters and rejects invalid ones', async () => {
    await add({})
    expect((await list('?page=1&size=1&sort=&q=&status=&industry=')).pagination.total).toBe(1)
    for (const query of ['page=0', 'page=x', 'size=201', 'sort=city', 'sort=city:up', 'status=Vunnet'])
      expect((await asSales('GET', `/api/leads?${query}`)).statusCode, query).toBe(400)
  })

  it('requires a session', async () => {
    expect((await kontor.call('GET', '/api/leads?page=1&size=1')).statusCode).toBe(401)
    expect((await asAdmin('GET', '/api/leads?page=1&size=1')).statusCode).toBe(200)
  })
})

describe('GET /api/leads/duplicates', () => {
  it('finds leads and customers with the same number or e-mail, except the lead itself', async () => {
    const lead = await add({ org_no: '974760673', email: 'Kari@kunde.example', company_name: 'Prøve AS' })
    const customer = { name: 'Kunde AS', email: 'post@kunde.example', organizationNumber: '974760673' }
    const { id } = (await asAdmin('POST', '/api/customers', customer)).json()
    const find = async (query: string, caller = asSales) =>
      (await caller('GET', `/api/leads/duplicates?${query}`)).json()
    expect(await find('org_no=974%20760%20673&email=kari@KUNDE.example')).toEqual({
      leads: [{ id: lead.id, name: 'Prøve AS', status: 'Ny', same: ['org_no', 'email'] }],
      customers: [{ id, name: null, same: ['org_no'] }],
    })
    // Sales users have no access to customers.
    expect((await find('org_no=974760673', asAdmin)).customers).toEqual([{ id, name: 'Kunde AS', same: ['org_no'] }])
    expect(await find(`org_no=974760673&except=${lead.id}`)).toMatchObject({ leads: [], customers: [{ id }] })
    expect(await find('email=ukjent@kunde.example')).toEqual({ leads: [], customers: [] })
    expect(await find('org_no=&email=')).toEqual({ leads: [], customers: [] })
    await pool.query('DELETE FROM customers')
  })
})
