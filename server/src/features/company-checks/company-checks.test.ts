import { isOrganizationNumber } from '@kontor/contract/company-register/company-register.rules'
import type { Lead } from '@kontor/contract/leads/leads.schema'
import { afterAll, beforeEach, describe, expect, it } from 'vitest'
import { startRegister } from '../../../../stand-ins/register.ts'
import { createJobs } from '../../platform/jobs/pg-boss-jobs.ts'
import { startTestApp } from '../../testing/app.ts'
import { createJobClock, waitForJobs } from '../../testing/jobs.ts'
import { openRegisterCheck } from '../company-register/company-register.check.service.ts'
import { watchCompanies } from './company-checks.service.ts'

const register = await startRegister()
afterAll(() => register.close())
const kontor = await startTestApp({ worker: 'off', brregBaseUrl: register.url })
const { pool } = kontor.database
let asSales = await kontor.asSales()
let asAdmin = await kontor.asAdmin()

const companies = '/enhetsregisteret/api/enheter'
const numbers = {
  living: '900000103',
  bankrupt: '900000650',
  windingUp: '900000766',
  forced: '900001533',
  deleted: '900001754',
  removed: '900001975',
  unknown: '900002084',
}

beforeEach(async () => {
  register.misbehave({})
  kontor.clock.advance({ days: 40 })
  asSales = await kontor.asSales()
  asAdmin = await kontor.asAdmin()
  await pool.query('DELETE FROM leads; DELETE FROM customers; DELETE FROM company_states')
})

const warnings: object[] = []
const run = () => watchCompanies(kontor.deps, openRegisterCheck(kontor.deps), (details) => warnings.push(details))
const add = async (org_no: string | null, body: object = {}): Promise<Lead> =>
  (await asSales('POST', '/api/leads', { company_name: 'Prøve AS', org_no, ...body })).json()
const read = async (id: number): Promise<Lead | undefined> => {
  const { leads } = (await asSales('GET', '/api/leads?size=200')).json()
  return leads.find((lead: Lead) => lead.id === id)
}
const stateOf = async (lead: Lead) => (await read(lead.id))?.register?.state
const check = (lead: Lead) => asSales('POST', `/api/leads/${lead.id}/register-check`)
const requestsDuring = async (work: () => Promise<unknown>): Promise<readonly string[]> => {
  const before = register.requests.length
  await work()
  return register.requests.slice(before)
}

const marked = [numbers.bankrupt, numbers.windingUp, numbers.deleted]

/** Two leads for each number. */
const addLeads = (all: readonly string[]) =>
  pool.query(
    `INSERT INTO leads (company_name, org_no) SELECT 'Prøve AS', unnest FROM unnest($1::text[] || $1::text[])`,
    [all],
  )

const countStates = async () => (await pool.query('SELECT FROM company_states')).rowCount

/** The marks of all leads whose company is in `marked`, and those of all other changed leads. */
const marksOf = async () => {
  const { rows } = await pool.query(
    `SELECT concat_ws(' ', org_no, leads.bankruptcy, leads.under_liquidation, version, deleted) AS mark
     FROM leads JOIN company_states ON organization_number = org_no
     WHERE version > 1 OR org_no = $1 ORDER BY org_no, leads.id`,
    [numbers.deleted],
  )
  return rows.map(({ mark }) => mark)
}
const marksSetOnce = [
  ...[`${numbers.bankrupt} t f 2 f`, `${numbers.bankrupt} t f 2 f`],
  ...[`${numbers.windingUp} f t 2 f`, `${numbers.windingUp} f t 2 f`],
  ...[`${numbers.deleted} 1 t`, `${numbers.deleted} 1 t`],
]

/** The register's response for an active company. */
const company = (body: object) => ({
  organisasjonsnummer: numbers.living,
  navn: 'NORDFIKTIV TEKNOLOGI AS',
  organisasjonsform: { kode: 'AS', beskrivelse: 'Aksjeselskap' },
  forretningsadresse: { adresse: ['Eksempelgata 1'], postnummer: '0151', poststed: 'OSLO', landkode: 'NO' },
  konkurs: false,
  underAvvikling: false,
  ...body,
})
const answerWith = (body: object) =>
  register.misbehave({ bodies: { [companies]: { _embedded: { enheter: [company(body)] } } } })

