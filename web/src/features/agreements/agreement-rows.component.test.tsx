import { createAgreementProduct, updateAgreementProduct } from '@kontor/contract/agreements/agreements.endpoints'
import { createProduct, deleteProduct, listProducts } from '@kontor/contract/products/products.endpoints'
import { beforeEach, expect, test } from 'vitest'
import { commands, page, userEvent } from 'vitest/browser'
import { call } from '../../platform/api-client.ts'
import { addAgreement, clearAgreements, press } from '../../testing/agreements.ts'
import { countCalls, hold } from '../../testing/calls.ts'
import { expectToast, focus } from '../../testing/locators.ts'
import { openOffice } from '../../testing/office.tsx'
import { logIn } from '../../testing/session.ts'

const linePath = /^\/api\/agreements\/[\w-]+\/products\/[\w-]+$/

const cell = (label: string) => page.getByLabelText(label, { exact: true })
const leaveRow = () => page.getByRole('heading', { name: 'Produktlinjer' }).click()
/** The amounts below the lines. */
const amounts = page.getByRole('dialog').css('dl[aria-live]')

const storedLines = (id: string) =>
  commands.sql(
    'SELECT id, description, quantity, unit_price, vat_rate FROM agreement_products WHERE agreement_id = $1 ORDER BY sort_order',
    [id],
  )

/** Opens a new agreement with one line; resolves to its id. */
const openWithLine = async (): Promise<string> => {
  const { id } = await addAgreement()
  await openOffice(`/admin/avtaler/${id}`)
  await expect.element(cell('Linje 1: antall')).toHaveValue('3')
  return id
}

beforeEach(async () => {
  await logIn('admin')
  await clearAgreements()
  for (const { id } of await call(listProducts, {})) await call(deleteProduct, { params: { id: String(id) } })
})

test('Tab moves through the cells of a line, the sums follow, and leaving the row saves all that was typed', async () => {
  const id = await openWithLine()
  await focus(cell('Linje 1: beskrivelse'))
  await userEvent.keyboard('{Tab}')
  await expect.element(cell('Linje 1: antall')).toHaveFocus()
  await cell('Linje 1: antall').fill('10')
  await expect.element(amounts).toMatchTextContent(/Sum eks\. mva6\s962,20\skr/)
  expect(countCalls('PUT', linePath)).toBe(0)
  await userEvent.keyboard('{Tab}')
  await expect.element(cell('Linje 1: enhetspris i kroner')).toHaveFocus()
  await cell('Linje 1: enhetspris i kroner').fill('100')
  await userEvent.keyboard('{Tab}')
  await expect.element(cell('Linje 1: MVA i prosent')).toHaveFocus()
  await userEvent.keyboard('{Tab}')
  await expectToast('Produkt oppdatert', 'Rådgivning')
  expect(await storedLines(id)).toMatchObject([{ quantity: 10, unit_price: '10000' }])
  expect(countCalls('PUT', linePath)).toBe(1)
  await expect.element(amounts).toMatchTextContent(/Total ink\. mva1\s250,00\skr/)

  // What is typed during a save stays, and is saved after it.
  await cell('Linje 1: antall').fill('4')
  const held = hold('PUT', linePath)
  await leaveRow()
  await expect.poll(() => countCalls('PUT', linePath)).toBe(2)
  await cell('Linje 1: enhetspris i kroner').fill('50')
  held.release()
  await expect.poll(() => storedLines(id)).toMatchObject([{ quantity: 4, unit_price: '10000' }])
  await expect.element(cell('Linje 1: enhetspris i kroner')).toHaveValue('50')
  await leaveRow()
  await expect.poll(() => storedLines(id)).toMatchObject([{ quantity: 4, unit_price: '5000' }])
})

