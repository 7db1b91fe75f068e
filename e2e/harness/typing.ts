import { expect, type Locator, type Page } from '@playwright/test'
import { measureSlowness } from './yardstick.ts'

/** What a key in a search box may cost on an ordinary machine, in milliseconds of the main thread. */
const ordinaryBudgetMs = 50

/** Notes how long the browser took from each key to the next paint. */
const watchPaints = (page: Page): Promise<void> =>
  page.evaluate(() => {
    const times: number[] = []
    Object.assign(window, { times })
    new PerformanceObserver((list) => {
      for (const entry of list.getEntries()) if (/^key/.test(entry.name)) times.push(entry.duration)
    }).observe({ type: 'event', durationThreshold: 16 } as PerformanceObserverInit)
  })

/** What was noted. Below 16 ms the browser notes nothing. */
const readPaints = (page: Page): Promise<number[]> =>
  page.evaluate(() => ('times' in window && Array.isArray(window.times) ? window.times.map(Number) : []))

/**
 * Milliseconds of processor time that the page's main thread has used. Unlike the time to the next paint it does not grow when
 * other programs want the processor too, so a limit on it holds on a busy machine.
 */
const openMeter = async (page: Page): Promise<() => Promise<number>> => {
  const session = await page.context().newCDPSession(page)
  await session.send('Performance.enable', { timeDomain: 'threadTicks' })
  return async () => {
    const { metrics } = await session.send('Performance.getMetrics')
    return 1000 * (metrics.find(({ name }) => name === 'TaskDuration')?.value ?? Number.NaN)
  }
}

const nextPaint = (page: Page): Promise<void> =>
  page.evaluate(() => new Promise((resolve) => requestAnimationFrame(() => setTimeout(resolve))))

const part = (numbers: readonly number[], share: number): number =>
  numbers.toSorted((a, b) => a - b)[Math.floor((numbers.length - 1) * share)] ?? Number.NaN

const summary = (numbers: readonly number[]): string =>
  `median ${part(numbers, 0.5).toFixed(0)}, 95 % ${part(numbers, 0.95).toFixed(0)}, longest ${part(numbers, 1).toFixed(0)} ms`

interface TypingCost {
  /** Of 20 keys the one that cost the second most, in milliseconds. */
  readonly worst: number
  /** What it may be, as slow as the machine was meanwhile. */
  readonly budgetMs: number
  /** For people. */
  readonly report: string
}

/**
 * Types each text, of plain letters, into the screen's search box and takes it out again, key by key; after each text `settled` must be there. Up
 * to three rounds: a neighbour on the same core slows one down, but hardly three.
 */
export const measureTyping = async (page: Page, texts: readonly string[], settled: Locator): Promise<TypingCost> => {
  await page.getByRole('searchbox').click()
  await watchPaints(page)
  const meter = await openMeter(page)
  const costOf = async (key: string): Promise<number> => {
    await nextPaint(page)
    const before = await meter()
    await page.keyboard.press(key)
    await nextPaint(page)
    await nextPaint(page)
    return (await meter()) - before
  }
  const typeRound = async (): Promise<{ costs: number[]; budgetMs: number }> => {
    const costs: number[] = []
    let slowness = 1
    for (const text of texts) {
      slowness = Math.max(slowness, await measureSlowness(page, meter))
      for (const letter of text) costs.push(await costOf(letter))
      await expect(settled).toBeVisible()
      for (const _ of text) costs.push(await costOf('Backspace'))
    }
    return { costs, budgetMs: ordinaryBudgetMs * slowness }
  }
  const isWithin = ({ costs, budgetMs }: { costs: number[]; budgetMs: number }) => part(costs, 0.95) < budgetMs
  let round = await typeRound()
  for (let rounds = 1; rounds < 3 && !isWithin(round); rounds += 1) round = await typeRound()
  const { costs, budgetMs } = round
  const report = `main thread for a key: ${summary(costs)} of ${budgetMs.toFixed(0)}; key to paint: ${summary(await readPaints(page))}`
  return { worst: part(costs, 0.95), budgetMs, report }
}
