import type { Page } from '@playwright/test'

/** What the piece of work takes where the limits were set: two cores, nothing else running. In milliseconds. */
const ordinaryMs = 18

const rounds = 5

/** The same work each time, of the kind that a list is: cells are made, laid out and taken away. Milliseconds on the wall's clock. */
const work = (page: Page): Promise<number> =>
  page.evaluate(() => {
    const began = performance.now()
    const table = document.createElement('table')
    for (let row = 0; row < 100; row += 1) {
      const cells = table.insertRow()
      for (let cell = 0; cell < 10; cell += 1) cells.insertCell().textContent = `${row * 31 + cell} Nordfjord Eksempel`
    }
    table.style.cssText = 'position: absolute; visibility: hidden'
    document.body.append(table)
    table.getBoundingClientRect()
    table.remove()
    return performance.now() - began
  })

const median = (numbers: readonly number[]): number =>
  numbers.toSorted((a, b) => a - b)[Math.floor(numbers.length / 2)] ?? Number.NaN

/**
 * How many times slower than where the limits were set this browser works at the moment: at least 1. A limit in milliseconds is
 * multiplied by it, so that it says something of Kontor and not of the machine and its neighbours. `meter` reads another clock
 * than the wall's, in milliseconds.
 */
export const measureSlowness = async (page: Page, meter?: () => Promise<number>): Promise<number> => {
  const times: number[] = []
  for (let round = 0; round < rounds; round += 1) {
    const before = await meter?.()
    const wall = await work(page)
    times.push(meter && before !== undefined ? (await meter()) - before : wall)
  }
  return Math.max(1, median(times) / ordinaryMs)
}