describe('the nightly checks of companies', () => {
  it('marks leads and customers whose company is bankrupt, being wound up, deleted or removed', async () => {
    const leads = await Promise.all(Object.values(numbers).map((number) => add(number)))
    const without = await add(null)
    const foreign = await add('SE556677')
    const customer = { name: 'Kunde AS', email: 'post@kunde.example', organizationNumber: numbers.bankrupt }
    await asAdmin('POST', '/api/customers', customer)
    await run()
    expect(await Promise.all(leads.map(stateOf))).toEqual([
      null,
      'Konkurs',
      'Under avvikling',
      'Under avvikling',
      'Slettet',
      'Slettet',
      null,
    ])
    expect([(await read(without.id))?.register, (await read(foreign.id))?.register]).toEqual([null, null])
    const [bankrupt] = (await asAdmin('GET', '/api/customers')).json()
    expect(bankrupt.register).toMatchObject({ state: 'Konkurs', checkedAt: kontor.clock.now().toISOString() })
    // The lead's own fields are updated too.
    const { rows } = await pool.query('SELECT org_no FROM leads WHERE bankruptcy OR under_liquidation ORDER BY 1')
    expect(rows.map(({ org_no }) => org_no)).toEqual([numbers.bankrupt, numbers.windingUp, numbers.forced])
  })

  it('skips a company whose entry cannot be read, stores all others and says so; its own check fails', async () => {
    const lead = await add(numbers.living)
    await addLeads([numbers.bankrupt])
    const unreadable = { organisasjonsnummer: numbers.living }
    register.misbehave({
      bodies: {
        [`${companies}/${numbers.living}`]: unreadable,
        [companies]: { _embedded: { enheter: [unreadable, company({ organisasjonsnummer: numbers.bankrupt })] } },
      },
    })
    await run()
    expect(await countStates()).toBe(1)
    expect(warnings).toEqual([{ numbers: [numbers.living] }])
    kontor.clock.advance({ days: 1 })
    register.misbehave({
      bodies: { [`${companies}/${numbers.living}`]: unreadable, [companies]: { _embedded: { enheter: [unreadable] } } },
    })
    await run()
    asSales = await kontor.asSales()
    expect((await check(lead)).statusCode).toBe(502)
  })

  it('stores only the deletion of a company that was removed on legal grounds', async () => {
    await pool.query(
      `INSERT INTO company_states (organization_number, name, former_names, address, checked_at)
       VALUES ($1, 'Hemmelig', '{hemmelig}', 'Hemmelig vei', '2020-01-01')`,
      [numbers.removed],
    )
    await add(numbers.removed)
    await run()
    const { rows } = await pool.query('SELECT * FROM company_states')
    expect(rows).toMatchObject([{ name: null, former_names: [], address: null, deleted: true }])
  })

  it('checks many companies per call, each once a day, and missing ones once a month', async () => {
    const many = Object.values(numbers)
    for (const number of [...many, ...many]) await add(number)
    const first = await requestsDuring(run)
    const gone = [numbers.deleted, numbers.removed, numbers.unknown].map((number) => `${companies}/${number}`)
    expect(first).toEqual([
      expect.stringContaining(`?organisasjonsnummer=${many.toSorted().join(',')}&size=7`),
      ...gone,
    ])
    expect(await requestsDuring(run)).toEqual([])
    kontor.clock.advance({ days: 1 })
    const living = [numbers.living, numbers.bankrupt, numbers.windingUp, numbers.forced]
    expect(await requestsDuring(run)).toEqual([expect.stringContaining(`=${living.toSorted().join(',')}&size=4`)])
    kontor.clock.advance({ days: 30 })
    expect(await requestsDuring(run)).toHaveLength(4)
  })

  it('deletes the state of a company when its last lead or customer is gone', async () => {
    const lead = await add(numbers.living)
    await run()
    await asSales('DELETE', `/api/leads/${lead.id}`)
    await run()
    expect(await countStates()).toBe(0)
  })

  it('continues after an interruption, in one of two servers, and requests each company once', async () => {
    const living = Array.from({ length: 2_000 }, (_, at) => String(910_000_000 + at)).filter(isOrganizationNumber)
    const all = [...marked, ...living].slice(0, 105)
    await addLeads(all)
    const lists = async (work: () => Promise<unknown>) =>
      (await requestsDuring(work)).flatMap((path) => /organisasjonsnummer=([\d,]+)/.exec(path)?.[1]?.split(',') ?? [])
    register.misbehave({ status: 503, only: /organisasjonsnummer=91/ })
    const first = await lists(() => expect(run()).rejects.toThrow('Brønnøysundregistrene'))
    expect(first).toEqual(all)
    expect(await countStates()).toBe(100)

    register.misbehave({ held: true })
    const log = { warn: () => {}, error: () => {} }
    const [one, two] = [1, 2].map(() => {
      const jobs = createJobs({ pool, worker: 'on', log, clock: createJobClock() })
      jobs.schedule('register-watch', '15 0-5 * * *', run)
      return jobs
    })
    const second = await lists(async () => {
      await one?.start()
      for (let queued = 0; queued < 2; queued += 1) await one?.send(kontor.database.db, 'register-watch', [{}])
      await two?.start()
      // The queue takes no second run beside the first.
      expect((await pool.query(`SELECT FROM pgboss.job WHERE name = 'register-watch'`)).rowCount).toBe(1)
      register.misbehave({})
      await waitForJobs(pool)
      await Promise.all([one?.stop(5_000), two?.stop(5_000)])
    })
    expect(second).toEqual(all.slice(100))
    expect(await countStates()).toBe(105)
    expect(await marksOf()).toEqual(marksSetOnce)
  })

  it('sets each mark once when several run at the same time', async () => {
    await addLeads(marked)
    await Promise.all([run(), run(), run()])
    expect(await marksOf()).toEqual(marksSetOnce)
    expect(await countStates()).toBe(3)
  })

  it('updates the leads in the next run when a run was killed after storing the states', async () => {
    await addLeads(marked)
    await run()
    await pool.query('UPDATE leads SET bankruptcy = NULL, under_liquidation = NULL, version = 1')
    await run()
    expect(await marksOf()).toEqual(marksSetOnce)
  })
})

