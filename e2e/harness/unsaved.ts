import type { Page } from '@playwright/test'
import type { Kontor } from '../../stand-ins/kontor.ts'
import { expect } from './test.ts'

/** The statement that gives every record a new version, as if another user had changed it. */
const changeAll = `DO $$ DECLARE name text; BEGIN
  FOR name IN SELECT table_name FROM information_schema.columns WHERE table_schema = 'public' AND column_name = 'version'
  LOOP EXECUTE format('UPDATE %I SET version = version + 1', name); END LOOP; END $$`

declare global {
  interface Window {
    /** The page calls this and `endSession`; Playwright runs them in Node. */
    changeAll: () => Promise<void>
    endSession: () => Promise<void>
    walk: {
      readonly seen: Set<unknown>
      /** Counts of tested fields and forms. `saved` and `loggedIn` list the kinds of forms that were tested with a save and with a new login. */
      readonly met: {
        texts: number
        choices: number
        edited: number
        forms: number
        saved: string[]
        loggedIn: string[]
      }
      readonly calls: {
        started: number
        running: number
        answerTo?: (init?: RequestInit) => Promise<Response> | undefined
      }
    }
  }
}

/**
 * Fills each field that the page shows for the first time, even in a closed `details`, and restores it. The page must ask before it is
 * left while a value is changed, and only then. Typed text must survive a change of every record by another user, in each form. In one
 * form of each kind, it must also survive the end of the session and a slow save that fails. Skips searches, logins, and forms with
 * unsaved text.
 */
