import { type ChildProcess, spawn } from 'node:child_process'
import { once } from 'node:events'
import { expect, onTestFinished, test } from 'vitest'

const hour = 3_600_000

interface Program {
  readonly child: ChildProcess
  readonly output: () => string
  /** Waits until it has printed this. */
  prints(text: string): Promise<void>
  readonly ended: Promise<number | null>
}

/** A small program under `runUntilStopped`: `start` is the body of its function, which has `lifecycle`. */
const runProgram = (start: string, limits: { stopLimitMs: number; sameSignalMs: number }): Program => {
  const own = (file: string) => JSON.stringify(new URL(file, import.meta.url))
  const code = `import { runUntilStopped } from ${own('./lifecycle.ts')}
    import { StartFailure } from ${own('./start-failure.ts')}
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
    prints: async (text) => {
      while (!output.includes(text)) await once(child, 'printed')
    },
    ended,
  }
}

test('runs the steps of a stop in reverse order and ends with exit code 0', async () => {
  const program = runProgram(
    `lifecycle.onStop(async () => console.log('first step'))
     lifecycle.onStop(async () => console.log('second step'))
     lifecycle.onEnd(() => console.log('end'))
     console.log('up')`,
    { stopLimitMs: hour, sameSignalMs: hour },
  )
  await program.prints('up\n')
  program.child.kill('SIGTERM')
  expect(await program.ended).toBe(0)
  expect(program.output()).toBe('up\nsecond step\nfirst step\n')
})

const stopsUntilToldTo = `process.on('SIGUSR2', () => lifecycle.finishStop())
  lifecycle.onEnd(() => console.log('end'))
  lifecycle.onStop(() => new Promise((resolve) => {
    lifecycle.finishStop = resolve
    console.log('stopping')
  }))
  for (const signal of ['SIGINT', 'SIGTERM']) process.on(signal, () => console.log('got ' + signal))
  console.log('up')`

test('counts signals that come together as one', async () => {
  const program = runProgram(stopsUntilToldTo, { stopLimitMs: hour, sameSignalMs: hour })
  await program.prints('up\n')
  program.child.kill('SIGINT')
  await program.prints('stopping\n')
  program.child.kill('SIGINT')
  program.child.kill('SIGTERM')
  await program.prints('got SIGTERM\n')
  program.child.kill('SIGUSR2')
  expect(await program.ended).toBe(0)
})

test('ends at once at a later signal', async () => {
  const program = runProgram(stopsUntilToldTo, { stopLimitMs: hour, sameSignalMs: 0 })
  await program.prints('up\n')
  program.child.kill('SIGINT')
  await program.prints('stopping\n')
  program.child.kill('SIGINT')
  expect(await program.ended).toBe(1)
  expect(program.output()).toContain('Kontor was ended before it had stopped.\nend\n')
})

test('ends a stop that takes too long', async () => {
  const program = runProgram(stopsUntilToldTo, { stopLimitMs: 1_000, sameSignalMs: hour })
  await program.prints('up\n')
  program.child.kill('SIGTERM')
  expect(await program.ended).toBe(1)
  expect(program.output()).toContain('Kontor did not stop within 1 seconds and was ended.\nend\n')
})

test('stops what had started when the start fails, prints its sentences and ends with exit code 1', async () => {
  const program = runProgram(
    `lifecycle.onStop(async () => console.log('stopped'))
     throw new StartFailure(['PORT is wrong.', 'HOST is wrong.'])`,
    { stopLimitMs: hour, sameSignalMs: hour },
  )
  expect(await program.ended).toBe(1)
  expect(program.output().split('\n').sort()).toEqual(['', 'HOST is wrong.', 'PORT is wrong.', 'stopped'])
})