describe('POST /api/leads/{id}/register-check', () => {
  it('shows a changed name and address until ours match', async () => {
    // `created_at` comes from the database's clock; the register must change after that.
    kontor.clock.set('2099-01-01T09:00:00.000Z')
    asSales = await kontor.asSales()
    const ours = {
      company_name: 'Nordfiktiv Teknologi AS',
      business_address: 'Eksempelgata 1',
      postal_code: '0151',
      city: 'Oslo',
    }
    const lead = await add(numbers.living, ours)
    answerWith({})
    expect((await check(lead)).json().register).toMatchObject({ state: null, name: null, address: null })
    const moved = { adresse: ['Nygata 2'], postnummer: '5003', poststed: 'BERGEN', landkode: 'NO' }
    answerWith({ navn: 'NYTT NAVN AS', forretningsadresse: moved })
    const { register: mark } = (await check(lead)).json()
    expect(mark).toMatchObject({ name: 'Nytt Navn AS', address: 'Nygata 2, 5003 Bergen' })
    const same = { company_name: 'Nytt navn AS', business_address: 'Nygata 2', postal_code: '5003', city: 'Bergen' }
    const answer = await asSales('PUT', `/api/leads/${lead.id}`, same)
    expect(answer.json().register).toMatchObject({ name: null, address: null })
  })

  it('shows the current name for a former one, but not for any other difference', async () => {
    answerWith({
      historiskeNavn: [{ navn: 'GAMMELT NAVN AS', fraDato: '2001-01-01 00:00:00', tilDato: '2010-01-01 00:00:00' }],
    })
    const old = await add(numbers.living, { company_name: 'Gammelt navn AS' })
    const short = await add(numbers.living, { company_name: 'Nordfiktiv' })
    expect((await check(old)).json().register.name).toBe('Nordfiktiv Teknologi AS')
    expect((await check(short)).json().register.name).toBe(null)
  })

  it('reports no change of a name or town that was stored in capitals before', async () => {
    await pool.query(
      `INSERT INTO company_states (organization_number, name, address, post_code, city, checked_at)
       VALUES ($1, 'NORDFIKTIV TEKNOLOGI AS', 'Eksempelgata 1', '0151', 'OSLO', '2020-01-01')`,
      [numbers.living],
    )
    const upperCase = await add(numbers.living, { company_name: 'NORDFIKTIV TEKNOLOGI AS', city: 'OSLO' })
    answerWith({})
    expect((await check(upperCase)).json().register).toMatchObject({ name: null, address: null })
    const { rows } = await pool.query('SELECT * FROM company_states')
    expect(rows).toMatchObject([
      {
        name: 'Nordfiktiv Teknologi AS',
        city: 'Oslo',
        former_names: [],
        name_changed_at: null,
        address_changed_at: null,
      },
    ])
  })

  it('reports a missing number and a failing register', async () => {
    const without = await check(await add(null))
    expect([without.statusCode, without.json().fields]).toEqual([
      409,
      { org_no: 'Fyll inn et organisasjonsnummer først' },
    ])
    register.misbehave({ status: 503 })
    const away = await check(await add(numbers.living))
    expect([away.statusCode, away.json().error]).toEqual([502, expect.stringContaining('Brønnøysundregistrene')])
  })
})

describe('POST /api/customers/{id}/register-check', () => {
  it('checks a customer', async () => {
    const body = { name: 'Kunde AS', email: 'post@kunde.example' }
    const { id } = (await asAdmin('POST', '/api/customers', { ...body, organizationNumber: numbers.deleted })).json()
    const answer = await asAdmin('POST', `/api/customers/${id}/register-check`)
    expect([answer.statusCode, answer.json().register.state]).toEqual([200, 'Slettet'])
    const other = (await asAdmin('POST', '/api/customers', body)).json()
    expect((await asAdmin('POST', `/api/customers/${other.id}/register-check`)).statusCode).toBe(409)
  })
})
