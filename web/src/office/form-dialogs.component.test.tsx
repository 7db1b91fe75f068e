import { createCondition, updateCondition } from '@kontor/contract/conditions/conditions.endpoints'
import { createMemoryRouter, RouterProvider } from 'react-router'
import { beforeEach, describe, expect, test, vi } from 'vitest'
import { page, userEvent } from 'vitest/browser'
import { Combobox } from '../features/agreements/parts/combobox.tsx'
import { call } from '../platform/api-client.ts'
import { countCalls, errorAnswer, hold, intercept } from '../testing/calls.ts'
import { truncateTables } from '../testing/database.ts'
import { expectToast, focus } from '../testing/locators.ts'
import { mount, openOffice } from '../testing/office.tsx'
import { logIn } from '../testing/session.ts'
import { FormDialog } from '../ui/dialog/form-dialog.tsx'
import { DateField } from '../ui/form/date-field.tsx'
import { Field } from '../ui/form/field.tsx'
import { Select } from '../ui/form/select.tsx'

const dialog = page.getByRole('dialog')
const conditionPath = /^\/api\/conditions\/\d+$/
const saveByKey = () => userEvent.keyboard('{Control>}{Enter}{/Control}')
const options = [{ value: 'a', label: 'Eksempel A AS' }]

function Form({ onSubmit }: { onSubmit: () => Promise<void> }) {
  const form = { submitLabel: 'Lagre', workingLabel: 'Lagrer …', dirty: false, onSubmit, onClose: () => {} }
  return (
    <FormDialog title="Skjema" {...form}>
      <Select aria-label="Kategori" value="a" onValueChange={() => {}} options={options} />
      <Field label="Kunde">
        {(control) => <Combobox {...control} value="a" onValueChange={() => {}} options={options} />}
      </Field>
      <Field label="Frist">{(control) => <DateField {...control} value="" onValueChange={() => {}} />}</Field>
      <textarea aria-label="Innhold" />
      <input type="checkbox" aria-label="Aktiv" />
    </FormDialog>
  )
}

test('Ctrl + Enter saves from every kind of field without opening it', async () => {
  const onSubmit = vi.fn(async () => {})
  const router = createMemoryRouter([{ path: '/', element: <Form onSubmit={onSubmit} /> }])
  await mount(<RouterProvider router={router} />)
  const fields = [
    ...[dialog.getByRole('combobox', { name: 'Kategori' }), dialog.getByRole('combobox', { name: 'Kunde' })],
    ...[dialog.getByRole('textbox', { name: 'Frist' }), dialog.getByRole('button', { name: 'Velg dato' })],
    ...[dialog.getByLabelText('Innhold'), dialog.getByLabelText('Aktiv')],
  ]
  for (const [index, field] of fields.entries()) {
    await focus(field)
    await saveByKey()
    await expect.poll(() => onSubmit.mock.calls.length).toBe(index + 1)
    await expect.element(page.getByRole('listbox')).not.toBeInTheDocument()
    await expect.element(page.getByRole('dialog', { name: 'Velg dato' })).not.toBeInTheDocument()
  }
})

describe('the form of a condition', () => {
  beforeEach(async () => {
    await logIn('admin')
    await truncateTables('conditions')
  })

  const openCondition = async () => {
    const condition = await call(createCondition, { body: { name: 'Betaling', content: 'Netto 14 dager' } })
    await openOffice('/admin?tab=settings')
    await page.getByRole('button', { name: 'Rediger Betaling' }).click()
    await expect.element(dialog).toBeVisible()
    return condition
  }

  test('saves once; a toast about a lost connection repeats the press, and goes when the form is left', async () => {
    await openCondition()
    await dialog.getByLabelText(/^Navn/).fill('Forskudd')
    const restore = intercept('PUT', conditionPath, () => {
      throw new TypeError('Failed to fetch')
    })
    await saveByKey()
    const retry = page.getByRole('button', { name: /^Prøv igjen/ })
    await expect.element(retry).toBeVisible()
    restore()
    const { release } = hold('PUT', conditionPath)
    await retry.click()
    await expect.element(dialog.getByRole('button', { name: 'Lagrer …' })).toBeVisible()
    await saveByKey()
    release()
    await expectToast('Betingelse oppdatert', 'Forskudd')
    await expect.element(dialog).not.toBeInTheDocument()
    expect(countCalls('PUT', conditionPath)).toBe(2)

    const fail = intercept('PUT', conditionPath, () => errorAnswer(503, 'Serveren er opptatt. Prøv igjen om litt.'))
    await page.getByRole('button', { name: 'Rediger Forskudd' }).click()
    await focus(dialog.getByLabelText(/^Navn/))
    await saveByKey()
    await expect.element(retry).toBeVisible()
    fail()
    await dialog.getByRole('button', { name: 'Avbryt' }).click()
    await expect.element(retry).not.toBeInTheDocument()
  })

  test('shows only errors in red, explains a conflict once, and offers no retry for invalid fields', async () => {
    const { id, version } = await openCondition()
    const name = dialog.getByLabelText(/^Navn/)
    const probe = document.createElement('span')
    probe.style.color = 'var(--color-focus)'
    document.body.append(probe)
    const ringColor = getComputedStyle(probe).color
    probe.remove()
    const styleOf = (property: 'outlineColor' | 'borderTopColor' | 'outlineOffset') =>
      getComputedStyle(name.element())[property]
    await focus(name)
    await expect.poll(() => styleOf('outlineColor')).toBe(ringColor)
    const offset = styleOf('outlineOffset')
    await name.fill('')
    await saveByKey()
    await expect.element(dialog.getByText('Navn er påkrevd')).toBeVisible()
    await expect.element(name).toHaveFocus()
    await expect.poll(() => styleOf('outlineColor')).toBe(ringColor)
    await expect.poll(() => styleOf('borderTopColor')).not.toBe(ringColor)
    await expect.poll(() => styleOf('outlineOffset')).not.toBe(offset)

    await call(updateCondition, { params: { id: String(id) }, body: { content: 'Netto 30 dager', version } })
    await name.fill('Forskudd')
    await saveByKey()
    await expect.element(dialog.getByText('Endret av en annen i mellomtiden')).toBeVisible()
    await expect.element(page.getByText('Kunne ikke oppdatere betingelse')).not.toBeInTheDocument()
    intercept('PUT', conditionPath, () => errorAnswer(400, 'Ugyldig'))
    await saveByKey()
    await expectToast('Feil', 'Kunne ikke oppdatere betingelse')
    await expect.element(page.getByRole('button', { name: /^Prøv igjen/ })).not.toBeInTheDocument()
  })
})
