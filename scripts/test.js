// `npm test`: everything that CI runs. Plain JavaScript, since the system's Node (20 or later) runs it before Node 24 is installed.
// Run selected stages by name: `npm test -- check unit`. Arguments after a single stage go to its runner:
// `npm test -- browser e2e/journeys/login.spec.ts:14`, `npm test -- unit server/src/app.test.ts -t 'starts'`.
import { rmSync } from 'node:fs'
import { join } from 'node:path'
import { ensurePgBouncer, ensureSealTools } from './lib/apt.js'
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
  async ({ args, env, folder }) => {
    const file = join(folder, `${stage}.json`)
    const reporters = ['--reporter=default', '--reporter=json', `--outputFile.json=${file}`]
    const chosen = projects.map((project) => `--project=${project}`)
    // Fewer rounds of garbage collection, as in its workers.
    const command = [
      '--max-semi-space-size=64',
      ...['--import', './server/src/platform/database/resolve-drizzle.ts'],
      ...['node_modules/vitest/vitest.mjs', 'run', ...chosen, ...reporters, ...args],
    ]
    const code = await runNode24(command, { env: { ...env, ...settings } })
    return readVitest(stage, code, readReport(file))
  }

const browser = async ({ args, env, folder }) => {
  const file = join(folder, 'browser.json')
  const command = ['node_modules/@playwright/test/cli.js', 'test', '--config=e2e', '--reporter=list,json', ...args]
  const code = await runNode24(command, { env: { ...env, PLAYWRIGHT_JSON_OUTPUT_FILE: file } })
  return readPlaywright('browser', code, readReport(file))
}

const stages = {
  check,
  unit: vitest('unit', ['server', 'unit']),
  // React's production build, as users get it: 15 % less work than the development build.
  components: vitest('components', ['components'], { NODE_ENV: 'production' }),
  browser,
}

const stageNames = Object.keys(stages)
const isStage = (name) => stageNames.includes(name)

/** Parses stage names, then arguments, which only a single stage can take. */
const parseArguments = (argv) => {
  const end = argv.findIndex((name) => !isStage(name))
  const [names, args] = end < 0 ? [argv, []] : [argv.slice(0, end), argv.slice(end)]
  if (args.length > 0 && names.length !== 1)
    throw new Failure(
      `No such stage: ${args[0]}. Stages: ${stageNames.join(', ')}; only a single stage takes arguments.`,
    )
  return { selected: names.length > 0 ? names : stageNames, args }
}

const findBrowsers = () => {
  const chromium = findChromium()
  ensureArial()
  return { CHROMIUM_PATH: chromium, CHROMIUM_SHELL_PATH: findChromiumShell(chromium) }
}

const secondsSince = (start) => (performance.now() - start) / 1000

await main(async () => {
  const { selected, args } = parseArguments(process.argv.slice(2))
  const start = performance.now()
  await ensureInstalled()
  const browsers = selected.includes('components') || selected.includes('browser') ? findBrowsers() : {}
  if (selected.includes('unit')) {
    ensureSealTools()
    ensurePgBouncer()
  }
  // All kinds of tests start the server, which serves the build.
  if (selected.some((name) => name !== 'check')) ensureBuilt()
  const folder = makeScratchFolder()
  const env = { TMPDIR: folder, ...browsers }

  const interruption = new AbortController()
  const { signal } = interruption
  for (const name of ['SIGINT', 'SIGTERM', 'SIGHUP']) process.once(name, () => interruption.abort())

  const runStage = async (stage) => {
    const start = performance.now()
    const result = {
      stage,
      ...(await stages[stage]({ args, env, folder, signal })),
      took: secondsSince(start),
    }
    console.log(`\n${result.failures.length > 0 ? 'FAILED' : 'ok'}: ${stage} (${result.took.toFixed(0)} s)\n`)
    return result
  }

  const results = []
  try {
    // One after the other: the browser tests take both processors, and longer side by side.
    for (const stage of stageNames.filter((name) => selected.includes(name))) {
      if (!signal.aborted) results.push(await runStage(stage))
    }
  } finally {
    rmSync(folder, { recursive: true, force: true })
  }
  console.log(summary(results, secondsSince(start)))
  return signal.aborted || results.some(({ failures }) => failures.length > 0) ? 1 : 0
})
