import { expect, test } from 'vitest'
import type { Queryable } from '../database/database.ts'
import { decide } from './decide.ts'
import type { ImportTarget } from './import-target.ts'

const columns = {
  name: { label: 'Navn', kind: 'line', max: 200, required: true },
  email: { label: 'E-post', kind: 'email' },
  employees: { label: 'Ansatte', kind: 'integer', minValue: 0, maxValue: 1e9 },
} as const

const emptyTarget: ImportTarget<typeof columns, 'name' | 'email'> = {
  name: 'companies',
  columns,
  noun: { one: 'firma', many: 'firmaer' },
  identity: ['name', 'email'],
  nameField: 'name',
  keys: () => [],
  find: async () => [],
  match: () => [],
  insert: async () => {},
  update: async () => {},
  analyze: async () => {},
}

const decideOn = async (values: Readonly<Record<string, string | number>>) => {
  const state = { only: undefined, headerOf: String, candidates: new Map(), matched: new Map(), seen: new Map() }
  const row = { row: 2, cells: [], values, literal: {}, problems: [], remarks: [] }
  // No query is made.
  const { outcomes } = await decide({} as Queryable, emptyTarget, [row], state)
  return [outcomes[0]?.outcome, outcomes[0]?.message]
}

test.each(['Sum', 'SUM:', 'Totalt', 'Total', 'Delsum', 'i alt', 'Sum total ', 'Til sammen', 'Sum 2026', 'Antall: 12'])(
  'leaves out a row named «%s», and says so',
  async (name) => {
    const message = 'Ser ut som en rad med summer og blir ikke importert'
    expect(await decideOn({ name, employees: 12 })).toEqual(['failed', message])
  },
)

test.each([{ name: 'Sum AS' }, { name: 'Totalhjelp' }, { name: 'Sum', email: 'post@sum.example' }])(
  'imports a company that is only named like one: %j',
  async (values) => {
    expect(await decideOn(values)).toEqual(['created', null])
  },
)
