import { createCondition, updateCondition } from '@kontor/contract/conditions/conditions.endpoints'
import { createLead } from '@kontor/contract/leads/leads.endpoints'
import { beforeEach, expect, test } from 'vitest'
import { page, userEvent } from 'vitest/browser'
import { call } from '../platform/api-client.ts'
import { countCalls, errorAnswer, hold, intercept } from '../testing/calls.ts'
import { truncateTables } from '../testing/database.ts'
import { expectToast, focus } from '../testing/locators.ts'
import { openOffice } from '../testing/office.tsx'
import { logIn } from '../testing/session.ts'

const dialog = page.getByRole('dialog')
const conditionPath = /^\/api\/conditions\/\d+$/
const leadPath = /^\/api\/leads\/\d+$/
const saveByKey = () => userEvent.keyboard('{Control>}{Enter}{/Control}')

beforeEach(async () => {
  await logIn('admin')
  await truncateTables('conditions, leads')
})

const openCondition = async () => {
  const condition = await call(createCondition, { body: { name: 'Betaling', content: 'Netto 14 dager' } })
  await openOffice('/admin?tab=settings')
  await page.getByRole('button', { name: 'Rediger Betaling' }).click()
  await expect.element(dialog).toBeVisible()
  return condition
}

test('Ctrl + Enter saves once from a select, a text area and a checkbox', async () => {
  await openCondition()
  await focus(dialog.getByRole('combobox', { name: 'Kategori' }))
  const { release } = hold('PUT', conditionPath)
  await saveByKey()
  await saveByKey()
  await expect.element(dialog.getByRole('button', { name: 'Lagrer …' })).toBeVisible()
  await expect.element(page.getByRole('listbox')).not.toBeInTheDocument()
  release()
  await expectToast('Betingelse oppdatert', 'Betaling')
  await expect.element(dialog).not.toBeInTheDocument()
  expect(countCalls('PUT', conditionPath)).toBe(1)

  for (const [index, label] of ['Innhold', 'Aktiv'].entries()) {
    await page.getByRole('button', { name: 'Rediger Betaling' }).click()
    await focus(dialog.getByLabelText(new RegExp(`^${label}`)))
    await saveByKey()
    await expect.element(dialog).not.toBeInTheDocument()
    expect(countCalls('PUT', conditionPath)).toBe(index + 2)
  }
})

test('Ctrl + Enter saves from a date field, its calendar button and a status', async () => {
  await call(createLead, { body: { company_name: 'Solbakken AS' } })
  await openOffice('/leads')
  const names = [/^Dato for neste steg|^Frist/, 'Velg dato', 'Status'] as const
  for (const [index, name] of names.entries()) {
    await page.getByRole('button', { name: /^Åpne Solbakken/ }).click()
    await page.getByRole('button', { name: 'Rediger' }).click()
    const form = page.getByRole('dialog', { name: 'Rediger lead' })
    await focus(
      index === 0
        ? form.getByRole('textbox', { name })
        : index === 1
          ? form.getByRole('button', { name }).first()
          : form.getByRole('combobox', { name }),
    )
    await saveByKey()
    await expect.element(form).not.toBeInTheDocument()
    await expect.poll(() => countCalls('PUT', leadPath)).toBe(index + 1)
    await userEvent.keyboard('{Escape}')
    await expect.element(dialog).not.toBeInTheDocument()
  }
})

test('a toast about a lost connection repeats the press; leaving the form takes it away', async () => {
  await openCondition()
  await dialog.getByLabelText(/^Navn/).fill('Forskudd')
  const restore = intercept('PUT', conditionPath, () => {
    throw new TypeError('Failed to fetch')
  })
  await saveByKey()
  const retry = page.getByRole('button', { name: /^Prøv igjen/ })
  await expect.element(retry).toBeVisible()
  restore()
  await retry.click()
  await expectToast('Betingelse oppdatert', 'Forskudd')
  await expect.element(dialog).not.toBeInTheDocument()

  const fail = intercept('PUT', conditionPath, () => errorAnswer(503, 'Serveren er opptatt. Prøv igjen om litt.'))
  await page.getByRole('button', { name: 'Rediger Forskudd' }).click()
  await focus(dialog.getByLabelText(/^Navn/))
  await saveByKey()
  await expect.element(retry).toBeVisible()
  fail()
  await dialog.getByRole('button', { name: 'Avbryt' }).click()
  await expect.element(retry).not.toBeInTheDocument()
})

test('what is wrong in the form is no reason to try again, and a conflict is explained once', async () => {
  const { id, version } = await openCondition()
  await call(updateCondition, { params: { id: String(id) }, body: { content: 'Netto 30 dager', version } })
  await dialog.getByLabelText(/^Navn/).fill('Forskudd')
  await saveByKey()
  await expect.element(dialog.getByText('Endret av en annen i mellomtiden')).toBeVisible()
  await expect.element(page.getByText('Kunne ikke oppdatere betingelse')).not.toBeInTheDocument()
  intercept('PUT', conditionPath, () => errorAnswer(400, 'Ugyldig'))
  await saveByKey()
  await expectToast('Feil', 'Kunne ikke oppdatere betingelse')
  await expect.element(page.getByRole('button', { name: /^Prøv igjen/ })).not.toBeInTheDocument()
})

test('only an error is red; focus shows in another way and leaves the error in view', async () => {
  await openCondition()
  const name = dialog.getByLabelText(/^Navn/)
  const ring = getComputedStyle(document.documentElement).getPropertyValue('--color-focus')
  const probe = document.createElement('span')
  probe.style.color = ring
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
})
