import { join } from 'node:path'
import { describe, expect, test } from 'vitest'
import { root } from './paths.js'
import { readPlaywright, readVitest } from './reports.js'
import { summary } from './summary.js'

const suite = (name, status, assertionResults) => ({ name: join(root, name), status, assertionResults })
const assertion = (title, status, ancestorTitles = []) => ({ title, status, ancestorTitles, duration: 1500 })

describe("Vitest's report", () => {
  test('counts tests and gives the command to rerun the failed one', () => {
    const report = {
      testResults: [
        suite('server/src/a.test.ts', 'failed', [
          assertion('works', 'passed'),
          assertion("isn't ready (yet)", 'failed', ['a route']),
          assertion('later', 'skipped'),
        ]),
      ],
    }
    const { passed, skipped, tests, failures } = readVitest('unit', 1, report)
    expect({ passed, skipped }).toEqual({ passed: 1, skipped: 1 })
    expect(tests[1]).toEqual({ name: "a route › isn't ready (yet)", file: 'server/src/a.test.ts', seconds: 1.5 })
    expect(failures).toEqual([
      {
        what: "server/src/a.test.ts › a route › isn't ready (yet)",
        rerun: String.raw`npm test -- unit server/src/a.test.ts -t '^a route > isn'\''t ready \(yet\)$'`,
      },
    ])
  })

  test('counts a file that does not load as a failure', () => {
    const report = { testResults: [suite('server/src/a.test.ts', 'failed', [])] }
    expect(readVitest('unit', 1, report).failures).toEqual([
      { what: 'server/src/a.test.ts', rerun: 'npm test -- unit server/src/a.test.ts' },
    ])
  })

  test('counts a failed run without a failed test or a report as one failure', () => {
    const green = { testResults: [suite('server/src/a.test.ts', 'passed', [assertion('works', 'passed')])] }
    const failures = [{ what: 'unit ended with exit code 1', rerun: 'npm test -- unit' }]
    expect(readVitest('unit', 1, green)).toMatchObject({ passed: 1, failures })
    expect(readVitest('unit', 1, undefined)).toMatchObject({ passed: 0, failures })
  })
})

const spec = (title, line, status) => ({
  title,
  line,
  file: 'journeys/a.spec.ts',
  tests: [{ status, results: [{ duration: 1000 }, { duration: 500 }] }],
})

describe("Playwright's report", () => {
  test('counts a flaky test as failed and gives the command to rerun it', () => {
    const inner = { title: 'on a phone', specs: [spec('flaky', 9, 'flaky')] }
    const specs = [spec('good', 3, 'expected'), spec('bad', 5, 'unexpected'), spec('off', 7, 'skipped')]
    const report = { suites: [{ title: 'journeys/a.spec.ts', specs, suites: [inner] }] }
    expect(readPlaywright('browser', 1, report)).toEqual({
      passed: 1,
      skipped: 1,
      tests: ['good', 'bad', 'off', 'on a phone › flaky'].map((name) => ({
        name,
        file: 'e2e/journeys/a.spec.ts',
        seconds: 1.5,
      })),
      failures: [
        { what: 'e2e/journeys/a.spec.ts:5 › bad', rerun: 'npm test -- browser e2e/journeys/a.spec.ts:5' },
        {
          what: 'e2e/journeys/a.spec.ts:9 › on a phone › flaky (flaky)',
          rerun: 'npm test -- browser e2e/journeys/a.spec.ts:9',
        },
      ],
    })
  })
})

test('the summary lists stages, the slowest tests and failures, and ends with the totals', () => {
  const results = [
    { stage: 'check', passed: 9, skipped: 0, took: 16.2, processor: 30, idle: 0.04, tests: [], failures: [] },
    {
      stage: 'unit',
      passed: 11,
      skipped: 1,
      took: 140,
      processor: 270,
      idle: 0,
      tests: Array.from({ length: 12 }, (_, n) => ({ name: `test ${n}`, file: 'a.test.ts', seconds: n })),
      failures: [{ what: 'a.test.ts › test 3', rerun: 'npm test -- unit a.test.ts' }],
    },
  ]
  const text = summary(results, { took: 156, processor: 300, idle: 0.02 })
  expect(text).toContain('ok      check  16 s   30 s of processors   4 % idle  9 passed, 0 failed\n')
  expect(text).toContain('FAILED  unit   140 s  270 s of processors  0 % idle  11 passed, 1 failed, 1 skipped\n')
  expect(text).toContain('  11 s   a.test.ts › test 11\n')
  expect(text).not.toContain('test 1\n')
  expect(text).toContain('  a.test.ts › test 3\n    npm test -- unit a.test.ts\n')
  expect(text.endsWith('1 skipped\n20 passed, 1 failed')).toBe(true)
})
