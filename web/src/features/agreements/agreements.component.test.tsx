import {
  deleteAgreement,
  deleteAgreementTemplate,
  listAgreementTemplates,
} from '@kontor/contract/agreements/agreements.endpoints'
import { updateCompany } from '@kontor/contract/company/company.endpoints'
import { afterEach, beforeEach, expect, test } from 'vitest'
import { commands, page } from 'vitest/browser'
import { call } from '../../platform/api-client.ts'
import {
  addAgreement,
  addCustomerWithContact,
  addSent,
  answerByLink,
  clearAgreements,
  press,
} from '../../testing/agreements.ts'
import { countCalls, intercept } from '../../testing/calls.ts'
import { expectTexts, expectToast } from '../../testing/locators.ts'
import { openOffice, shownUrl } from '../../testing/office.tsx'
import { logIn } from '../../testing/session.ts'

const open = () => openOffice('/admin?tab=agreements')
const titles = page.getByRole('listitem').getByRole('heading', { level: 3 })
const search = page.getByRole('searchbox')
const overview = page.getByRole('region', { name: 'Oversikt' })
const noResults = page.getByRole('heading', { name: 'Ingen resultater funnet' })

/** Chooses an option of a select. */
const choose = async (name: string, option: string): Promise<void> => {
  await page.getByRole('combobox', { name }).click()
  await page.getByRole('option', { name: option, exact: true }).click()
}

const listPath = /^\/api\/agreements$/

const dialog = (name: string) => page.getByRole('dialog', { name })
const label = (name: RegExp) => page.getByLabelText(name)

const amount = page.getByLabelText('Be om kode for avtaler over (kr inkludert mva)')
const section = page.getByRole('region', { name: 'Avtaler', exact: true })
const stored = () => commands.sql(`SELECT value->>'codeAbove' AS amount FROM system_settings WHERE key = 'agreements'`)

afterEach(() => commands.sql(`DELETE FROM system_settings WHERE key = 'agreements'`))

beforeEach(async () => {
  await logIn('admin')
  await clearAgreements()
})

test('searches, filters and sorts the cards, also by the sums of each status, and keeps that in the URL', async () => {
  const customerId = await addCustomerWithContact()
  await addAgreement({ customerId, title: 'Åpen dag', validUntil: '2020-01-31' })
  await addSent({ customerId, title: 'Zeta', validUntil: '2020-01-31' })
  await addAgreement({ customerId: await addCustomerWithContact('Annen kunde AS'), title: 'alfa' })
  await open()
  await expectTexts(titles, ['alfa', 'Zeta', 'Åpen dag'])
  await choose('Filtrer på kunde', 'Annen kunde AS')
  await expectTexts(titles, ['alfa'])
  await choose('Filtrer på periode', 'I fjor')
  await expect.element(noResults).toBeVisible()
  await press('Nullstill filtre')
  await choose('Sorter etter', 'Tittel Å–A')
  await expectTexts(titles, ['Åpen dag', 'Zeta', 'alfa'])
  await choose('Filtrer på status', 'Utløpt')
  await expectTexts(titles, ['Åpen dag', 'Zeta'])
  await search.fill('åpen')
  await expectTexts(titles, ['Åpen dag'])
  await expect.poll(shownUrl).toMatch(/sort=title%3Adesc.*status=expired.*q=%C3%A5pen/)
  await press('Nullstill filtre')
  await expect.poll(() => titles.elements().length).toBe(3)

  await press('Vis oversikten')
  const sums = overview.getByRole('button', { name: /^Sendt/ })
  await expect.element(sums).toMatchTextContent(/Sendt1\s?2\s610,83\skr/)
  await sums.click()
  await expectTexts(titles, ['Zeta'])
  await expect.element(sums).toHaveAttribute('aria-pressed', 'true')
  await expect.poll(shownUrl).toContain('status=sent')
  await overview.getByText('Vis tallene').click()
  await expect.element(overview.getByRole('table')).toMatchTextContent('Åpne')
})

