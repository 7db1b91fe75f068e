import { useEffect, useState } from 'react'
import { expect, test } from 'vitest'
import { type Locator, page, userEvent } from 'vitest/browser'
import { mount } from '../testing/office.tsx'
import './office.css'
import { Combobox } from '../features/agreements/parts/combobox.tsx'
import { Dialog } from '../ui/dialog/dialog.tsx'
import { DateField } from '../ui/form/date-field.tsx'
import { Field } from '../ui/form/field.tsx'
import { Select } from '../ui/form/select.tsx'

const options = [
  { value: 'a', label: 'Eksempel A AS' },
  { value: 'b', label: 'Eksempel B AS' },
  { value: 'c', label: 'Noe helt annet' },
]

/** Counts how often it is asked to close. */
function Form() {
  const [closed, setClosed] = useState(0)
  const [day, setDay] = useState('')
  const [customer, setCustomer] = useState<string | null>(null)
  const [status, setStatus] = useState('a')
  return (
    <Dialog title="Skjema" onClose={() => setClosed(closed + 1)}>
      <Field label="Dato">{(control) => <DateField {...control} value={day} onValueChange={setDay} />}</Field>
      <Field label="Kunde">
        {(control) => <Combobox {...control} options={options} value={customer} onValueChange={setCustomer} />}
      </Field>
      <Select aria-label="Status" value={status} onValueChange={setStatus} options={options} />
      <output>{`${closed} ${day} ${customer}`}</output>
    </Dialog>
  )
}

const form = page.getByRole('dialog', { name: 'Skjema', includeHidden: true })
const expectClosed = (times: number) => expect.element(form.css('output')).toMatchTextContent(new RegExp(`^${times} `))
const date = page.getByRole('textbox', { name: 'Dato' })
const customer = page.getByRole('combobox', { name: 'Kunde' })
const calendar = page.getByRole('dialog', { name: 'Velg dato' })

const dropdowns: readonly { what: string; open: () => Promise<void>; list: Locator }[] = [
  {
    what: 'a calendar',
    open: () => page.getByRole('button', { name: /^Velg dato/ }).click(),
    list: calendar,
  },
  { what: 'a combobox', open: () => customer.click(), list: page.getByRole('option', { name: 'Noe helt annet' }) },
  {
    what: 'a select',
    open: () => page.getByRole('combobox', { name: 'Status' }).click(),
    list: page.getByRole('option', { name: 'Noe helt annet' }),
  },
]

/** A press on the scrim, in the window's corner. */
const pressBeside = () => page.css('html').click({ position: { x: 5, y: 5 }, force: true })

test('in a dialog, Esc or a click beside an open dropdown closes only the dropdown, else the dialog', async () => {
  await mount(<Form />)
  await expect.element(form).toBeVisible()
  await pressBeside()
  await expectClosed(1)
  for (const [index, { what, open, list }] of dropdowns.entries()) {
    await open()
    await expect.element(list, { message: what }).toBeVisible()
    await pressBeside()
    await expect.element(list, { message: what }).not.toBeInTheDocument()

    await open()
    await expect.element(list, { message: what }).toBeVisible()
    await userEvent.keyboard('{Escape}')
    await expect.element(list, { message: what }).not.toBeInTheDocument()
    await expectClosed(index + 1)

    // Neither swallows the next press.
    await pressBeside()
    await expectClosed(index + 2)
  }
})

let addCustomer = () => {}

function Customers() {
  const [all, setAll] = useState(options)
  const [chosen, setChosen] = useState<string | null>(null)
  useEffect(() => {
    addCustomer = () => setAll([{ value: 'new', label: 'Eksempel 1 AS' }, ...options])
  }, [])
  return (
    <Field label="Kunde">
      {(control) => <Combobox {...control} options={all} value={chosen} onValueChange={setChosen} />}
    </Field>
  )
}

test('chooses the highlighted option, even after a colleague has added one before it', async () => {
  await mount(<Customers />)
  await customer.click()
  await userEvent.keyboard('Eksempel{ArrowDown}')
  const highlighted = () => customer.element().getAttribute('aria-activedescendant')
  await expect.poll(highlighted).toBe(page.getByRole('option', { name: 'Eksempel A AS' }).element().id)
  addCustomer()
  await expect.element(page.getByRole('option', { name: 'Eksempel 1 AS' })).toBeVisible()
  await userEvent.keyboard('{Enter}')
  await expect.element(customer).toHaveValue('Eksempel A AS')
})

test('after Esc in a select, the focus is back and the next key acts', async () => {
  await mount(<Form />)
  const list = page.getByRole('listbox')
  const select = page.getByRole('combobox', { name: 'Status' })
  await select.click()
  await expect.element(list).toBeVisible()
  await userEvent.keyboard('{Escape}')
  await expect.element(select).toHaveFocus()
  await userEvent.keyboard('{ArrowDown}')
  await expect.element(list).toBeVisible()
  await userEvent.keyboard('{Escape}')
  await expect.element(select).toHaveFocus()
  await userEvent.keyboard('{Escape}')
  await expectClosed(1)
})

test('Enter takes the only match of a combobox, and none of several', async () => {
  await mount(<Form />)
  await customer.fill('eksempel')
  await expect.element(page.getByRole('option')).toHaveLength(2)
  await userEvent.keyboard('{Enter}')
  await expect.element(form.css('output')).toMatchTextContent(/null$/)
  await customer.fill('helt')
  await expect.element(page.getByRole('option')).toHaveLength(1)
  await userEvent.keyboard('{Enter}')
  await expect.element(customer).toHaveValue('Noe helt annet')
  await expect.element(form.css('output')).toMatchTextContent(/c$/)
})

test('a date is typed, taken from today, and of any year; another text is explained', async () => {
  await mount(<Form />)
  await date.fill('1.3.26')
  await userEvent.keyboard('{Tab}')
  await expect.element(date).toHaveValue('01.03.2026')
  await expect.element(form.css('output')).toMatchTextContent('2026-03-01')
  await date.fill('i morgen')
  await expect.element(form).not.toMatchTextContent('Dette er ikke en dato')
  await userEvent.keyboard('{Tab}')
  await expect.element(form).toMatchTextContent('Dette er ikke en dato. Skriv den som 1.3.2026')
  await expect.element(date).toHaveAccessibleDescription(/Dette er ikke en dato/)

  await page.getByRole('button', { name: 'Velg dato', exact: true }).click()
  await expect.element(calendar).toBeVisible()
  const year = Number(((await calendar.getByRole('combobox', { name: 'År' }).findElement()) as HTMLSelectElement).value)
  await calendar.getByRole('combobox', { name: 'År' }).selectOptions(String(year + 3))
  await calendar.getByRole('combobox', { name: 'Måned' }).selectOptions('4')
  await calendar.getByRole('button', { name: new RegExp(` 17\\. mai ${year + 3}$`) }).click()
  await expect.element(date).toHaveValue(`17.05.${year + 3}`)

  await page.getByRole('button', { name: /^Velg dato/ }).click()
  await calendar.getByRole('button', { name: 'I dag' }).click()
  await expect.element(calendar).not.toBeInTheDocument()
  await expect.element(date).not.toHaveValue(`17.05.${year + 3}`)
})
