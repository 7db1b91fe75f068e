// What the runners' JSON reports say, in one form: { passed, skipped, tests: [{ name, file, seconds }], failures: [{ what, rerun }] }.
import { readFileSync } from 'node:fs'
import { relative } from 'node:path'
import { root } from './paths.js'

/** What a runner wrote down, or undefined where it ended before it could. */
export const readReport = (file) => {
  try {
    return JSON.parse(readFileSync(file, 'utf8'))
  } catch (error) {
    if (error.code === 'ENOENT' || error instanceof SyntaxError) return undefined
    throw error
  }
}

const quote = (text) => `'${text.replaceAll("'", String.raw`'\''`)}'`

/** A pattern that matches nothing but this text. */
const literally = (text) => text.replace(/[.*+?^${}()|[\]\\]/g, String.raw`\$&`)

const whole = (stage, code) => ({ what: `${stage} ended with exit code ${code}`, rerun: `npm test -- ${stage}` })

/** A run that failed without a failed test (a worker that died, an error outside of the tests) still counts as one failure. */
const noneHidden = (stage, code, result) =>
  code !== 0 && result.failures.length === 0 ? { ...result, failures: [whole(stage, code)] } : result

const nothing = { passed: 0, skipped: 0, tests: [], failures: [] }

/** Vitest's report of one of our stages; `code` is how Vitest ended. */
export const readVitest = (stage, code, report) => {
  const result = { ...nothing, tests: [], failures: [] }
  for (const suite of report?.testResults ?? []) {
    const file = relative(root, suite.name)
    for (const { ancestorTitles, title, status, duration } of suite.assertionResults) {
      const name = [...ancestorTitles, title].join(' › ')
      if (status === 'passed') result.passed += 1
      else if (status !== 'failed') result.skipped += 1
      if (duration) result.tests.push({ name, file, seconds: duration / 1000 })
      if (status !== 'failed') continue
      const pattern = `^${literally([...ancestorTitles, title].join(' > '))}$`
      result.failures.push({
        what: `${file} › ${name}`,
        rerun: `npm test -- ${stage} ${file} -t ${quote(pattern)}`,
      })
    }
    if (suite.status === 'failed' && !suite.assertionResults.some(({ status }) => status === 'failed'))
      result.failures.push({ what: file, rerun: `npm test -- ${stage} ${file}` })
  }
  return noneHidden(stage, code, result)
}

const specsOf = (suite, titles = []) => [
  ...suite.specs.map((spec) => ({ ...spec, titles: [...titles, spec.title] })),
  ...(suite.suites ?? []).flatMap((inner) => specsOf(inner, [...titles, inner.title])),
]

/** Playwright's report of one of our stages. A test that passed at the second try is a failure. */
export const readPlaywright = (stage, code, report) => {
  const result = { ...nothing, tests: [], failures: [] }
  for (const spec of (report?.suites ?? []).flatMap((suite) => specsOf(suite))) {
    const [file, name] = [`e2e/${spec.file}`, spec.titles.join(' › ')]
    for (const { status, results } of spec.tests) {
      const milliseconds = results.reduce((sum, { duration }) => sum + duration, 0)
      result.tests.push({ name, file, seconds: milliseconds / 1000 })
      if (status === 'expected') result.passed += 1
      else if (status === 'skipped') result.skipped += 1
      else {
        const flaky = status === 'flaky' ? ' (flaky)' : ''
        result.failures.push({
          what: `${file}:${spec.line} › ${name}${flaky}`,
          rerun: `npm test -- ${stage} ${file}:${spec.line}`,
        })
      }
    }
  }
  return noneHidden(stage, code, result)
}