test("the table has the cards' order, and its buttons stay below each other where one is missing", async () => {
  const rejected = await addSent({ title: 'Avvist' })
  await answerByLink(rejected, { action: 'reject' })
  const { customerId } = rejected
  const { reference } = await addAgreement({ customerId, title: 'Utkast' })
  await addSent({ customerId, title: 'Sett' })
  await commands.sql(`UPDATE agreements SET opened_at = now() WHERE title = 'Sett'`)
  await open()
  await press('Vis som tabell')
  const table = page.getByRole('table', { name: 'Avtaler' })
  await expect.element(table).toMatchTextContent(reference)
  await expect.poll(shownUrl).toContain('view=table')
  await expectTexts(table.getByRole('button', { name: /^Åpne / }), ['Sett', 'Utkast', 'Avvist'])
  const placeOf = async (name: string) =>
    (await page.getByRole('button', { name }).findElement()).getBoundingClientRect().left
  const distance = async () => (await placeOf('Slett avtale: Avvist')) - (await placeOf('Slett avtale: Utkast'))
  await expect.poll(distance).toBe(0)
  await table.getByRole('button', { name: 'Åpne Utkast' }).click()
  await expect.element(page.getByRole('dialog', { name: 'Utkast' })).toBeVisible()
  await press('Lukk')
  await press('Vis som kort')
  await expectTexts(titles, ['Sett', 'Utkast', 'Avvist'])
  await expect.element(page.getByText('Sendt · åpnet', { exact: true })).toBeVisible()
})

test('on a phone the list comes first, a title has its line, and the overview opens by a button', async () => {
  await page.viewport(390, 844)
  const title = 'Kvalitetssystem etter ISO 9001 og årlig internrevisjon'
  await addAgreement({ title })
  await open()
  const card = await titles.findElement()
  const buttons = await page.getByRole('button', { name: `Handlinger for ${title}` }).findElement()
  expect(card.getBoundingClientRect().width).toBeGreaterThan(300)
  expect(buttons.getBoundingClientRect().top).toBeGreaterThan(card.getBoundingClientRect().bottom)

  const drafts = overview.getByRole('button', { name: /^Utkast/ })
  await expect.element(page.getByRole('button', { name: 'Vis oversikten' })).toBeVisible()
  await expect.element(drafts).not.toBeInTheDocument()
  await press('Vis oversikten')
  await expect.element(drafts).toBeVisible()
  await press('Skjul oversikten')
  await press(`Handlinger for ${title}`)
  await page.getByRole('menuitem', { name: 'Vis avtale' }).click()
  await expect.element(page.getByLabelText('Linje 1: antall', { exact: true })).toHaveValue('3')
  await press('Lukk')

  intercept('GET', /^\/api\/agreements$/, () => {
    return new Response('[{"id":"', { headers: { 'content-type': 'application/json' } })
  })
  await press('Oppdater')
  await expect.element(page.getByText(/Svaret fra serveren var ikke som ventet\. Last siden på nytt\./)).toBeVisible()
})

test('leaves archived agreements out of the sums; they are found apart, and can be read, but not changed', async () => {
  const customerId = await addCustomerWithContact()
  const [archived, current] = [await addSent({ customerId }), await addSent({ customerId, title: 'Ny' })]
  for (const agreement of [archived, current]) await answerByLink(agreement, { action: 'accept' })
  await call(deleteAgreement, { params: { id: archived.id } })
  await open()
  await press('Vis oversikten')
  const accepted = overview.getByRole('button', { name: /^Akseptert/ })
  await expect.element(accepted).toMatchTextContent(/Akseptert1\s?2\s610,83\skr/)
  await expect.element(overview).toMatchTextContent('Arkiverte avtaler er ikke regnet med.')
  await expect.element(page.getByText('Viser 1 av 1 avtaler', { exact: true })).toBeVisible()

  await press('Slett avtale: Ny')
  await press('Slett')
  await press('Vis arkiverte')
  await expect.element(overview).toMatchTextContent('Bare arkiverte avtaler er regnet med.')
  await expect.element(accepted).toMatchTextContent(/Akseptert2\s?5\s221,66\skr/)
  await search.fill(archived.reference)
  await expectTexts(titles, ['Kvalitetssystem'])
  await expect.element(page.getByRole('button', { name: /^Slett avtale/ })).not.toBeInTheDocument()
  await press('Vis avtale: Kvalitetssystem')
  const record = page.getByRole('dialog', { name: 'Kvalitetssystem' })
  await expect.element(record).toMatchTextContent('Arkivert')
  await expect.element(record.getByText('Rådgivning', { exact: true })).toBeVisible()
  await expect.element(record.getByRole('list', { name: 'Historikk' })).toMatchTextContent('Arkivert')
  await expect.element(record.getByRole('link', { name: 'PDF' })).toBeVisible()
  for (const name of ['Kopier avtale', 'Send på nytt', 'Legg til produkt']) {
    await expect.element(record.getByRole('button', { name })).not.toBeInTheDocument()
  }
})

