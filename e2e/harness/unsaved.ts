import type { Page } from '@playwright/test'
import { expect } from './test.ts'

/**
 * Types into each text field that is shown for the first time, and deletes the text again. The page must ask before it is left while text
 * is typed, and only then. Skips searches, logins, and forms with typed text.
 */
export const expectRegistered = async (page: Page): Promise<void> => {
  const faults = await page.evaluate(async () => {
    const seen = (window as { seenFields?: Set<Element> }).seenFields ?? new Set<Element>()
    Object.assign(window, { seenFields: seen })
    const asks = () => !window.dispatchEvent(new Event('beforeunload', { cancelable: true }))
    /** Maximum frames to wait for a render: many more than any machine needs. */
    const becomes = async (wanted: boolean) => {
      for (let frame = 0; frame < 600 && asks() !== wanted; frame += 1) await new Promise(requestAnimationFrame)
      return asks() === wanted
    }
    type Field = HTMLInputElement | HTMLTextAreaElement
    /** Sets a field's text without the cost of key presses. */
    const type = (field: Field, text: string) => {
      const prototype =
        field instanceof HTMLTextAreaElement ? HTMLTextAreaElement.prototype : HTMLInputElement.prototype
      Object.getOwnPropertyDescriptor(prototype, 'value')?.set?.call(field, text)
      field.dispatchEvent(new InputEvent('input', { bubbles: true }))
    }
    const texts =
      'textarea, input:not([type=hidden], [type=search], [type=file], [type=radio], [type=checkbox], [role=combobox])'
    const isLogin = ({ autocomplete }: Field) => /^(?:username|current-password|one-time-code)/.test(autocomplete)
    const fieldsOf = (form: Element) => [...form.querySelectorAll<Field>(texts)]
    const isTyped = (field: Field) =>
      !seen.has(field) &&
      field.checkVisibility({ visibilityProperty: true }) &&
      !field.readOnly &&
      !field.disabled &&
      !field.closest('search, [inert], [aria-hidden=true]') &&
      !(field.form && fieldsOf(field.form).every(isLogin))
    const found: string[] = []
    for (const field of fieldsOf(document.body).filter(isTyped)) {
      if (asks()) break
      seen.add(field)
      const name = field.labels?.[0]?.textContent ?? field.ariaLabel ?? field.name
      const text = field.value
      type(field, `${text}1`)
      if (!(await becomes(true)) && field.isConnected) found.push(`"${name}" is lost without a question`)
      if (!field.isConnected) continue
      type(field, text)
      if (!(await becomes(false))) found.push(`"${name}" asks although nothing is typed`)
    }
    return found
  })
  // Continues, so that one run names all fields.
  expect.soft(faults).toEqual([])
}

/** Counts the fields checked since the page was loaded. */
export const countTyped = (page: Page): Promise<number> =>
  page.evaluate(() => (window as { seenFields?: Set<Element> }).seenFields?.size ?? 0)
