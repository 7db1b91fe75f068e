import { createAgreementProduct, updateAgreementProduct } from '@kontor/contract/agreements/agreements.endpoints'
import { createProduct, deleteProduct, listProducts } from '@kontor/contract/products/products.endpoints'
import { beforeEach, expect, test } from 'vitest'
import { commands, page, userEvent } from 'vitest/browser'
import { call } from '../../platform/api-client.ts'
import { addAgreement, clearAgreements, press, sendAgreement } from '../../testing/agreements.ts'
import { expectAccessible } from '../../testing/axe.ts'
import { countCalls, hold } from '../../testing/calls.ts'
import { expectToast, focus } from '../../testing/locators.ts'
import { openOffice } from '../../testing/office.tsx'
import { logIn } from '../../testing/session.ts'

const linePath = /^\/api\/agreements\/[\w-]+\/products\/[\w-]+$/

const cell = (label: string) => page.getByLabelText(label, { exact: true })
const open = (id: string) => openOffice(`/admin/avtaler/${id}`)
/** The amounts below the lines. */
const amounts = page.getByRole('dialog').css('dl[aria-live]')

const storedLines = (id: string) =>
  commands.sql(
    'SELECT description, quantity, unit_price, vat_rate FROM agreement_products WHERE agreement_id = $1 ORDER BY sort_order',
    [id],
  )

beforeEach(async () => {
  await logIn('admin')
  await clearAgreements()
  for (const { id } of await call(listProducts, {})) await call(deleteProduct, { params: { id: String(id) } })
})

test('Tab moves through the cells of a line, the sums follow, and leaving the row saves it', async () => {
  const { id } = await addAgreement()
  await open(id)
  await expect.element(cell('Linje 1: antall')).toHaveValue('3')
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
  await expectAccessible()
})

test('keeps every letter, however fast a line is typed', async () => {
  await call(createProduct, { body: { number: 'Q-1', name: 'Internrevisjon', salesPrice: 1999.95 } })
  const { id } = await addAgreement()
  await open(id)
  await press('Ny linje')
  await expect.element(cell('Ny linje: beskrivelse')).toHaveFocus()
  // All in one task: nothing that is put off runs between two letters.
  for (const letter of 'internt') document.execCommand('insertText', false, letter)
  await expect.element(cell('Ny linje: beskrivelse')).toHaveValue('internt')
  document.execCommand('delete')
  await expect.element(page.getByRole('option', { name: /Internrevisjon/ })).toBeVisible()
})

test('a new line finds its product by what is typed', async () => {
  await call(createProduct, { body: { number: 'Q-1', name: 'Internrevisjon', salesPrice: 1999.95 } })
  const { id } = await addAgreement()
  await open(id)
  await press('Ny linje')
  await expect.element(cell('Ny linje: beskrivelse')).toHaveFocus()
  await cell('Ny linje: beskrivelse').fill('intern')
  await page.getByRole('option', { name: /Internrevisjon/ }).click()
  await expect.element(cell('Ny linje: enhetspris i kroner')).toHaveValue('1\u00a0999,95')
  await expectAccessible()
  await cell('Ny linje: antall').fill('2')
  await page.getByRole('heading', { name: 'Produktlinjer' }).click()
  await expectToast('Produkt lagt til', 'Internrevisjon')
  await expect.element(cell('Linje 2: beskrivelse')).toHaveValue('Internrevisjon')
  expect(await storedLines(id)).toMatchObject([{ quantity: 3 }, { quantity: 2, unit_price: '199995' }])
})

test('keeps what is typed when someone else has changed the line, and saves only on request', async () => {
  const { id } = await addAgreement()
  const [line] = (await commands.sql('SELECT id FROM agreement_products WHERE agreement_id = $1', [id])) as {
    id: string
  }[]
  await open(id)
  await cell('Linje 1: antall').fill('7')
  await call(updateAgreementProduct, { params: { id, lineId: line?.id ?? '' }, body: { quantity: 5 } })
  await page.getByRole('heading', { name: 'Produktlinjer' }).click()
  await expect
    .element(page.getByRole('alert').filter({ hasText: 'Endret av en annen i mellomtiden.' }))
    .toMatchTextContent('Lagret nå: «Rådgivning», 5 ×')
  await expect.element(cell('Linje 1: antall')).toHaveValue('7')
  await expectAccessible()
  await press('Lagre likevel')
  await expectToast('Produkt oppdatert', 'Rådgivning')
  expect(await storedLines(id)).toMatchObject([{ quantity: 7 }])
})

