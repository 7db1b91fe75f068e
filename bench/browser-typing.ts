import type { Locator, Page } from '@playwright/test'

/** Records how long the browser takes from each key or click to the next paint. Below 16 ms it records nothing. */
export const watchPaints = (page: Page): Promise<void> =>
  page.evaluate(() => {
    const paints: number[] = []
    Object.assign(window, { paints })
    new PerformanceObserver((list) => {
      for (const entry of list.getEntries())
        if ('interactionId' in entry && entry.interactionId) paints.push(entry.duration)
    }).observe({ type: 'event', durationThreshold: 16 } as PerformanceObserverInit)
  })

export const readPaints = (page: Page): Promise<number[]> =>
  page.evaluate(() => ('paints' in window && Array.isArray(window.paints) ? window.paints.map(Number) : []))

/** Reads the processor time of the page's main thread, in milliseconds. Other programs don't increase it. */
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

/** Types each text into the screen's search box and deletes it again: milliseconds of the main thread per key. */
export const measureTyping = async (page: Page, texts: readonly string[], settled: Locator): Promise<number[]> => {
  await page.getByRole('searchbox').click()
  const meter = await openMeter(page)
  const costs: number[] = []
  const press = async (key: string): Promise<void> => {
    await nextPaint(page)
    const before = await meter()
    await page.keyboard.press(key)
    await nextPaint(page)
    await nextPaint(page)
    costs.push((await meter()) - before)
  }
  for (const text of texts) {
    for (const letter of text) await press(letter)
    await settled.waitFor()
    for (const _ of text) await press('Backspace')
  }
  return costs
}
