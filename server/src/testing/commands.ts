import { execFile } from 'node:child_process'
import { fileURLToPath } from 'node:url'
import { expect, vi } from 'vitest'
import type { backUp } from '../backup.ts'
import { StartFailure } from '../platform/errors/start-failure.ts'
import { quickStart } from './server-process.ts'

type Env = Readonly<Record<string, string>>

/** With Node's compile cache a start takes a third less CPU time. */
const { PATH, NODE_COMPILE_CACHE } = process.env

/** Runs `npm run backup` or `npm run restore` without inheriting the environment. */
export const runCommand = (
  command: 'backup' | 'restore',
  env: Env,
  ...args: string[]
): Promise<{ code: number | null; output: string }> => {
  const entry = fileURLToPath(new URL(`../${command}.ts`, import.meta.url))
  const { promise, resolve } = Promise.withResolvers<{ code: number | null; output: string }>()
  const child = execFile(
    process.execPath,
    [...quickStart, entry, ...args],
    { cwd: '/', env: { PATH, NODE_COMPILE_CACHE, ...env } },
    (_error, stdout, stderr) => resolve({ code: child.exitCode, output: stdout + stderr }),
  )
  return promise
}

/** Runs a command's work in this process and returns what it printed. */
export const runHere = async (work: typeof backUp, env: Env, file: string): Promise<string> => {
  const printed: string[] = []
  const print = vi.spyOn(console, 'log').mockImplementation((text) => printed.push(text))
  const stops: (() => Promise<unknown>)[] = []
  try {
    await work(
      {
        signal: new AbortController().signal,
        onStop: (step) => stops.push(step),
        onForcedExit: () => {},
        finish: () => {},
        fail: (error) => expect.unreachable(String(error)),
      },
      [file],
      env,
    )
  } finally {
    for (const stop of stops.reverse()) await stop()
    print.mockRestore()
  }
  return printed.join('\n')
}

/** Returns the single sentence with which a command fails. */
export const refusalOf = async (...args: Parameters<typeof runHere>): Promise<string> => {
  const failure = await runHere(...args).catch((error: unknown) => error)
  if (!(failure instanceof StartFailure)) throw new Error(`Not refused in a sentence: ${failure}`)
  expect(failure.sentences).toHaveLength(1)
  expect(failure.message).not.toContain('\n')
  return failure.message
}