const walkFields = async (password: string): Promise<string[]> => {
  if (!window.walk) {
    const calls: Window['walk']['calls'] = { started: 0, running: 0 }
    const met = { texts: 0, choices: 0, edited: 0, forms: 0, saved: [], loggedIn: [] }
    window.walk = { seen: new Set(), met, calls }
    const real = window.fetch
    window.fetch = async (input, init) => {
      calls.started += 1
      calls.running += 1
      try {
        return await (calls.answerTo?.(init) ?? real(input, init))
      } finally {
        calls.running -= 1
      }
    }
  }
  const { seen, met, calls } = window.walk
  const found: string[] = []
  const asks = () => !window.dispatchEvent(new Event('beforeunload', { cancelable: true }))
  /** Lets the page run for some turns of the event loop. Doesn't wait for frames, since the browser would paint them. */
  const turns = async (count: number) => {
    for (let turn = 0; turn < count; turn += 1) await new Promise((resolve) => setTimeout(resolve))
  }
  /** Waits until `isSo`, for `most` turns at most. Rendering takes a few turns; the default is far more than any machine needs. */
  const becomes = async (isSo: () => boolean, most = 12_000) => {
    for (let turn = 0; turn < most && !isSo(); turn += 1) await turns(1)
    return isSo()
  }
  /** Waits until no call has been in flight for 25 turns, so that calls that follow an answer have ended, too. */
  const answered = async () => {
    let quiet = 0
    await becomes(() => {
      quiet = calls.running === 0 ? quiet + 1 : 0
      return quiet > 25
    })
  }
  // A form that is still being fetched appears only then.
  await answered()
  type Text = HTMLInputElement | HTMLTextAreaElement
  /** Sets a field's text as typing would, but without the time that key presses take. */
  const type = (field: Text, text: string) => {
    const { prototype } = field instanceof HTMLTextAreaElement ? HTMLTextAreaElement : HTMLInputElement
    Object.getOwnPropertyDescriptor(prototype, 'value')?.set?.call(field, text)
    field.dispatchEvent(new InputEvent('input', { bubbles: true }))
  }
  const choose = (list: HTMLSelectElement, value: string) => {
    list.value = value
    list.dispatchEvent(new Event('change', { bubbles: true }))
  }
  const press = (element: Element, key: string, ctrlKey = false) =>
    element.dispatchEvent(new KeyboardEvent('keydown', { key, ctrlKey, bubbles: true, cancelable: true }))
  const find = <Found extends Element>(selector: string, root: Element = document.body) => [
    ...root.querySelectorAll<Found>(selector),
  ]
  const nameOf = (field: Element) =>
    [...((field as Text).labels ?? [])].map(({ textContent }) => textContent).join('') || field.ariaLabel || field.id
  const textsOf = (root?: Element) =>
    find<Text>('textarea, input:not([type=hidden], [type=search], [type=file], [type=radio], [type=checkbox])', root)
  const isLogin = ({ autocomplete }: Text) => /^(?:username|current-password|one-time-code)/.test(autocomplete)
  const isUsable = (field: Element) =>
    !seen.has(field) &&
    field.checkVisibility({ visibilityProperty: true }) &&
    !field.matches(':disabled, textarea:read-only, input:read-only:not([type=checkbox], [type=radio])') &&
    !field.closest('search, [inert], [aria-hidden=true], [data-fleeting]')
  /** Changes a field, after which the page must ask, and restores it, after which the page must not ask. */
  const change = async (name: string, set: () => unknown, back: () => unknown, isNoticed = asks) => {
    await set()
    if (!(await becomes(isNoticed))) found.push(`"${name}" is lost without a question`)
    await back()
    if (!(await becomes(() => !asks()))) found.push(`"${name}" asks although nothing is typed`)
  }

  const folds = find<HTMLDetailsElement>('details:not([open])').filter((fold) => textsOf(fold).length > 0)
  for (const fold of folds) fold.open = true
  for (const button of find<HTMLElement>('[data-unfolds]')) button.click()
  await turns(1)

  const texts = textsOf().filter(
    (field) => isUsable(field) && !(field.form ? textsOf(field.form).every(isLogin) : field.role === 'combobox'),
  )
  /** Chooses another option of a searchable list. Then restores the choice and all fields that it filled in. */
  const pick = async (field: Text, form: HTMLFormElement) => {
    const before = textsOf(form).map((one) => ({ one, text: one.value }))
    const lists = find<HTMLSelectElement>('select', form).map(({ value }) => value)
    const [chosen, name] = [field.value, nameOf(field)]
    const options = () => find<HTMLElement>('[role=option]').filter((option) => option.checkVisibility())
    const labelOf = (option: Element) => option.firstElementChild?.textContent
    const open = async () => {
      field.focus()
      press(field, 'ArrowDown')
      if (await becomes(() => options().length > 0, 30)) return options()
      type(field, 'bygg')
      await becomes(() => options().length > 0)
      return options()
    }
    const other = (await open()).find((option) => labelOf(option) !== chosen)
    if (!other && chosen === '') {
      found.push(`"${name}" has nothing to choose`)
      return
    }
    const overlays = () => find('[role=dialog], [role=alertdialog]').length
    const opened = overlays()
    const back = async () => {
      await answered()
      if (overlays() > opened) press(document.activeElement ?? document.body, 'Escape')
      await becomes(() => overlays() === opened)
      if (chosen !== '') (await open()).find((option) => labelOf(option) === chosen)?.click()
      await turns(5)
      for (const { one, text } of before) if (one.value !== text) type(one, text)
      // Waits, since the options of other lists may depend on this choice.
      await answered()
      for (const [index, value] of lists.entries()) {
        const list = find<HTMLSelectElement>('select', form)[index]
        if (list && list.value !== value) choose(list, value)
      }
    }
    const set = () => (other ? other.click() : type(field, ''))
    // The form may also open a dialog that asks before a company's values replace its own.
    await change(name, set, back, () => asks() || overlays() > opened)
    if (field.ariaExpanded === 'true') press(field, 'Escape')
  }
  for (const field of texts) {
    if (asks()) return found
    seen.add(field)
    met.texts += 1
    const text = field.value
    type(field, `${text}1`)
    // Typing in a combobox may only search its options: test a choice instead.
    if (field.role === 'combobox' && field.form && !(await becomes(asks, 10))) {
      type(field, text)
      await pick(field, field.form)
      continue
    }
    const back = () => field.isConnected && type(field, text)
    await change(nameOf(field), () => undefined, back)
  }

  for (const editor of find<HTMLElement>('[contenteditable=true]')) {
    if (!isUsable(editor) || asks()) continue
    seen.add(editor)
    met.texts += 1
    const edit = (command: string, text?: string) => {
      editor.focus()
      document.execCommand(command, false, text)
    }
    await change(
      nameOf(editor),
      () => edit('insertText', 'x'),
      () => edit('delete'),
    )
  }

  const choices = 'form :is([type=checkbox], [type=radio]:not(:checked), button[role=combobox])'
  for (const field of find<HTMLElement>(choices)) {
    if (!isUsable(field) || asks()) continue
    seen.add(field)
    met.choices += 1
    // Next to the button of a select is a hidden `select` element, for the browser's autofill.
    const list = field.nextElementSibling
    if (field.matches('[type=checkbox]')) {
      const toggle = () => field.click()
      await change(nameOf(field), toggle, toggle)
    } else if (field instanceof HTMLInputElement) {
      const chosen = find<HTMLInputElement>('[type=radio]:checked').find(({ name }) => name === field.name)
      const back = () => chosen?.click()
      if (chosen) await change(nameOf(field), () => field.click(), back)
    } else if (list instanceof HTMLSelectElement) {
      const before = list.value
      const other = [...list.options].find(({ value }) => value !== before && value !== '')
      const back = () => choose(list, before)
      if (other) await change(nameOf(field), () => choose(list, other.value), back)
    }
  }

  const expectKept = (field: Text, typed: string, what: string) => {
    if (!field.isConnected || field.value !== typed) found.push(`"${nameOf(field)}" is lost ${what}`)
  }
  /** Makes the page fetch everything again that another user may have changed. */
  const refetch = async () => {
    const { started } = calls
    new BroadcastChannel('kontor-live').postMessage({ type: 'reset' })
    await becomes(() => calls.started > started)
  }
  const outliveChanges = async (fields: readonly Text[]) => {
    const kept = fields.map((field) => ({ field, before: field.value, typed: `${field.value}2` }))
    for (const { field, typed } of kept) type(field, typed)
    await becomes(asks)
    await window.changeAll()
    await refetch()
    await answered()
    for (const { field, typed, before } of kept) {
      met.forms += 1
      expectKept(field, typed, "after another user's change")
      type(field, before)
    }
    const names = kept.map(({ field }) => nameOf(field))
    if (!(await becomes(() => !asks()))) found.push(`"${names}" asks although nothing is typed`)
  }
  const outliveSession = async (field: Text) => {
    const before = field.value
    field.focus()
    type(field, `${before}3`)
    await window.endSession()
    await refetch()
    const login = () => find<HTMLInputElement>('[data-renewal] [type=password]')
    await becomes(() => login().length > 0)
    for (const input of login()) {
      type(input, password)
      input.form?.requestSubmit()
    }
    await becomes(() => find('[data-renewal]').length === 0)
    await answered()
    expectKept(field, `${before}3`, 'after the session has ended')
    type(field, before)
    await becomes(() => !asks())
  }
  /** Returns true if the form started to save; it may instead reject the typed text. */
  const outliveSave = async (field: Text): Promise<boolean> => {
    const before = field.value
    const { promise, resolve } = Promise.withResolvers<void>()
    let isSaving = false
    calls.answerTo = (init) => {
      if ((init?.method ?? 'GET') === 'GET') return undefined
      isSaving = true
      return promise.then(() => Response.json({ error: 'Databasen er borte.' }, { status: 503 }))
    }
    type(field, `${before}4`)
    await becomes(asks)
    if (field.form) field.form.requestSubmit()
    else press(field, 'Enter', field instanceof HTMLTextAreaElement)
    await becomes(() => isSaving, 100)
    // Types on, unless a dialog ignores text while it saves.
    const beforeInput = new InputEvent('beforeinput', { bubbles: true, cancelable: true })
    if (!field.readOnly && field.dispatchEvent(beforeInput)) type(field, `${before}45`)
    const typed = field.value
    await turns(2)
    resolve()
    await answered()
    delete calls.answerTo
    expectKept(field, typed, 'during a save')
    if (!(await becomes(asks))) found.push(`"${nameOf(field)}" doesn't ask after a save that failed`)
    type(field, before)
    await becomes(() => !asks())
    for (const close of find<HTMLElement>('[aria-label="Lukk varselet"]')) close.click()
    return isSaving
  }
  const outlive = async (field: Text) => {
    const isInPopover = field.closest('[data-radix-popper-content-wrapper]')
    const place = isInPopover ? 'popover' : field.closest('[role=dialog]') ? 'dialog' : 'screen'
    const kind = `${place}: ${field.form ? `form ${field.form.id && 'of its own'}`.trim() : field.tagName.toLowerCase()}`
    if (!met.loggedIn.includes(kind)) {
      met.loggedIn.push(kind)
      await outliveSession(field)
    }
    if (!met.saved.includes(kind) && (await outliveSave(field))) met.saved.push(kind)
  }

  if (!/^\/(?:admin|leads)/.test(location.pathname)) return found
  const typed = texts.filter((field) => field.isConnected && !(field.role === 'combobox' && field.form))
  const forms = [...Map.groupBy(typed, (field) => field.form ?? field).values()]
  const first = forms.flatMap((fields) => fields.find(({ value }) => value !== '') ?? fields[0] ?? [])
  if (first.length > 0 && !asks()) await outliveChanges(first)
  for (const field of first) if (!asks()) await outlive(field)

  for (const button of find<HTMLElement>('[data-edit]')) {
    const name = nameOf(button)
    if (seen.has(name) || !isUsable(button) || asks()) continue
    seen.add(name)
    met.edited += 1
    const before = new Set(textsOf())
    button.click()
    const opened = () => textsOf().find((field) => !before.has(field))
    await becomes(() => opened() !== undefined)
    const field = opened()
    if (!field) {
      found.push(`"${name}" opens no field`)
      continue
    }
    seen.add(field)
    const text = field.value
    const back = () => type(field, text)
    await change(name, () => type(field, `${text}1`), back)
    if (!seen.has('edited')) await outliveChanges([field])
    seen.add('edited')
    await outlive(field)
    field.focus()
    press(field, 'Escape')
    if (!(await becomes(() => !field.isConnected))) found.push(`"${name}" stays open`)
  }
  for (const fold of folds) fold.open = false
  return found
}

/** Prepares a page; returns a function that runs `walkFields` in it. */
export const walkForms = (page: Page, kontor: Kontor, password: string) => {
  const exposed = Promise.all([
    page.exposeFunction('changeAll', () => kontor.sql(changeAll).then(() => undefined)),
    page.exposeFunction('endSession', () => page.request.post('/api/auth/logout').then(() => undefined)),
  ])
  return async (): Promise<void> => {
    await exposed
    // A soft expectation: one run reports the problems of all pages.
    expect.soft(await page.evaluate(walkFields, password)).toEqual([])
  }
}

/** Returns the counts of fields and forms that were tested since the page was loaded. */
export const countMet = (page: Page) => page.evaluate(() => window.walk.met)
