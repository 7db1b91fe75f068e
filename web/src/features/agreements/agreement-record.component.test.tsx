import {
  createAgreementCondition,
  createAgreementProduct,
  updateAgreementProduct,
} from '@kontor/contract/agreements/agreements.endpoints'
import { createProduct, deleteProduct, listProducts } from '@kontor/contract/products/products.endpoints'
import { beforeEach, expect, test } from 'vitest'
import { commands, page, userEvent } from 'vitest/browser'
import { call } from '../../platform/api-client.ts'
import {
  addAgreement,
  addConditions,
  addCustomerWithContact,
  addSent,
  answerByLink,
  clearAgreements,
  press,
  sendAgreement,
} from '../../testing/agreements.ts'
import { countCalls, failWith503, hold, intercept, waitForAnswers } from '../../testing/calls.ts'
import { clickTrusted } from '../../testing/in-page-actions.ts'
import { expectToast, focus } from '../../testing/locators.ts'
import { goTo, openOffice, shownUrl } from '../../testing/office.tsx'
import { logIn } from '../../testing/session.ts'

const dialog = (name: string) => page.getByRole('dialog', { name })
const record = dialog('Kvalitetssystem')
const button = (name: string) => page.getByRole('button', { name, exact: true })

const linesPath = /^\/api\/agreements\/[\w-]+\/products$/
const linePath = /^\/api\/agreements\/[\w-]+\/products\/[\w-]+$/

const cell = (label: string) => page.getByLabelText(label, { exact: true })
const leaveRow = () => clickTrusted(page.getByRole('heading', { name: 'Produktlinjer' }))
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

test('keeps a search typed just before in its address, and shows a draft as the customer will see it', async () => {
  const { id } = await addAgreement({ description: 'Om arbeidet' })
  await openOffice('/admin?tab=agreements')
  await page.getByRole('searchbox').fill('kvalitet')
  await press('Vis avtale: Kvalitetssystem')
  await expect.poll(shownUrl).toBe(`/admin/avtaler/${id}?q=kvalitet`)
  await press('Se som kunden')
  const customerView = page.getByRole('region', { name: 'Slik ser kunden avtalen' })
  await expect.element(customerView).toMatchTextContent(/Om arbeidet[\s\S]*Rådgivning/)
  await press('Se som kontoret')
  await expect.element(page.getByLabelText('Linje 1: antall', { exact: true })).toBeVisible()
  const fetched = countCalls('GET', /^\/api\/agreements$/)
  await press('Lukk')
  await expect.poll(shownUrl).toBe('/admin?tab=agreements&q=kvalitet')
  await expect.element(page.getByRole('searchbox')).toHaveValue('kvalitet')
  expect(countCalls('GET', /^\/api\/agreements$/)).toBe(fetched)

  goTo('/admin/avtaler/tull')
  await expect.element(dialog('Avtale ikke funnet')).toMatchTextContent('Adressen er feil, eller avtalen er slettet.')
  await press('Lukk')
  await expect.poll(shownUrl).toBe('/admin?tab=agreements')
})

test('moves through the list, links its customer, and offers first what its state asks for', async () => {
  const customerId = await addCustomerWithContact()
  const asked = await addSent({ customerId, title: 'Spørsmål' })
  await answerByLink(asked, { action: 'contact', message: 'Gjelder prisen begge avdelinger?' })
  await addSent({ customerId, title: 'Utløpt' })
  await commands.sql(`UPDATE agreements SET valid_until = '2020-01-31' WHERE title = 'Utløpt'`)
  await openOffice('/admin?tab=agreements')
  await press('Vis avtale: Utløpt')
  const [lapsed, question] = [dialog('Utløpt'), dialog('Spørsmål')]
  await expect.element(lapsed).toMatchTextContent(/1 av 2/)
  await expect
    .element(lapsed.getByRole('link', { name: 'Fjellheim Regnskap AS' }))
    .toHaveAttribute('href', `/admin/kunder/${customerId}`)
  await press('Forleng fristen')
  await dialog('Forleng fristen').getByRole('button', { name: 'Lagre' }).click()
  await expectToast('Avtale oppdatert', 'Utløpt')
  await expect.element(button('Forleng fristen')).not.toBeInTheDocument()
  await expect.element(lapsed.getByRole('button', { name: 'Send på nytt' })).toBeVisible()

  await userEvent.keyboard('j')
  await expect.poll(shownUrl).toBe(`/admin/avtaler/${asked.id}`)
  const answer = question.getByRole('region', { name: 'Kundens svar: Ønsker kontakt' })
  await expect.element(answer).toMatchTextContent('Gjelder prisen begge avdelinger?')
  await expect
    .element(answer.getByRole('link', { name: 'Svar Kari' }))
    .toHaveAttribute('href', expect.stringMatching(/^mailto:kari@fjellheim\.example\?/))
})

