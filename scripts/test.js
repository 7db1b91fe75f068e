// `npm test`: everything that CI runs. Plain JavaScript, since the system's own Node (20 or later) runs it before ours is there.
// Give names of stages to run some of them only: `npm test -- check unit`. What follows the name of one stage goes to its runner:
// `npm test -- browser e2e/journeys/login.spec.ts:14`, `npm test -- unit server/src/app.test.ts -t 'starts'`.
import { rmSync } from 'node:fs'
import { join } from 'node:path'
import { ensureBuilt } from './lib/build.js'
import { runChecks } from './lib/checks.js'
import { ensureArial, findChromium, findChromiumShell } from './lib/chromium.js'
import { ensureInstalled } from './lib/install.js'
import { Failure, main } from './lib/npm.js'
import { readPlaywright, readReport, readVitest } from './lib/reports.js'
import { runNode24 } from './lib/run.js'
import { makeScratchFolder } from './lib/scratch-folder.js'
import { summary } from './lib/summary.js'

const check = async ({ args, signal }) => {
  const results = await runChecks(args, signal)
  const failed = results.filter((result) => result.failed)
  return {
    passed: results.length - failed.length,
    skipped: 0,
    tests: [],
    failures: failed.map(({ name }) => ({ what: `check ${name}`, rerun: `npm run check -- ${name}` })),
  }
}

const vitest =
  (stage, projects, settings = {}) =>
  async ({ args, env, folder, atTheEnd }) => {
    const file = join(folder, `${stage}.json`)
    const reporters = ['--reporter=default', '--reporter=json', `--outputFile.json=${file}`]
    const chosen = projects.map((project) => `--project=${project}`)
    const command = ['node_modules/vitest/vitest.mjs', 'run', ...chosen, ...reporters, ...args]
    const code = await runNode24(command, { env: { ...env, ...settings }, atTheEnd })
    return readVitest(stage, code, readReport(file))
  }

const browser = async ({ args, env, folder, atTheEnd }) => {
  const file = join(folder, 'browser.json')
  const command = ['node_modules/@playwright/test/cli.js', 'test', '--config=e2e', '--reporter=list,json', ...args]
  const code = await runNode24(command, { env: { ...env, PLAYWRIGHT_JSON_OUTPUT_FILE: file }, atTheEnd })
  return readPlaywright('browser', code, readReport(file))
}

const stages = {
  check,
  unit: vitest('unit', ['server', 'unit']),
  // With the React that users get: 15 % less work for the pages than the developer's.
  components: vitest('components', ['components'], { NODE_ENV: 'production' }),
  browser,
}

/** Stages of one group run side by side: the component tests have one page, which leaves a processor idle. */
const groups = [['check'], ['unit'], ['components', 'browser']]

const stageNames = Object.keys(stages)
const isStage = (name) => stageNames.includes(name)

/** The names of stages come first; only a single one takes arguments. */
const readArguments = (given) => {
  const end = given.findIndex((name) => !isStage(name))
  const [names, args] = end < 0 ? [given, []] : [given.slice(0, end), given.slice(end)]
  if (args.length > 0 && names.length !== 1)
    throw new Failure(
      `No such stage: ${args[0]}. There are: ${stageNames.join(', ')}; arguments follow the name of one.`,
    )
  return { wanted: names.length > 0 ? names : stageNames, args }
}

const findBrowsers = () => {
  const chromium = findChromium()
  ensureArial()
  return { CHROMIUM_PATH: chromium, CHROMIUM_SHELL_PATH: findChromiumShell(chromium) }
}

const secondsSince = (began) => (performance.now() - began) / 1000

await main(async () => {
  const { wanted, args } = readArguments(process.argv.slice(2))
  const began = performance.now()
  await ensureInstalled()
  const browsers = wanted.includes('components') || wanted.includes('browser') ? findBrowsers() : {}
  // The server, which tests of all kinds start, serves the build.
  if (wanted.some((name) => name !== 'check')) ensureBuilt()
  const folder = makeScratchFolder()
  const env = { TMPDIR: folder, ...browsers }

  const interruption = new AbortController()
  const { signal } = interruption
  for (const name of ['SIGINT', 'SIGTERM', 'SIGHUP']) process.once(name, () => interruption.abort())

  const runStage = async (stage, atTheEnd) => {
    const start = performance.now()
    const result = {
      stage,
      ...(await stages[stage]({ args, env, folder, signal, atTheEnd })),
      took: secondsSince(start),
    }
    console.log(`\n${result.failures.length > 0 ? 'FAILED' : 'ok'}: ${stage} (${result.took.toFixed(0)} s)\n`)
    return result
  }

  const results = []
  try {
    for (const group of groups) {
      const names = group.filter((name) => wanted.includes(name))
      if (signal.aborted || names.length === 0) continue
      // Of two side by side only the last one writes while it runs.
      const runs = names.map((name, index) => runStage(name, index < names.length - 1))
      results.push(...(await Promise.all(runs)))
    }
  } finally {
    rmSync(folder, { recursive: true, force: true })
  }
  console.log(summary(results, secondsSince(began)))
  return signal.aborted || results.some(({ failures }) => failures.length > 0) ? 1 : 0
})
