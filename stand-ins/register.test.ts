import { afterAll, beforeAll, expect, test } from 'vitest'
import { type RegisterStandIn, startRegister } from './register.ts'

let register: RegisterStandIn

beforeAll(async () => {
  register = await startRegister()
})
afterAll(() => register.close())

const get = (path: string) => fetch(`${register.url}${path}`)
const json = async (path: string) => (await get(path)).json()
const companies = '/enhetsregisteret/api/enheter'

test('searches by word, by part of a name, and by page', async () => {
  const all = await json(companies)
  expect(all.page).toEqual({ size: 20, totalElements: all._embedded.enheter.length, totalPages: 1, number: 0 })
  const first = all._embedded.enheter[0]
  const part = encodeURIComponent(first.navn.slice(1, 6))
  expect((await json(`${companies}?navn=${part}&navnMetodeForSoek=FORTLOEPENDE`))._embedded.enheter).toContainEqual(
    first,
  )
  const page = await json(`${companies}?size=5&page=1`)
  expect(page._embedded.enheter).toEqual(all._embedded.enheter.slice(5, 10))
})

test('leaves out _embedded without hits and rejects an invalid search', async () => {
  const none = await json(`${companies}?navn=finnesikke`)
  expect(none).not.toHaveProperty('_embedded')
  expect(none.page.totalElements).toBe(0)
  expect((await get(`${companies}?name=feil`)).status).toBe(400)
  expect((await get(`${companies}?size=1000&page=10`)).status).toBe(400)
})

test('returns an existing or deleted company, and errors for removed, unknown and invalid numbers', async () => {
  expect((await json(`${companies}/900000103`)).organisasjonsnummer).toBe('900000103')
  expect((await json(`${companies}/900001754`)).slettedato).toBe('2026-09-15')
  expect((await get(`${companies}/900001975`)).status).toBe(410)
  expect((await get(`${companies}/900002084`)).status).toBe(404)
  expect((await get(`${companies}/12`)).status).toBe(400)
})

test('returns roles, accounts and signing rights from fixtures', async () => {
  expect((await json(`${companies}/900000103/roller`)).rollegrupper.length).toBeGreaterThan(0)
  expect(await json('/regnskapsregisteret/regnskap/900000219')).toHaveLength(6)
  expect(await json('/regnskapsregisteret/regnskap/900000219?%C3%A5r=2024&regnskapstype=SELSKAP')).toHaveLength(1)
  expect((await get('/regnskapsregisteret/regnskap/900000219?%C3%A5r=1999')).status).toBe(404)
  expect((await get('/regnskapsregisteret/regnskap/900001428')).status).toBe(500)
  expect((await get('/regnskapsregisteret/regnskap/900000545')).status).toBe(404)
  expect((await json('/fullmakt/enheter/900000103/signatur')).status.rutineStatus.kode).toBe('OK')
  expect((await get('/fullmakt/enheter/900000545/prokura')).status).toBe(404)
})