test('warns before a line, a text or a condition of a sent agreement is changed, or its link', async () => {
  const [conditionId = 0] = await addConditions([{ name: 'Reklamasjon', content: 'Innen to år.' }])
  const agreement = await addAgreement()
  await call(createAgreementCondition, { params: { id: agreement.id }, body: { conditionId } })
  await sendAgreement(agreement)
  const bodies: unknown[] = []
  intercept('POST', /\/new-link$/, async (request) => {
    bodies.push(await request.json())
    return Response.json({ agreement: { ...agreement, status: 'sent', responseToken: 'ny-lenke' } })
  })
  await openOffice(`/admin/avtaler/${agreement.id}`)
  const warning = 'Avtalen er sendt. Kunden ser endringen med en gang, og må lese den på nytt for å svare.'
  await expect.element(record).toMatchTextContent(warning)
  await expect.element(button('Se som kunden')).not.toBeInTheDocument()
  for (const [pressed, role, name] of [
    ['Rediger linjen Rådgivning', 'dialog', 'Rediger produktlinje'],
    ['Legg til produkt', 'dialog', 'Legg til produkt'],
    ['Egen tekst for Reklamasjon', 'dialog', 'Egen tekst: Reklamasjon'],
    ['Fjern linjen Rådgivning', 'alertdialog', 'Fjerne produktet?'],
    ['Fjern Reklamasjon', 'alertdialog', 'Fjerne betingelsen?'],
  ] as const) {
    await press(pressed)
    const shown = page.getByRole(role, { name })
    await expect.element(shown).toMatchTextContent(warning)
    await shown.getByRole('button', { name: 'Avbryt' }).click()
  }
  await press('Ny lenke')
  const question = page.getByRole('alertdialog', { name: 'Lage en ny lenke?' })
  await expect.element(question).toMatchTextContent('Lenken kunden har fått, slutter å virke med en gang.')
  await question.getByRole('button', { name: 'Ny lenke' }).click()
  await expectToast('Suksess', 'Avtalen har fått en ny lenke. Send den til kunden.')
  expect(bodies).toEqual([{ version: expect.any(Number) }])
})

test("a form keeps its text when the customer's answer prevents saving it", async () => {
  const { id, responseToken } = await addSent()
  await openOffice(`/admin/avtaler/${id}`)
  await press('Rediger')
  const title = page.getByLabelText(/^Tittel/)
  await title.fill('Ny tittel')
  await answerByLink({ responseToken }, { action: 'accept', name: 'Kari Nordmann' })
  await press('Lagre')
  await expect
    .element(
      dialog('Rediger avtale')
        .getByText(/Avtalen er akseptert og kan ikke endres/)
        .first(),
    )
    .toBeVisible()
  await expect.element(title).toHaveValue('Ny tittel')
})