test('a new line keeps every letter, however fast it is typed, and finds its product by them', async () => {
  await call(createProduct, { body: { number: 'Q-1', name: 'Internrevisjon', salesPrice: 1999.95 } })
  const id = await openWithLine()
  await press('Ny linje')
  await expect.element(cell('Ny linje: beskrivelse')).toHaveFocus()
  // All in one task: nothing that is put off runs between two letters.
  for (const letter of 'internt') document.execCommand('insertText', false, letter)
  await expect.element(cell('Ny linje: beskrivelse')).toHaveValue('internt')
  document.execCommand('delete')
  await page.getByRole('option', { name: /Internrevisjon/ }).click()
  await expect.element(cell('Ny linje: enhetspris i kroner')).toHaveValue('1\u00a0999,95')
  await cell('Ny linje: antall').fill('2')
  await leaveRow()
  await expectToast('Produkt lagt til', 'Internrevisjon')
  await expect.element(cell('Linje 2: beskrivelse')).toHaveValue('Internrevisjon')
  expect(await storedLines(id)).toMatchObject([{ quantity: 3 }, { quantity: 2, unit_price: '199995' }])
})

test('an invalid line, or one that someone else has changed, is kept and saved only when that is settled', async () => {
  const id = await openWithLine()
  await cell('Linje 1: antall').fill('0')
  await leaveRow()
  await expect.element(page.getByText('Antall må være minst 1')).toBeVisible()
  await press('Rediger')
  await expectToast('Feil', 'En produktlinje er ikke lagret.')
  await press('Lukk')
  await expect.element(page.getByRole('alertdialog', { name: 'Forkaste endringene?' })).toBeVisible()
  await press('Fortsett å redigere')
  await expect.element(cell('Linje 1: antall')).toHaveValue('0')
  expect(countCalls('PUT', linePath)).toBe(0)

  await cell('Linje 1: antall').fill('7')
  const [line] = await storedLines(id)
  await call(updateAgreementProduct, { params: { id, lineId: String(line?.id) }, body: { quantity: 5 } })
  await leaveRow()
  await expect
    .element(page.getByRole('alert').filter({ hasText: 'Endret av en annen i mellomtiden.' }))
    .toMatchTextContent('Lagret nå: «Rådgivning», 5 ×')
  await expect.element(cell('Linje 1: antall')).toHaveValue('7')
  await press('Lagre likevel')
  await expectToast('Produkt oppdatert', 'Rådgivning')
  expect(await storedLines(id)).toMatchObject([{ quantity: 7 }])
})

test('lines are moved by dragging, by Alt with an arrow and by a button, which keep the focus and announce the place', async () => {
  const { id } = await addAgreement()
  await call(createAgreementProduct, { params: { id }, body: { description: 'Reise', unitPrice: 50_000 } })
  await openOffice(`/admin/avtaler/${id}`)
  await expect.element(cell('Linje 2: beskrivelse')).toHaveValue('Reise')
  const expectStored = (...descriptions: string[]) =>
    expect.poll(() => storedLines(id)).toMatchObject(descriptions.map((description) => ({ description })))
  const status = page.getByRole('status').filter({ hasText: 'er nå linje' })

  await focus(cell('Linje 1: beskrivelse'))
  await userEvent.keyboard('{Alt>}{ArrowDown}{/Alt}')
  await expect.element(status).toMatchTextContent('Rådgivning er nå linje 2 av 2.')
  await expect.element(cell('Linje 2: beskrivelse')).toHaveValue('Rådgivning')
  await expect.element(cell('Linje 2: beskrivelse')).toHaveFocus()
  await expectStored('Reise', 'Rådgivning')
  // At the end, it stays.
  await userEvent.keyboard('{Alt>}{ArrowDown}{/Alt}')
  await userEvent.keyboard('{Alt>}{ArrowUp}{/Alt}')
  await expect.element(status).toMatchTextContent('Rådgivning er nå linje 1 av 2.')
  await expect.element(cell('Linje 1: beskrivelse')).toHaveFocus()
  await expectStored('Rådgivning', 'Reise')

  await focus(page.getByRole('button', { name: 'Flytt ned: Rådgivning' }))
  await userEvent.keyboard('{Enter}')
  await expect.element(status).toMatchTextContent('Rådgivning er nå linje 2 av 2.')
  await expect.element(page.getByRole('button', { name: 'Flytt ned: Rådgivning' })).toHaveFocus()

  const handles = page.getByRole('dialog').css('[data-drag-handle]')
  await userEvent.dragAndDrop(handles.nth(1), handles.nth(0))
  await expect.element(cell('Linje 1: beskrivelse')).toHaveValue('Rådgivning')
  await expectStored('Rådgivning', 'Reise')
  expect(countCalls('PUT', linePath)).toBe(0)
})
