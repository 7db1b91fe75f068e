import { beforeEach, expect, test } from 'vitest'
import { commands, page } from 'vitest/browser'
import {
  addAgreement,
  addCustomerWithContact,
  answerByLink,
  clearAgreements,
  press,
  sendAgreement,
} from '../../testing/agreements.ts'
import { expectAccessible } from '../../testing/axe.ts'
import { countCalls, intercept } from '../../testing/calls.ts'
import { expectTexts, expectToast } from '../../testing/locators.ts'
import { openOffice, shownUrl } from '../../testing/office.tsx'
import { logIn } from '../../testing/session.ts'

const listPath = /^\/api\/agreements$/

const open = () => openOffice('/admin?tab=agreements')
const card = (title: string) =>
  page.getByRole('listitem').filter({ has: page.getByRole('button', { name: title, exact: true }) })
const titles = page.getByRole('listitem').getByRole('heading', { level: 3 })
const dialog = (name: string) => page.getByRole('dialog', { name })

/** Chooses an option of a select. */
const select = async (name: string, option: string): Promise<void> => {
  await page.getByRole('combobox', { name }).click()
  await page.getByRole('option', { name: option }).click()
}

beforeEach(async () => {
  await logIn('admin')
  await clearAgreements()
})

test('searches, filters and sorts the cards and keeps that in the URL', async () => {
  const customerId = await addCustomerWithContact()
  await addAgreement({ customerId, title: 'Åpen dag', validUntil: '2020-01-31' })
  await sendAgreement(await addAgreement({ customerId, title: 'Zeta', validUntil: '2020-01-31' }))
  await addAgreement({ customerId, title: 'alfa' })
  await open()
  await expectTexts(titles, ['alfa', 'Zeta', 'Åpen dag'])
  await select('Sorter etter', 'Tittel A–Å')
  await expectTexts(titles, ['alfa', 'Zeta', 'Åpen dag'])
  await select('Filtrer på status', 'Utløpt')
  await expectTexts(titles, ['Zeta', 'Åpen dag'])
  await page.getByRole('searchbox').fill('åpen')
  await expectTexts(titles, ['Åpen dag'])
  await expect.poll(shownUrl).toMatch(/sort=title%3Aasc.*status=expired.*q=%C3%A5pen/)
  await page.getByRole('searchbox').fill('finnes ikke')
  await expect.element(page.getByRole('heading', { name: 'Ingen resultater funnet' })).toBeVisible()
  await expectAccessible()
  await press('Nullstill filtre')
  await expect.poll(() => titles.elements().length).toBe(3)
})

test('records an answer by phone, copies as a new draft, and names what it deletes', async () => {
  await sendAgreement(await addAgreement())
  await open()
  await press('Vis avtale: Kvalitetssystem')
  await press('Registrer svar')
  const answer = dialog('Registrer svar gitt på telefon')
  await answer.getByLabelText(/^Hvem svarte/).fill('Ola Nordmann')
  await expectAccessible()
  await answer.getByRole('button', { name: 'Registrer svar' }).click()
  await expectToast('Suksess', 'Svaret er registrert.')
  await expect
    .element(page.getByRole('list', { name: 'Historikk' }))
    .toMatchTextContent('Besvart: Akseptert · På telefon')
  await press('Kopier avtale')
  await expect.element(dialog('Kopi av Kvalitetssystem')).toMatchTextContent('Utkast')
  await page.getByRole('dialog').getByRole('button', { name: 'Lukk' }).click()
  await press('Slett avtale: Kopi av Kvalitetssystem')
  await expect
    .element(page.getByText('Er du sikker på at du vil slette avtalen "Kopi av Kvalitetssystem"?'))
    .toBeVisible()
  await press('Slett')
  await expectToast('Avtale slettet', 'Kopi av Kvalitetssystem')
  await expect.element(card('Kopi av Kvalitetssystem')).not.toBeInTheDocument()
  await expect.element(card('Kvalitetssystem')).toBeVisible()
})

test('keeps a new agreement open when a list read before it arrives later', async () => {
  await addCustomerWithContact()
  await open()
  await expect.element(page.getByRole('heading', { name: 'Ingen avtaler ennå' })).toBeVisible()
  const { promise: created, resolve: release } = Promise.withResolvers<void>()
  const answered = Promise.withResolvers<void>()
  const stop = intercept('GET', listPath, async (_, forward) => {
    stop()
    const staleList = await forward()
    await created
    answered.resolve()
    return staleList
  })
  await press('Oppdater')
  await page.getByRole('button', { name: 'Ny avtale' }).first().click()
  await page.getByLabelText(/^Tittel/).fill('Samtidig')
  await page.getByRole('combobox', { name: /^Kunde/ }).fill('Fjellheim')
  await page.getByRole('option', { name: /Fjellheim/ }).click()
  await press('Opprett')
  await expectToast('Avtale opprettet', 'Samtidig')
  release()
  await answered.promise
  // Adding a line refetches the list: that call ends after the stale list arrived.
  await press('Legg til produkt')
  await page.getByLabelText(/^Beskrivelse/).fill('Opplæring')
  const before = countCalls('GET', listPath)
  await press('Legg til')
  await expectToast('Produkt lagt til', 'Opplæring')
  await expect.poll(() => countCalls('GET', listPath)).toBeGreaterThan(before)
  await expect.element(dialog('Samtidig')).toBeVisible()
})

