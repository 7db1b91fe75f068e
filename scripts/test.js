// `npm test`: everything that CI runs. Plain JavaScript, since the system's Node (20 or later) runs it before Node 24 is installed.
// Run selected stages by name: `npm test -- check unit`. Arguments after a single stage go to its runner:
// `npm test -- browser e2e/journeys/login.spec.ts:14`, `npm test -- unit server/src/app.test.ts -t 'starts'`.
// `npm test -- --changed [commit]`: runs the checks, then the tests that changes since the commit (by default uncommitted ones) can break.
import { spawnSync } from 'node:child_process'
import { rmSync } from 'node:fs'
import { cpus } from 'node:os'
import { join } from 'node:path'
import { ensurePgBouncer, ensureSealTools } from './lib/apt.js'
import { ensureBuilt } from './lib/build.js'
import { runChecks } from './lib/checks.js'
import { ensureArial, findChromium, findChromiumShell } from './lib/chromium.js'
import { ensureInstalled } from './lib/install.js'
import { Failure, main } from './lib/npm.js'
import { node24, root } from './lib/paths.js'
import { readPlaywright, readReport, readVitest } from './lib/reports.js'
import { childEnv, runNode24 } from './lib/run.js'
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
    // A larger semi-space causes fewer garbage collections. Vitest's workers have the same size.
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
  // Tests React's production build, as users get it, which takes 15 % less CPU time than the development build.
  components: vitest('components', ['components'], { NODE_ENV: 'production' }),
  browser,
}

const stageNames = Object.keys(stages)
const isStage = (name) => stageNames.includes(name)

/** Returns the tests that changes since `commit` can break, per stage. */
const findChangedTests = (commit = 'HEAD') => {
  const command = ['scripts/changed-tests/main.ts', commit]
  const { status, stdout } = spawnSync(node24, command, {
    cwd: root,
    env: childEnv(),
    encoding: 'utf8',
    stdio: ['ignore', 'pipe', 'inherit'],
  })
  if (status !== 0) throw new Failure(`The changes since ${commit} could not be read.`)
  return JSON.parse(stdout)
}

/** Returns the stages to run, each with its runner's arguments. */
const planOf = ({ selected, args }) =>
  stageNames.filter((name) => selected.includes(name)).map((name) => ({ name, args }))

const planOfChanges = (commit) => {
  const files = findChangedTests(commit)
  return stageNames
    .map((name) => ({ name, args: files[name] ?? [] }))
    .filter(({ name, args }) => name === 'check' || args.length > 0)
}

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

/** Returns this process's wall-clock seconds, and the machine's busy and idle CPU seconds, summed over its processors. */
const readClock = () => {
  const times = cpus().map(({ times }) => times)
  const sum = (kinds) => times.reduce((total, time) => total + kinds.reduce((ms, kind) => ms + time[kind], 0), 0) / 1000
  return { at: performance.now() / 1000, busy: sum(['user', 'nice', 'sys', 'irq']), idle: sum(['idle']) }
}

/** Returns wall-clock and busy CPU seconds since `start`, and the processors' idle share. Other programs' CPU time counts, too. */
const timeSince = (start) => {
  const now = readClock()
  const [busy, idle] = [now.busy - start.busy, now.idle - start.idle]
  return { took: now.at - start.at, processor: busy, idle: idle / (busy + idle) }
}

await main(async () => {
  const start = readClock()
  const argv = process.argv.slice(2)
  // Rejects unknown stages before the install. Changed tests can be found only after it.
  const chosen = argv[0] === '--changed' ? undefined : planOf(parseArguments(argv))
  await ensureInstalled()
  const plan = chosen ?? planOfChanges(argv[1])
  const runs = (...names) => plan.some(({ name }) => names.includes(name))
  const browsers = runs('components', 'browser') ? findBrowsers() : {}
  if (runs('unit')) {
    ensureSealTools()
    ensurePgBouncer()
  }
  // Each of these stages starts the server, which serves the build.
  if (runs('unit', 'components', 'browser')) ensureBuilt()
  const folder = makeScratchFolder()
  const env = { TMPDIR: folder, ...browsers }

  const interruption = new AbortController()
  const { signal } = interruption
  for (const name of ['SIGINT', 'SIGTERM', 'SIGHUP']) process.once(name, () => interruption.abort())

  const runStage = async ({ name: stage, args }) => {
    const start = readClock()
    const result = {
      stage,
      ...(await stages[stage]({ args, env, folder, signal })),
      ...timeSince(start),
    }
    console.log(`\n${result.failures.length > 0 ? 'FAILED' : 'ok'}: ${stage} (${result.took.toFixed(0)} s)\n`)
    return result
  }

  const results = []
  try {
    // Runs stages one after the other: browser tests use both processors, and take longer in parallel.
    for (const stage of plan) {
      if (!signal.aborted) results.push(await runStage(stage))
    }
  } finally {
    rmSync(folder, { recursive: true, force: true })
  }
  console.log(summary(results, timeSince(start)))
  return signal.aborted || results.some(({ failures }) => failures.length > 0) ? 1 : 0
})