test('records an answer by phone, then offers a copy instead of a change, and names what it deletes', async () => {
  const { id } = await addSent()
  await openOffice(`/admin/avtaler/${id}`)
  await press('Registrer svar')
  const answer = dialog('Registrer svar gitt på telefon')
  await answer.getByLabelText(/^Hvem svarte/).fill('Ola Nordmann')
  await answer.getByRole('button', { name: 'Registrer svar' }).click()
  await expectToast('Suksess', 'Svaret er registrert.')
  await expect
    .element(page.getByRole('list', { name: 'Historikk' }))
    .toMatchTextContent('Besvart: Akseptert · På telefon')
  await expect.element(page.getByText('Rådgivning', { exact: true })).toBeVisible()
  for (const name of ['Legg til produkt', 'Rediger']) await expect.element(button(name)).not.toBeInTheDocument()
  await press('Lukk')

  await press('Rediger avtale: Kvalitetssystem')
  const frozen = page.getByRole('dialog')
  await expect.element(frozen).toMatchTextContent('Avtalen er akseptert og kan ikke endres. Kopier den i stedet.')
  await frozen.getByRole('button', { name: 'Kopier avtale' }).click()
  await expectToast('Avtale opprettet', 'Kopi av Kvalitetssystem')
  const copy = dialog('Kopi av Kvalitetssystem')
  await expect.element(copy).toMatchTextContent('Utkast')
  // A form closes to where it was opened.
  await copy.getByRole('button', { name: 'Rediger', exact: true }).click()
  await page.getByLabelText(/^Tittel/).fill('Ny runde')
  await press('Lagre')
  const changed = dialog('Ny runde')
  await changed.getByRole('button', { name: 'Send avtale' }).click()
  await dialog('Send avtale').getByRole('button', { name: 'Avbryt' }).click()
  await expect.element(changed).toMatchTextContent('Produktlinjer')
  await press('Lukk')

  await press('Slett avtale: Ny runde')
  await expect.element(page.getByText('Er du sikker på at du vil slette avtalen "Ny runde"?')).toBeVisible()
  await press('Slett')
  await expectToast('Avtale slettet', 'Ny runde')
  await expect.element(button('Ny runde')).not.toBeInTheDocument()
  await expect.element(button('Kvalitetssystem')).toBeVisible()
})

test('conditions are added by keyboard, moved and removed, also on a retry; own texts after a question', async () => {
  await addConditions(['Betalingsfrist', 'Reklamasjon'].map((name) => ({ name, content: `${name}.` })))
  const { id } = await addAgreement()
  await openOffice(`/admin/avtaler/${id}`)
  const retry = page.getByRole('button', { name: /^Prøv igjen/ })
  const names = page.getByRole('button', { name: /^Fjern (Betalingsfrist|Reklamasjon)/ })
  const field = page.getByRole('combobox', { name: 'Legg til betingelse' })
  const add = async (name: string) => {
    await userEvent.keyboard(name)
    await expect.element(page.getByRole('option', { name })).toBeVisible()
    await userEvent.keyboard('{ArrowDown}{Enter}')
  }
  await expect.element(field).toBeEnabled()
  await focus(field)
  await add('Betalingsfrist')
  await expect.element(button('Fjern Betalingsfrist')).toBeVisible()
  await expectToast('Betingelse lagt til', 'Betalingsfrist')
  await expect.element(field).toHaveFocus()
  await expect.element(field).toHaveValue('')
  await add('Reklamasjon')
  await expect.element(button('Flytt ned: Betalingsfrist')).toBeEnabled()

  const restoreOrder = failWith503('PUT', /\/condition-order$/)
  await press('Flytt ned: Betalingsfrist')
  await expectToast('Feil', 'Rekkefølgen ble ikke lagret. Databasen er borte.')
  restoreOrder()
  await retry.click()
  const expectOrder = (...labels: string[]) =>
    expect.poll(() => names.elements().map((element) => element.getAttribute('aria-label'))).toEqual(labels)
  await expectOrder('Fjern Reklamasjon', 'Fjern Betalingsfrist')

  // Moves during a save are shown at once, and saved after it.
  await waitForAnswers()
  const order = hold('PUT', /\/condition-order$/)
  await press('Flytt opp: Betalingsfrist')
  await expectOrder('Fjern Betalingsfrist', 'Fjern Reklamasjon')
  await press('Flytt opp: Reklamasjon')
  await expectOrder('Fjern Reklamasjon', 'Fjern Betalingsfrist')
  await press('Rediger')
  order.release()
  await page.getByLabelText(/^Tittel/).fill('Ny tittel')
  await press('Lagre')
  await expectToast('Avtale oppdatert', 'Ny tittel')
  expect(countCalls('PUT', /\/condition-order$/)).toBe(4)
  await expectOrder('Fjern Reklamasjon', 'Fjern Betalingsfrist')

  const ownText = page.getByText('Innen fem år.')
  await press('Egen tekst for Reklamasjon')
  await dialog('Egen tekst: Reklamasjon')
    .getByLabelText(/^Tekst/)
    .fill('Innen fem år.')
  await press('Lagre')
  await expect.element(ownText).toBeVisible()
  await press('Fjern Betalingsfrist')
  await expect.element(button('Fjern Betalingsfrist')).not.toBeInTheDocument()

  await press('Fjern Reklamasjon')
  const question = page.getByRole('alertdialog', { name: 'Fjerne betingelsen?' })
  await expect.element(question).toMatchTextContent('Reklamasjon har en egen tekst i denne avtalen.')
  await expect.element(ownText).toBeVisible()
  await question.getByRole('button', { name: 'Fjern' }).click()
  await expect.element(page.getByText('Ingen betingelser.')).toBeVisible()
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

  // Text typed during a save stays, and is saved afterwards.
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
  const posts = () => countCalls('POST', linesPath)
  const before = posts()
  const { release } = hold('POST', linesPath)
  await leaveRow()
  await expect.poll(posts).toBe(before + 1)
  // While the first save is not answered.
  await cell('Ny linje: antall').fill('4')
  await leaveRow()
  release()
  await expect
    .poll(() => storedLines(id))
    .toMatchObject([{ quantity: 3 }, { description: 'Internrevisjon', quantity: 4, unit_price: '199995' }])
  await expect.element(cell('Linje 2: antall')).toHaveValue('4')

  // Enter saves a line and begins the next.
  await press('Ny linje')
  await cell('Ny linje: beskrivelse').fill('Reise')
  await cell('Ny linje: enhetspris i kroner').fill('100')
  await userEvent.keyboard('{Enter}')
  await expect.element(cell('Linje 3: antall')).toHaveValue('1')
  await expect.element(cell('Ny linje: beskrivelse')).toHaveFocus()
  await expect.element(cell('Ny linje: beskrivelse')).toHaveValue('')
})