test('sends the receipt of a rejected agreement again when it was not delivered, after asking', async () => {
  const agreement = await addSent({ title: 'Kvitteringsprøve' })
  const receipts = async () =>
    (await commands.mails()).filter(({ subject }) => subject === 'Kvittering: Kvitteringsprøve – Avslått').length
  await answerByLink(agreement, { action: 'reject' })
  await expect.poll(receipts).toBe(1)
  const failed = `UPDATE email_logs SET delivery = 'failed', error_message = '550 5.1.1 No such mailbox'
    WHERE subject LIKE 'Kvittering: Kvitteringsprøve%' AND delivery = 'sent' RETURNING id`
  await expect.poll(async () => (await commands.sql(failed)).length).toBe(1)
  await open()
  await page.getByRole('button', { name: /E-post feilet – prøv igjen ?Adressen finnes ikke/ }).click()
  await expect.element(page.getByRole('alertdialog')).toMatchTextContent('til kari@fjellheim.example')
  await page.getByRole('button', { name: 'Send', exact: true }).click()
  await expectToast('Suksess', 'E-posten til kari@fjellheim.example er lagt i køen på nytt.')
  await expect.poll(receipts).toBe(2)
})

test('explains invalid numbers, and stores language, verification, reminders and responsible person', async () => {
  const role = { no: 'Rådgiver', en: 'Adviser' }
  const member = { name: 'Kari Nordmann', role, photo: null, bookingUrl: null, email: 'kari@eksempel.example' }
  await call(updateCompany, { body: { phone: '+47 22 00 00 00', team: [member] } })
  await addAgreement()
  await open()
  await press('Rediger avtale: Kvalitetssystem')
  await label(/^MVA-sats \(%\)/).fill('12,345')
  const more = page.getByText('Flere valg', { exact: true })
  await more.click()
  await label(/^Påminnelse$/).fill('2,5')
  await more.click()
  await expect.element(label(/^Påminnelse$/)).not.toBeVisible()
  // Opens the fold with the problem.
  await press('Lagre')
  await expect.element(page.getByText('MVA-sats kan ha høyst to desimaler')).toBeVisible()
  await expect.element(page.getByText('Antall dager må være et helt tall')).toBeVisible()
  const hint = page.getByText('Uten en siste dag sendes det ingen påminnelse.')
  await label(/^Påminnelse$/).fill('1')
  await expect.element(hint).toBeVisible()
  await label(/^Gyldig til/).fill('31.12.2099')
  await expect.element(hint).not.toBeInTheDocument()

  await label(/^MVA-sats \(%\)/).fill('12')
  await press('Kari Nordmann')
  await expect.element(page.getByLabelText('Ansvarlig')).toHaveValue('Kari Nordmann')
  await expect.element(page.getByLabelText('E-post')).toHaveValue('kari@eksempel.example')
  await choose('Språk', 'Engelsk')
  await choose('Bekreftelse', 'Lenken og en kode på e-post')
  await page.getByLabelText('Første påminnelse').fill('5')
  await page.getByLabelText('Deretter hver').fill('7')
  await page.getByLabelText('Høyst').fill('2')
  await press('Lagre')
  await expectToast('Avtale oppdatert', 'Kvalitetssystem')
  await press('Vis avtale: Kvalitetssystem')
  for (const text of [
    '1 dag før siste dag',
    '5 dager etter sending; hver 7. dag, høyst 2',
    'Kari Nordmann · +47 22 00 00 00 · kari@eksempel.example',
    'Engelsk',
    'Lenken og en kode på e-post',
  ]) {
    await expect.element(dialog('Kvalitetssystem')).toMatchTextContent(text)
  }
})

