import { readFileSync } from 'node:fs'
import { parser } from '@prometheus-io/lezer-promql'
import { expect, test } from 'vitest'
import { parse } from 'yaml'
import { z } from 'zod'
import { startTestApp } from '../../testing/app.ts'

const read = (file: string) => readFileSync(new URL(`../../../../deploy/${file}`, import.meta.url), 'utf8')

const dashboard = z
  .object({ panels: z.array(z.object({ title: z.string(), targets: z.array(z.object({ expr: z.string() })).min(1) })) })
  .parse(JSON.parse(read('grafana-kontor.json')))

const { groups } = z
  .object({ groups: z.array(z.object({ rules: z.array(z.object({ alert: z.string(), expr: z.string() })) })) })
  .parse(parse(read('alerts.yaml')))

const expressions = [
  ...dashboard.panels.flatMap(({ title, targets }) => targets.map(({ expr }) => [`panel "${title}"`, expr] as const)),
  ...groups.flatMap(({ rules }) => rules.map(({ alert, expr }) => [`alert ${alert}`, expr] as const)),
]

/** The metrics and labels of a PromQL expression. @throws on a syntax error */
const partsOf = (expression: string) => {
  const parts: { metrics: string[]; labels: string[] } = { metrics: [], labels: [] }
  parser.parse(expression).iterate({
    enter: ({ name, type, from, to }) => {
      if (type.isError) throw new Error(`No PromQL at ${from}: ${expression}`)
      if (name === 'Identifier') parts.metrics.push(expression.slice(from, to))
      if (name === 'LabelName') parts.labels.push(expression.slice(from, to))
    },
  })
  return parts
}

/** Metrics with their labels, as Prometheus stores them. */
const served = async () => {
  const { call, database } = await startTestApp({ worker: 'off' })
  await database.pool.query(
    `INSERT INTO backups (started_at, finished_at, state, location, file_name, encrypted, size_bytes, verified)
     VALUES ('2026-03-24T02:30:00Z', '2026-03-24T02:31:00Z', 'done', '/backups', 'a.tar', false, 1, true)`,
  )
  await call('POST', '/api/contacts', { name: 'Kari', email: 'kari@kunde.example', subject: 'general', message: 'Hei' })
  const report = { 'csp-report': { 'effective-directive': 'img-src' } }
  await call('POST', '/api/csp-reports', report)
  const { body } = await call('GET', '/metrics')
  // Prometheus adds these.
  const labels = new Set(['job', 'instance'])
  const names = new Set(['up'])
  for (const line of body.split('\n')) {
    const [, name, inBraces = ''] = /^(\w+)(?:\{(.*)\})? /.exec(line) ?? []
    if (!name) continue
    names.add(name)
    for (const [, label = ''] of inBraces.matchAll(/(\w+)="/g)) labels.add(label)
  }
  return { names, labels }
}

test('every metric and label of the dashboard and of the alert rules exists', async () => {
  const { names, labels } = await served()
  expect(expressions.length).toBeGreaterThan(20)
  for (const [where, expression] of expressions) {
    const parts = partsOf(expression)
    expect(parts.metrics, where).not.toEqual([])
    expect(
      parts.metrics.filter((metric) => !names.has(metric)),
      where,
    ).toEqual([])
    expect(
      parts.labels.filter((label) => !labels.has(label)),
      where,
    ).toEqual([])
  }
})

test('reports a syntax error in an expression', () => {
  expect(() => partsOf('sum(rate(http_answers_total[5m])')).toThrow('No PromQL')
})