test('shows why a line is invalid, and keeps it until it is mended or given up', async () => {
  const { id } = await addAgreement()
  await open(id)
  await cell('Linje 1: antall').fill('0')
  await page.getByRole('heading', { name: 'Produktlinjer' }).click()
  await expect.element(page.getByText('Antall må være minst 1')).toBeVisible()
  await press('Rediger')
  await expectToast('Feil', 'En produktlinje er ikke lagret.')
  await press('Lukk')
  await expect.element(page.getByRole('alertdialog', { name: 'Forkaste endringene?' })).toBeVisible()
  await press('Fortsett å redigere')
  await expect.element(cell('Linje 1: antall')).toHaveValue('0')
  expect(countCalls('PUT', linePath)).toBe(0)
})

test('keeps what is typed while the row is being saved', async () => {
  const { id } = await addAgreement()
  await open(id)
  await cell('Linje 1: antall').fill('4')
  const held = hold('PUT', linePath)
  await page.getByRole('heading', { name: 'Produktlinjer' }).click()
  await expect.poll(() => countCalls('PUT', linePath)).toBe(1)
  await cell('Linje 1: enhetspris i kroner').fill('50')
  held.release()
  await expectToast('Produkt oppdatert', 'Rådgivning')
  await expect.element(cell('Linje 1: enhetspris i kroner')).toHaveValue('50')
  await page.getByRole('heading', { name: 'Produktlinjer' }).click()
  await expect.poll(() => storedLines(id)).toMatchObject([{ quantity: 4, unit_price: '5000' }])
})

test('dragging a line puts it in another place', async () => {
  const { id } = await addAgreement()
  await call(createAgreementProduct, { params: { id }, body: { description: 'Opplæring', unitPrice: 100 } })
  await open(id)
  await expect.element(cell('Linje 2: beskrivelse')).toHaveValue('Opplæring')
  const handles = page.getByRole('dialog').css('[data-drag-handle]')
  await userEvent.dragAndDrop(handles.nth(1), handles.nth(0))
  await expect.element(cell('Linje 1: beskrivelse')).toHaveValue('Opplæring')
  await expect.poll(() => storedLines(id)).toMatchObject([{ description: 'Opplæring' }, { description: 'Rådgivning' }])
})

test('shows a draft as the customer will see it', async () => {
  const agreement = await addAgreement({ description: 'Om arbeidet' })
  await open(agreement.id)
  await press('Se som kunden')
  const document = page.getByRole('region', { name: 'Slik ser kunden avtalen' })
  await expect.element(document).toMatchTextContent('Om arbeidet')
  await expect.element(document).toMatchTextContent('Rådgivning')
  await expectAccessible()
  await press('Se som kunden')
  await expect.element(cell('Linje 1: antall')).toBeVisible()
  await sendAgreement(agreement)
  await open(agreement.id)
  await expect.element(page.getByRole('list', { name: 'Historikk' })).toBeVisible()
  await expect.element(page.getByRole('button', { name: 'Se som kunden' })).not.toBeInTheDocument()
})

test('Alt with an arrow moves a line, keeps the focus in it and announces its place', async () => {
  const { id } = await addAgreement()
  const second = { description: 'Reise', quantity: 1, unitPrice: 50_000, vatRate: 25 }
  await call(createAgreementProduct, { params: { id }, body: second })
  await open(id)
  await expect.element(cell('Linje 2: beskrivelse')).toHaveValue('Reise')
  await focus(cell('Linje 1: beskrivelse'))
  await userEvent.keyboard('{Alt>}{ArrowDown}{/Alt}')
  const status = page.getByRole('status').filter({ hasText: 'er nå linje' })
  await expect.element(status).toMatchTextContent('Rådgivning er nå linje 2 av 2.')
  await expect.element(cell('Linje 2: beskrivelse')).toHaveValue('Rådgivning')
  await expect.element(cell('Linje 2: beskrivelse')).toHaveFocus()
  expect(await storedLines(id)).toMatchObject([{ description: 'Reise' }, { description: 'Rådgivning' }])
  // At the end, it stays.
  await userEvent.keyboard('{Alt>}{ArrowDown}{/Alt}')
  await userEvent.keyboard('{Alt>}{ArrowUp}{/Alt}')
  await expect.element(status).toMatchTextContent('Rådgivning er nå linje 1 av 2.')
  await expect.element(cell('Linje 1: beskrivelse')).toHaveFocus()
  expect(await storedLines(id)).toMatchObject([{ description: 'Rådgivning' }, { description: 'Reise' }])
  await expectAccessible()

  await focus(page.getByRole('button', { name: 'Flytt ned: Rådgivning' }))
  await userEvent.keyboard('{Enter}')
  await expect.element(status).toMatchTextContent('Rådgivning er nå linje 2 av 2.')
  await expect.element(page.getByRole('button', { name: 'Flytt ned: Rådgivning' })).toHaveFocus()
  expect(countCalls('PUT', linePath)).toBe(0)
})