test('a customer is made within the form, and the new agreement stays open when an older list arrives', async () => {
  await addCustomerWithContact()
  await openOffice('/admin?tab=agreements')
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
  const title = dialog('Ny avtale').getByLabelText(/^Tittel/)
  await title.fill('Samtidig')
  await press('Ny kunde')
  await expect.element(dialog('Ny kunde')).toBeVisible()
  await expect.element(page.getByRole('dialog')).toHaveLength(1)
  await dialog('Ny kunde').getByLabelText(/^Navn/).fill('Fersk AS')
  await dialog('Ny kunde')
    .getByLabelText(/^E-post/)
    .fill('post@fersk.example')
  await press('Lagre')
  await expectToast('Kunde opprettet', 'Fersk AS')
  await expect.element(title).toHaveValue('Samtidig')
  await expect.element(page.getByRole('combobox', { name: 'Kunde', exact: true })).toHaveValue('Fersk AS')
  await press('Opprett')
  await expectToast('Avtale opprettet', 'Samtidig')
  release()
  await answered.promise
  // Adding a line refetches the list: that call ends after the stale list arrived.
  await press('Legg til produkt')
  await label(/^Beskrivelse/).fill('Opplæring')
  const before = countCalls('GET', listPath)
  await press('Legg til')
  await expectToast('Produkt lagt til', 'Opplæring')
  await expect.poll(() => countCalls('GET', listPath)).toBeGreaterThan(before)
  await expect.element(dialog('Samtidig')).toMatchTextContent('Fersk AS')
})

test('an agreement is stored as a template, with which a new one begins, and the template is deleted', async () => {
  for (const { id } of await call(listAgreementTemplates, {})) await call(deleteAgreementTemplate, { params: { id } })
  const { id } = await addAgreement({ description: 'Om arbeidet', language: 'en' })
  await openOffice(`/admin/avtaler/${id}`)
  await press('Lagre som avtalemal')
  const form = dialog('Lagre som avtalemal')
  const name = form.getByLabelText(/^Navn på avtalemalen/)
  await expect.element(name).toHaveValue('Kvalitetssystem')
  await name.fill('Standardoppdrag')
  await press('Lagre')
  await expectToast('Avtalemal lagret', 'Standardoppdrag')
  await press('Lukk')

  const templates = dialog('Ny fra avtalemal')
  await press('Ny fra avtalemal')
  await expect.element(templates).toMatchTextContent('1 linje og 0 betingelser')
  await press('Bruk Standardoppdrag')
  const created = dialog('Ny avtale')
  await expect.element(created.getByLabelText(/^Tittel/)).toHaveValue('Kvalitetssystem')
  await expect.element(created.getByLabelText(/^Beskrivelse/)).toHaveValue('Om arbeidet')
  await expect.element(page.getByRole('combobox', { name: 'Språk' })).toMatchTextContent('Engelsk')
  await created.getByLabelText(/^Tittel/).fill('Neste oppdrag')
  await page.getByRole('combobox', { name: 'Kunde', exact: true }).fill('Fjellheim')
  await page.getByRole('option', { name: /Fjellheim/ }).click()
  await press('Opprett')
  await expectToast('Avtale opprettet', 'Neste oppdrag')
  await expect.element(dialog('Neste oppdrag')).toMatchTextContent('Fra malen Standardoppdrag')
  await expect.element(page.getByLabelText('Linje 1: beskrivelse', { exact: true })).toHaveValue('Rådgivning')
  await press('Lukk')

  await press('Ny fra avtalemal')
  await press('Slett avtalemalen Standardoppdrag')
  await page.getByRole('alertdialog', { name: 'Slette avtalemalen?' }).getByRole('button', { name: 'Slett' }).click()
  await expectToast('Avtalemal slettet', 'Standardoppdrag')
  await expect.element(templates).toMatchTextContent('Ingen avtalemaler ennå.')
})

test('sets the amount above which a code is asked for, and shows the keys', async () => {
  await openOffice('/admin?tab=settings&section=avtaler')
  await expect.element(amount).toHaveValue('')
  await expect.element(section).toMatchTextContent(/Underskrift på bevisI bruk siden .*navnet [0-9a-f]{16}\./)
  await expect.element(section).toMatchTextContent(/«Kontor \(self-signed\)» har forseglet.*laget sertifikatet selv/)
  await expect.element(section).toMatchTextContent('Ikke satt opp')
  await amount.fill('50 000')
  await press('Lagre beløpet')
  await expectToast('Innstilling lagret', /Avtaler over 50\s000,00\skr ber om kode\.$/)
  expect(await stored()).toEqual([{ amount: '5000000' }])

  await amount.fill('')
  await press('Lagre beløpet')
  await expect.poll(stored).toEqual([{ amount: null }])
})
