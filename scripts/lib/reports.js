// Converts the runners' JSON reports to a common form: { passed, skipped, tests: [{ name, file, seconds }], failures: [{ what, rerun }] }.
import { readFileSync } from 'node:fs'
import { relative } from 'node:path'
import { root } from './paths.js'

/** Reads a runner's report; returns undefined if it's missing or incomplete. */
export const readReport = (file) => {
  try {
    return JSON.parse(readFileSync(file, 'utf8'))
  } catch (error) {
    if (error.code === 'ENOENT' || error instanceof SyntaxError) return undefined
    throw error
  }
}

const quote = (text) => `'${text.replaceAll("'", String.raw`'\''`)}'`

const escapeRegExp = (text) => text.replace(/[.*+?^${}()|[\]\\]/g, String.raw`\$&`)

/** Adds a failure if the run failed without a failed test, for example because a worker died. */
const withStageFailure = (stage, code, result) => {
  if (code !== 0 && result.failures.length === 0)
    result.failures.push({ what: `${stage} ended with exit code ${code}`, rerun: `npm test -- ${stage}` })
  return result
}

/** Converts Vitest's report of a stage; `code` is Vitest's exit code. */
export const readVitest = (stage, code, report) => {
  const result = { passed: 0, skipped: 0, tests: [], failures: [] }
  for (const suite of report?.testResults ?? []) {
    const file = relative(root, suite.name)
    for (const { ancestorTitles, title, status, duration } of suite.assertionResults) {
      const name = [...ancestorTitles, title].join(' › ')
      if (status === 'passed') result.passed += 1
      else if (status !== 'failed') result.skipped += 1
      if (duration) result.tests.push({ name, file, seconds: duration / 1000 })
      if (status !== 'failed') continue
      const pattern = `^${escapeRegExp([...ancestorTitles, title].join(' > '))}$`
      result.failures.push({
        what: `${file} › ${name}`,
        rerun: `npm test -- ${stage} ${file} -t ${quote(pattern)}`,
      })
    }
    if (suite.status === 'failed' && !suite.assertionResults.some(({ status }) => status === 'failed'))
      result.failures.push({ what: file, rerun: `npm test -- ${stage} ${file}` })
  }
  return withStageFailure(stage, code, result)
}

const specsOf = (suite, titles = []) => [
  ...suite.specs.map((spec) => ({ ...spec, titles: [...titles, spec.title] })),
  ...(suite.suites ?? []).flatMap((inner) => specsOf(inner, [...titles, inner.title])),
]

/** Converts Playwright's report of a stage. A flaky test is a failure. */
export const readPlaywright = (stage, code, report) => {
  const result = { passed: 0, skipped: 0, tests: [], failures: [] }
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
  return withStageFailure(stage, code, result)
}
