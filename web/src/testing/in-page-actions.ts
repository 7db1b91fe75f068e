// Clicks and fills within the page instead of through the browser's automation, which takes six round trips and two frames each. A click
// still waits until its element is there, enabled, in view and not covered, but its events aren't trusted, and the pointer stays where it
// is. Clicks with options and all other actions (`hover`, `dblClick`, keys) go through the automation.

import { expect } from 'vitest'
import { type Locator, page } from 'vitest/browser'

type Actions = Pick<Locator, 'click' | 'fill'>

const prototype: Actions = Object.getPrototypeOf(page.getByRole('main'))

const centerOf = (element: Element) => {
  const { left, top, width, height } = element.getClientRects()[0] ?? new DOMRect()
  return { clientX: left + width / 2, clientY: top + height / 2 }
}

/** Returns the element that a press at the middle of `element` would hit; null if another element covers `element`. */
const hitOf = (element: Element): Element | null => {
  const { clientX, clientY } = centerOf(element)
  const hit = document.elementFromPoint(clientX, clientY)
  const isOwn = element.contains(hit) || hit?.closest('label')?.control === element
  return isOwn ? hit : null
}

const findHit = (element: Element): Element | null => {
  const hit = hitOf(element)
  if (hit) return hit
  element.scrollIntoView({ block: 'center', inline: 'center', behavior: 'instant' })
  return hitOf(element)
}

const isDisabled = (element: Element): boolean => element.matches(':disabled, [aria-disabled="true"]')

const focusable = 'a[href], button, input, select, textarea, summary, [tabindex], [contenteditable="true"]'

const { setTimeout: realTimeout } = globalThis

/** Lets the page react, and lets dialogs move the focus, which they do in a timer. */
const settle = (): Promise<void> => new Promise((resolve) => realTimeout(() => realTimeout(resolve)))

/** Taps an element. Doesn't emulate a mouse, since lists check where it is pressed and released. */
const press = async (element: Element): Promise<void> => {
  const at = { ...centerOf(element), bubbles: true, cancelable: true, composed: true, view: window, detail: 1 }
  const pointer = { ...at, pointerId: 1, pointerType: 'touch', isPrimary: true }
  element.dispatchEvent(new PointerEvent('pointerdown', { ...pointer, buttons: 1 }))
  if (element.dispatchEvent(new MouseEvent('mousedown', { ...at, buttons: 1 }))) {
    const target = element.closest<HTMLElement>(focusable)
    if (target) target.focus({ preventScroll: true })
    else if (document.activeElement instanceof HTMLElement) document.activeElement.blur()
  }
  await settle()
  element.dispatchEvent(new PointerEvent('pointerup', pointer))
  element.dispatchEvent(new MouseEvent('mouseup', at))
  element.dispatchEvent(new PointerEvent('click', pointer))
}

const click = async (locator: Locator): Promise<void> => {
  let hit: Element | null = null
  const waitsFor = async (): Promise<string> => {
    const element = await locator.findElement()
    if (isDisabled(element)) return 'disabled'
    hit = findHit(element)
    return hit ? 'ready' : 'hidden or covered'
  }
  await expect.poll(waitsFor, { message: `click on ${locator.toString()}` }).toBe('ready')
  if (hit) await press(hit)
  await settle()
}

const fill = async (field: HTMLInputElement | HTMLTextAreaElement, text: string): Promise<void> => {
  await expect.poll(() => field.matches(':enabled:read-write')).toBe(true)
  field.focus()
  field.select()
  document.execCommand(text ? 'insertText' : 'delete', false, text)
  await settle()
}

const { click: clickInBrowser, fill: fillInBrowser } = prototype

prototype.click = function (this: Locator, options) {
  return options ? clickInBrowser.call(this, options) : click(this)
}
prototype.fill = async function (this: Locator, text, options) {
  const field = await this.findElement()
  if (field instanceof HTMLInputElement || field instanceof HTMLTextAreaElement) await fill(field, text)
  else await fillInBrowser.call(this, text, options)
}

/** Clicks by the browser's automation, for elements that ignore clicks by scripts. */
export const clickTrusted = (locator: Locator): Promise<void> => clickInBrowser.call(locator, {})