test('an invalid line, or one that someone else has changed, is kept and saved only when that is settled', async () => {
  const id = await openWithLine()
  await cell('Linje 1: antall').fill('0')
  await leaveRow()
  await expect.element(page.getByText('Antall må være minst 1')).toBeVisible()
  await press('Rediger')
  await expectToast('Feil', 'Det du har skrevet, er ikke lagret.')
  expect(countCalls('PUT', linePath)).toBe(0)

  await cell('Linje 1: antall').fill('7')
  const { promise, reject } = Promise.withResolvers<Response>()
  const restore = intercept('PUT', linePath, () => promise)
  await press('Se som kunden')
  reject(new TypeError('Failed to fetch'))
  await expectToast('Feil', 'Kunne ikke oppdatere produkt')
  restore()
  await focus(cell('Linje 1: antall'))
  const [line] = await storedLines(id)
  await call(updateAgreementProduct, { params: { id, lineId: String(line?.id) }, body: { quantity: 5 } })
  await leaveRow()
  await expect
    .element(page.getByRole('alert').filter({ hasText: 'Endret av en annen i mellomtiden' }))
    .toMatchTextContent('Antall lagret nå: 5')
  await expect.element(cell('Linje 1: antall')).toHaveValue('7')
  await press('Lagre likevel')
  await expectToast('Produkt oppdatert', 'Rådgivning')
  expect(await storedLines(id)).toMatchObject([{ quantity: 7 }])
  await cell('Linje 1: antall').fill('8')
  await commands.sql('DELETE FROM agreement_products')
  await leaveRow()
  await expect.element(page.getByText('Slettet av en annen i mellomtiden')).toBeVisible()
  await expect.element(cell('Linje 1: antall')).toHaveValue('8')
  await press('Forkast')
  await expect.element(cell('Linje 1: antall')).not.toBeInTheDocument()
})

test('lines are moved by Alt with an arrow in a cell, by dragging and by a button', async () => {
  const { id } = await addAgreement()
  await call(createAgreementProduct, { params: { id }, body: { description: 'Reise', unitPrice: 50_000 } })
  await openOffice(`/admin/avtaler/${id}`)
  await expect.element(cell('Linje 2: beskrivelse')).toHaveValue('Reise')
  const expectStored = (...descriptions: string[]) =>
    expect.poll(() => storedLines(id)).toMatchObject(descriptions.map((description) => ({ description })))
  await focus(cell('Linje 1: beskrivelse'))
  await userEvent.keyboard('{Alt>}{ArrowDown}{/Alt}')
  await expectStored('Reise', 'Rådgivning')
  await expect.element(cell('Linje 2: beskrivelse')).toHaveFocus()
  const handles = page.getByRole('dialog').css('[data-drag-handle]')
  await userEvent.dragAndDrop(handles.nth(1), handles.nth(0))
  await expectStored('Rådgivning', 'Reise')
  await press('Flytt ned: Rådgivning')
  await expectStored('Reise', 'Rådgivning')
  expect(countCalls('PUT', linePath)).toBe(0)
})
