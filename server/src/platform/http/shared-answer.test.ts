import { setTimeout as sleep } from 'node:timers/promises'
import { expect, it } from 'vitest'
import { joinCalls, rememberBy } from './shared-answer.ts'

it('answers many calls at once by two runs, and none by a run that began before it came', async () => {
  const ends: ((answer: string) => void)[] = []
  const call = joinCalls(() => new Promise<string>((resolve) => ends.push(resolve)))
  const first = call()
  await expect.poll(() => ends.length).toBe(1)
  const others = Array.from({ length: 20 }, () => call())
  ends[0]?.('the first run')
  expect(await first).toBe('the first run')
  await expect.poll(() => ends.length).toBe(2)
  ends[1]?.('the second run')
  expect(new Set(await Promise.all(others))).toEqual(new Set(['the second run']))
  expect(ends).toHaveLength(2)
})

it('fails those who wait for a run that fails, and runs again for the next', async () => {
  let runs = 0
  const call = joinCalls(async () => {
    runs += 1
    await sleep(10)
    if (runs < 3) throw new Error(`run ${runs}`)
    return runs
  })
  const [one, two, three] = await Promise.allSettled([call(), call(), call()])
  expect([one, two, three].map((result) => result?.status === 'rejected' && result.reason.message)).toEqual([
    ...['run 1', 'run 2', 'run 2'],
  ])
  expect(await call()).toBe(3)
})

it('does the same work once and remembers the last inputs, but no failure', async () => {
  const done: string[] = []
  const work = rememberBy(2, async (input: { name: string }) => {
    done.push(input.name)
    await sleep(5)
    if (done.length === 1) throw new Error('the first')
    return input.name
  })
  await expect(Promise.all([work({ name: 'a' }), work({ name: 'a' })])).rejects.toThrow('the first')
  expect(await Promise.all([work({ name: 'a' }), work({ name: 'a' }), work({ name: 'b' })])).toEqual(['a', 'a', 'b'])
  expect([await work({ name: 'a' }), await work({ name: 'c' }), await work({ name: 'a' })]).toEqual(['a', 'c', 'a'])
  expect(done).toEqual(['a', 'a', 'b', 'c'])
  await work({ name: 'b' })
  expect(done).toEqual(['a', 'a', 'b', 'c', 'b'])
})
