/** Collects the input in a page's forms and fills it in again, when the language changes or the visitor returns. */

const controls = 'input, select, textarea'

/** The fields of a page's forms. */
export interface Draft {
  /** Values by the control's selector. Contains only the chosen radio button of a group. */
  readonly values: Record<string, string>
  /** Selectors of the forms that showed errors. */
  readonly faulty: readonly string[]
}

type Control = HTMLInputElement | HTMLSelectElement | HTMLTextAreaElement

const isControl = (element: Element | null): element is Control => element?.matches(controls) ?? false

const isRadio = (control: Control): control is HTMLInputElement => control.type === 'radio'

const selectorOf = (element: Element): string =>
  ['id', 'name', 'value', 'aria-labelledby']
    .map((name) => [name, element.getAttribute(name)] as const)
    .map(([name, value]) => (value === null ? '' : `[${name}="${CSS.escape(value)}"]`))
    .join('')

export const collectDraft = (): Draft => {
  const forms = [...document.querySelectorAll('main form')]
  const filledIn = forms
    .flatMap((form) => [...form.querySelectorAll(controls)].filter(isControl))
    .filter((control) => (isRadio(control) ? control.checked : control.value !== ''))
  return {
    values: Object.fromEntries(filledIn.map((control) => [selectorOf(control), control.value])),
    faulty: forms.filter((form) => form.querySelector('[aria-invalid=true]')).map(selectorOf),
  }
}

/** Fills in the values of controls within `root`, unless the visitor has typed again, and removes these values from the draft. */
export const fillIn = (root: ParentNode, { values }: Draft): void => {
  for (const [selector, value] of Object.entries(values)) {
    const control = root.querySelector(selector)
    if (!isControl(control)) continue
    delete values[selector]
    if (isRadio(control)) control.click()
    else if (control.value === '') control.value = value
  }
}

export const wasFaulty = ({ faulty }: Draft, form: Element): boolean => faulty.includes(selectorOf(form))
