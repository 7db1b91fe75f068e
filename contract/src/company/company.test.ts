import { expect, test } from 'vitest'
import { deliveredCompany } from './company.rules.ts'
import { companyFormSchema, companyUpdateSchema } from './company.schema.ts'

const member = { ...deliveredCompany.team[0], bookingUrl: null, email: 'kari@fjordheim.example' }

test.each([
  [{ name: ' ' }, 'name'],
  [{ organizationNumber: '974760674' }, 'organizationNumber'],
  [{ founded: 98 }, 'founded'],
  [{ phone: 'ring oss' }, 'phone'],
  [{ email: 'hei' }, 'email'],
  [{ bookingUrl: 'booking.example' }, 'bookingUrl'],
  [{ bookingUrl: 'http://booking.example' }, 'bookingUrl'],
  [{ bookingUrl: 'javascript:alert(1)' }, 'bookingUrl'],
  [{ tags: { googleAnalytics: 'G-1"><script>', metaPixel: null } }, 'tags.googleAnalytics'],
  [{ tags: { googleAnalytics: null, metaPixel: 'x' } }, 'tags.metaPixel'],
  [{ team: [{ ...member, email: null }] }, 'team.0.email'],
  [{ team: [{ ...member, role: { no: 'Leder', en: '' } }] }, 'team.0.role.en'],
  [{ team: [{ ...member, photo: '../kari' }] }, 'team.0.photo'],
  [{ team: Array.from({ length: 13 }, () => member) }, 'team'],
])('rejects %j', (facts, field) => {
  const { error } = companyUpdateSchema.safeParse(facts)
  expect(error?.issues.map(({ path }) => path.join('.'))).toEqual([field])
})

test('accepts no booking link, no tags and nobody in the team', () => {
  const empty = { bookingUrl: '', tags: { googleAnalytics: '', metaPixel: ' ' }, team: [] }
  const none = { bookingUrl: null, tags: { googleAnalytics: null, metaPixel: null }, team: [] }
  expect(companyUpdateSchema.parse(empty)).toEqual(none)
})

test.each([
  ['974760673', '974 760 673'],
  [deliveredCompany.organizationNumber, deliveredCompany.organizationNumber],
])('stores the organisation number %s as %s', (typed, stored) => {
  expect(companyUpdateSchema.parse({ organizationNumber: typed })).toEqual({ organizationNumber: stored })
})

test.each([
  ['1998', 1998],
  [' 2014 ', 2014],
  ['98', 'Må være et årstall'],
  ['0999', 'Må være et årstall'],
  ['', 'Må være et årstall'],
])('the form reads the year %j as %j', (typed, expected) => {
  const { data, error } = companyFormSchema.safeParse({ ...deliveredCompany, founded: typed, version: 1 })
  expect(data?.founded ?? error?.issues[0]?.message).toBe(expected)
})
