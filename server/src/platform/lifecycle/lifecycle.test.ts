import { type ChildProcess, spawn } from 'node:child_process'
import { once } from 'node:events'
import { expect, onTestFinished, test } from 'vitest'

const hour = 3_600_000

interface Program {
  readonly child: ChildProcess
  readonly output: () => string
  /** Waits until it has printed this. */
  waitForOutput(text: string): Promise<void>
  readonly ended: Promise<number | null>
}

/** Runs a small program under `runUntilStopped`; `start` is the body of its function and may use `lifecycle`. */
const runProgram = (start: string, limits: { stopLimitMs: number; sameSignalMs: number }): Program => {
  const moduleUrl = (file: string) => JSON.stringify(new URL(file, import.meta.url))
  const code = `import { runUntilStopped } from ${moduleUrl('./lifecycle.ts')}
    import { StartFailure } from ${moduleUrl('./start-failure.ts')}
    setInterval(() => {}, ${hour})
    await runUntilStopped(async (lifecycle) => { ${start} }, ${JSON.stringify(limits)})`
  const child = spawn(process.execPath, ['--input-type=module', '--eval', code], { stdio: ['ignore', 'pipe', 'pipe'] })
  onTestFinished(() => {
    child.kill('SIGKILL')
  })
  let output = ''
  for (const stream of [child.stdout, child.stderr]) {
    stream.setEncoding('utf8').on('data', (text) => {
      output += text
      child.emit('printed')
    })
  }
  const ended = new Promise<number | null>((resolve) => child.once('close', resolve))
  return {
    child,
    output: () => output,
    waitForOutput: async (text) => {
      while (!output.includes(text)) await once(child, 'printed')
    },
    ended,
  }
}

test('runs the stop steps in reverse order and exits with code 0', async () => {
  const program = runProgram(
    `lifecycle.onStop(async () => console.log('first step'))
     lifecycle.onStop(async () => console.log('second step'))
     lifecycle.onForcedExit(() => console.log('end'))
     console.log('up')`,
    { stopLimitMs: hour, sameSignalMs: hour },
  )
  await program.waitForOutput('up\n')
  program.child.kill('SIGTERM')
  expect(await program.ended).toBe(0)
  expect(program.output()).toBe('up\nsecond step\nfirst step\n')
})

const stopsOnSignal = `process.on('SIGUSR2', () => lifecycle.finishStop())
  lifecycle.onForcedExit(() => console.error('end'))
  lifecycle.onStop(() => new Promise((resolve) => {
    lifecycle.finishStop = resolve
    console.log('stopping')
  }))
  for (const signal of ['SIGINT', 'SIGTERM']) process.on(signal, () => console.log('got ' + signal))
  console.log('up')`

test('treats simultaneous signals as one', async () => {
  const program = runProgram(stopsOnSignal, { stopLimitMs: hour, sameSignalMs: hour })
  await program.waitForOutput('up\n')
  program.child.kill('SIGINT')
  await program.waitForOutput('stopping\n')
  program.child.kill('SIGINT')
  program.child.kill('SIGTERM')
  await program.waitForOutput('got SIGTERM\n')
  program.child.kill('SIGUSR2')
  expect(await program.ended).toBe(0)
})

test('exits immediately on a later signal', async () => {
  const program = runProgram(stopsOnSignal, { stopLimitMs: hour, sameSignalMs: 0 })
  await program.waitForOutput('up\n')
  program.child.kill('SIGINT')
  await program.waitForOutput('stopping\n')
  program.child.kill('SIGINT')
  expect(await program.ended).toBe(1)
  expect(program.output()).toContain('Kontor was ended before it had stopped.\nend\n')
})

test('aborts a stop that takes too long', async () => {
  const program = runProgram(stopsOnSignal, { stopLimitMs: 1_000, sameSignalMs: hour })
  await program.waitForOutput('up\n')
  program.child.kill('SIGTERM')
  expect(await program.ended).toBe(1)
  expect(program.output()).toContain('Kontor did not stop within 1 seconds and was ended.\nend\n')
})

test('when the start fails, stops what had started, prints the reasons and exits with code 1', async () => {
  const program = runProgram(
    `lifecycle.onStop(async () => console.log('stopped'))
     throw new StartFailure(['PORT is wrong.', 'HOST is wrong.'])`,
    { stopLimitMs: hour, sameSignalMs: hour },
  )
  expect(await program.ended).toBe(1)
  expect(program.output().split('\n').sort()).toEqual(['', 'HOST is wrong.', 'PORT is wrong.', 'stopped'])
})