test('offers a copy of an accepted agreement instead of the form, and closes a form to where it was opened', async () => {
  const accepted = await addAgreement({ title: 'Ferdig' })
  await sendAgreement(accepted)
  await answerByLink(accepted, { action: 'accept' })
  await open()
  await press('Rediger avtale: Ferdig')
  const frozen = page.getByRole('dialog')
  await expect.element(frozen).toMatchTextContent('Avtalen er akseptert og kan ikke endres. Kopier den i stedet.')
  await expectAccessible()
  await frozen.getByRole('button', { name: 'Kopier avtale' }).click()
  await expectToast('Avtale opprettet', 'Kopi av Ferdig')
  await dialog('Kopi av Ferdig').getByRole('button', { name: 'Rediger', exact: true }).click()
  await page.getByLabelText(/^Tittel/).fill('Ny runde')
  await press('Lagre')
  await expectToast('Avtale oppdatert', 'Ny runde')
  const changed = dialog('Ny runde')
  await expect.element(changed).toMatchTextContent('Produktlinjer')
  await changed.getByRole('button', { name: 'Send avtale' }).click()
  await dialog('Send avtale').getByRole('button', { name: 'Avbryt' }).click()
  await expect.element(changed).toMatchTextContent('Produktlinjer')
})

test('sends the receipt of a rejected agreement again when it was not delivered, after asking', async () => {
  const agreement = await addAgreement({ title: 'Kvitteringsprøve' })
  await sendAgreement(agreement)
  const subjects = async () => (await commands.mails()).map(({ to, subject }) => `${to} ${subject}`)
  await expect.poll(subjects).toContainEqual(expect.stringMatching(/^kari@fjellheim.example .*Kvitteringsprøve/))
  await commands.setSmtp({ refuse: { to: 'kari@fjellheim.example', code: 550, text: '5.1.1 No such mailbox' } })
  await answerByLink(agreement, { action: 'reject' })
  const failed = `SELECT FROM email_logs WHERE to_address = 'kari@fjellheim.example' AND delivery = 'failed'
    AND subject LIKE 'Kvittering: Kvitteringsprøve%'`
  await expect.poll(async () => (await commands.sql(failed)).length).toBe(1)
  await commands.setSmtp({})
  await open()
  await page.getByRole('button', { name: /E-post feilet – prøv igjen/ }).click()
  await expect.element(page.getByRole('alertdialog')).toMatchTextContent('til kari@fjellheim.example')
  await page.getByRole('button', { name: 'Send', exact: true }).click()
  await expectToast('Suksess', 'E-posten til kari@fjellheim.example er lagt i køen på nytt.')
  await expect.poll(subjects).toContain('kari@fjellheim.example Kvittering: Kvitteringsprøve – Avslått')
  await expect.element(page.getByRole('dialog')).not.toBeInTheDocument()
  await expectAccessible()
})

test('explains a list that arrives truncated, and writes one day in the singular', async () => {
  await addAgreement({ validUntil: '2099-12-31', reminderDays: 1 })
  await open()
  await press('Vis avtale: Kvalitetssystem')
  await expect.element(page.getByRole('dialog')).toMatchTextContent('1 dag før siste dag')
  await press('Lukk')
  intercept('GET', listPath, () => new Response('[{"id":"', { headers: { 'content-type': 'application/json' } }))
  await press('Oppdater')
  await expect.element(page.getByText(/Svaret fra serveren var ikke som ventet\. Last siden på nytt\./)).toBeVisible()
})

test('on a phone, the buttons of a card leave the title its line', async () => {
  await page.viewport(390, 844)
  await addAgreement({ title: 'Kvalitetssystem etter ISO 9001 og årlig internrevisjon' })
  await open()
  const title = await titles.findElement()
  const buttons = await page.getByRole('button', { name: /^Slett avtale/ }).findElement()
  expect(title.getBoundingClientRect().width).toBeGreaterThan(300)
  expect(buttons.getBoundingClientRect().top).toBeGreaterThan(title.getBoundingClientRect().bottom)
})

test('in the table, the buttons stay below each other where one is missing', async () => {
  const rejected = await addAgreement({ title: 'Avvist' })
  await sendAgreement(rejected)
  await answerByLink(rejected, { action: 'reject' })
  await addAgreement({ title: 'Utkast' })
  await openOffice('/admin?tab=agreements&view=table')
  const placeOf = async (name: string) =>
    (await page.getByRole('button', { name }).findElement()).getBoundingClientRect().left
  const distance = async () => (await placeOf('Slett avtale: Avvist')) - (await placeOf('Slett avtale: Utkast'))
  await expect.poll(distance).toBe(0)
})
