import type { Page } from '@playwright/test'
import { expect, openMounted, test } from '../harness/mount.ts'
import { measureSlowness } from '../harness/yardstick.ts'
import { tenFreshCompanies } from '../stand-ins/fresh-company.ts'

const debounceMs = 300

/** Milliseconds from the text being there to ten companies with all their details on the screen. */
const timeSearch = (page: Page, text: string): Promise<number> =>
  page.evaluate(
    (typed) =>
      new Promise<number>((resolve) => {
        const input = document.querySelector('[role=combobox]')
        if (!(input instanceof HTMLInputElement)) throw new Error('There is no field.')
        const began = performance.now()
        const observer = new MutationObserver(() => {
          const options = document.querySelectorAll('[role=option]')
          const whole = [...options].every((option) => option.textContent?.includes('Signaturrett tilgjengelig'))
          if (options.length < 10 || !whole || document.querySelector('[role=option] .animate-pulse')) return
          observer.disconnect()
          requestAnimationFrame(() => resolve(performance.now() - began))
        })
        observer.observe(document.body, { childList: true, subtree: true, characterData: true })
        // As React hears of it: through the element's own setter.
        Object.getOwnPropertyDescriptor(HTMLInputElement.prototype, 'value')?.set?.call(input, typed)
        input.dispatchEvent(new Event('input', { bubbles: true }))
      }),
    text,
  )

/** Of several rounds the quickest: whatever else the machine does only adds to them. */
const best = (times: readonly number[]): number => Math.min(...times)

test('ten companies with all details are on the screen within 1.5 s, and the second time within 100 ms', async ({
  page,
  register,
  companySearch,
}) => {
  await openMounted(page, companySearch)
  const first: number[] = []
  const again: number[] = []
  let slowness = 1
  for (let round = 0; round < 5; round += 1) {
    register.misbehave({ delayMs: 100, bodies: await tenFreshCompanies(register) })
    slowness = Math.max(slowness, await measureSlowness(page))
    const asked = register.requests.length
    first.push(await timeSearch(page, `målt ${round}`))
    expect(register.requests.length - asked).toBe(31)
    await page.getByRole('combobox').first().fill('')
    // The typing pause belongs to the keyboard, not to the search.
    again.push((await timeSearch(page, `målt ${round}`)) - debounceMs)
    expect(register.requests.length - asked).toBe(31)
  }
  expect(best(first)).toBeLessThan(1_500 * slowness)
  expect(best(again)).toBeLessThan(100 * slowness)
})
