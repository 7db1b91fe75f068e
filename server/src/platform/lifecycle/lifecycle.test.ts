import { type ChildProcess, spawn } from 'node:child_process'
import { once } from 'node:events'
import { expect, onTestFinished, test } from 'vitest'

const hour = 3_600_000

interface Program {
  readonly child: ChildProcess
  readonly output: () => string
  /** Waits until it has printed this. */
  waitForOutput(text: string): Promise<void>
  readonly ended: Promise<number | NodeJS.Signals | null>
}

const moduleUrl = (file: string) => JSON.stringify(new URL(file, import.meta.url))

/** The code of a small program under `runUntilStopped`; `start` is the body of its function and may use `lifecycle`. */
const programOf = (start: string, limits: { stopLimitMs: number; sameSignalMs: number }): string =>
  `import { runUntilStopped } from ${moduleUrl('./lifecycle.ts')}
   import { StartFailure } from ${moduleUrl('../errors/start-failure.ts')}
   setInterval(() => {}, ${hour})
   await runUntilStopped(async (lifecycle) => { ${start} }, ${JSON.stringify(limits)})`

const argsOf = (code: string) => ['--input-type=module', '--eval', code]

const runCode = (code: string): Program => {
  const child = spawn(process.execPath, argsOf(code), { stdio: ['ignore', 'pipe', 'pipe'] })
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
  const ended = new Promise<number | NodeJS.Signals | null>((resolve) =>
    child.once('close', (code, signal) => resolve(code ?? signal)),
  )
  return {
    child,
    output: () => output,
    waitForOutput: async (text) => {
      while (!output.includes(text)) await once(child, 'printed')
    },
    ended,
  }
}

const runProgram = (...program: Parameters<typeof programOf>): Program => runCode(programOf(...program))

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

test.each([
  ['SIGINT', 0],
  ['SIGKILL', 'SIGKILL'],
] as const)('stops when the script that runs it gets %s', async (signal, end) => {
  const start = `lifecycle.onStop(async () => console.log('stopped'))
    console.log('up')`
  // Does what `npm start` does after installing and building.
  const script = runCode(
    `import { runNode24 } from ${moduleUrl('../../../../scripts/lib/run.js')}
     process.exitCode = await runNode24(${JSON.stringify(argsOf(programOf(start, { stopLimitMs: hour, sameSignalMs: hour })))})`,
  )
  await script.waitForOutput('up\n')
  script.child.kill(signal)
  expect(await script.ended).toBe(end)
  expect(script.output()).toBe('up\nstopped\n')
})

test('an interrupted command says so and exits with code 1', async () => {
  const command = runCode(
    `import { runCommand } from ${moduleUrl('./command.ts')}
     setInterval(() => {}, ${hour})
     await runCommand('The backup was interrupted.', ({ signal }) => new Promise((_, reject) => {
       signal.addEventListener('abort', () => reject(signal.reason))
       console.log('up')
     }))`,
  )
  await command.waitForOutput('up\n')
  command.child.kill('SIGINT')
  expect(await command.ended).toBe(1)
  expect(command.output()).toBe('up\nThe backup was interrupted.\n')
})
