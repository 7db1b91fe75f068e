// `npm test`: everything that CI runs. Plain JavaScript, since the system's own Node (20 or later) runs it before ours is there.
// Give names of stages to run some of them only: `npm test -- check unit`.
import { readFileSync, rmSync } from 'node:fs'
import { join } from 'node:path'
import { ensureBuilt } from './lib/build.js'
import { findChromium, findChromiumShell } from './lib/chromium.js'
import { ensureInstalled } from './lib/install.js'
import { Failure, main } from './lib/npm.js'
import { runNode24 } from './lib/run.js'
import { makeScratchFolder } from './lib/scratch-folder.js'

/** What a runner wrote down, or undefined where it ended before it could. */
const readReport = (file) => {
  try {
    return JSON.parse(readFileSync(file, 'utf8'))
  } catch (error) {
    if (error.code === 'ENOENT' || error instanceof SyntaxError) return undefined
    throw error
  }
}

const check = async () => {
  const code = await runNode24(['scripts/check.js'])
  return { passed: code === 0 ? 1 : 0, failed: code === 0 ? 0 : 1, skipped: 0 }
}

/** A run that failed without a failed test (a file that does not load, a worker that died) still counts as one failure. */
const counted = (code, counts) => {
  if (!counts) return { passed: 0, failed: 1, skipped: 0 }
  return code !== 0 && counts.failed === 0 ? { ...counts, failed: 1 } : counts
}

const unit = async (folder) => {
  const file = join(folder, 'unit.json')
  const reporters = ['--reporter=default', '--reporter=json', `--outputFile.json=${file}`]
  const command = ['node_modules/vitest/vitest.mjs', 'run', ...reporters]
  const code = await runNode24(command, { env: { TMPDIR: folder } })
  const report = readReport(file)
  return counted(
    code,
    report && {
      passed: report.numPassedTests,
      failed: report.numFailedTests,
      skipped: report.numPendingTests + report.numTodoTests,
    },
  )
}

const browser = async (folder, chromium) => {
  const file = join(folder, 'browser.json')
  const env = {
    TMPDIR: folder,
    CHROMIUM_PATH: chromium,
    CHROMIUM_SHELL_PATH: findChromiumShell(chromium),
    PLAYWRIGHT_JSON_OUTPUT_FILE: file,
  }
  const command = ['node_modules/@playwright/test/cli.js', 'test', '--config=e2e', '--reporter=list,json']
  const code = await runNode24(command, { env })
  const stats = readReport(file)?.stats
  return counted(
    code,
    stats && { passed: stats.expected + stats.flaky, failed: stats.unexpected, skipped: stats.skipped },
  )
}

const stages = { check, unit, browser }

await main(async () => {
  const wanted = process.argv.slice(2)
  const unknown = wanted.filter((name) => !Object.hasOwn(stages, name))
  if (unknown.length > 0)
    throw new Failure(`No such stage: ${unknown.join(', ')}. There are: ${Object.keys(stages).join(', ')}.`)
  await ensureInstalled()
  const names = wanted.length > 0 ? wanted : Object.keys(stages)
  const chromium = names.includes('browser') ? findChromium() : undefined
  // The server, which tests of both kinds start, serves the build.
  ensureBuilt()
  const folder = makeScratchFolder()
  const total = { passed: 0, failed: 0, skipped: 0 }
  try {
    for (const name of names) {
      const began = performance.now()
      const result = await stages[name](folder, chromium)
      for (const key of Object.keys(total)) total[key] += result[key]
      const seconds = ((performance.now() - began) / 1000).toFixed(0)
      console.log(`\n${result.failed > 0 ? 'FAILED' : 'ok'}: ${name} (${seconds} s)\n`)
    }
  } finally {
    rmSync(folder, { recursive: true, force: true })
  }
  if (total.skipped > 0) console.log(`${total.skipped} skipped`)
  console.log(`${total.passed} passed, ${total.failed} failed`)
  return total.failed === 0 ? 0 : 1
})
