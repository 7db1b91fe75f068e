import { deleteAgreementTemplate, listAgreementTemplates } from '@kontor/contract/agreements/agreements.endpoints'
import { updateCompany } from '@kontor/contract/company/company.endpoints'
import { beforeEach, expect, test } from 'vitest'
import { page } from 'vitest/browser'
import { call } from '../../platform/api-client.ts'
import { addAgreement, addCustomerWithContact, clearAgreements, press } from '../../testing/agreements.ts'
import { countCalls, intercept } from '../../testing/calls.ts'
import { chooseFromMenu } from '../../testing/list-menu.ts'
import { expectToast } from '../../testing/locators.ts'
import { openOffice } from '../../testing/office.tsx'
import { logIn } from '../../testing/session.ts'

const listPath = /^\/api\/agreements$/

const dialog = (name: string) => page.getByRole('dialog', { name })
const label = (name: RegExp) => page.getByLabelText(name)
const choose = async (name: string, option: string): Promise<void> => {
  await page.getByRole('combobox', { name }).click()
  await page.getByRole('option', { name: option, exact: true }).click()
}

beforeEach(async () => {
  await logIn('admin')
  await clearAgreements()
})

test('explains invalid numbers, and stores language, verification, reminders and a responsible person from the team', async () => {
  const role = { no: 'Rådgiver', en: 'Adviser' }
  const member = { name: 'Kari Nordmann', role, photo: null, bookingUrl: null, email: 'kari@eksempel.example' }
  await call(updateCompany, { body: { phone: '+47 22 00 00 00', team: [member] } })
  await addAgreement()
  await openOffice('/admin?tab=agreements')
  await press('Rediger avtale: Kvalitetssystem')
  await label(/^MVA-sats \(%\)/).fill('12,345')
  await label(/^Påminn automatisk/).fill('2,5')
  await press('Lagre')
  await expect.element(page.getByText('MVA-sats kan ha høyst to desimaler')).toBeVisible()
  await expect.element(page.getByText('Antall dager må være et helt tall')).toBeVisible()
  const hint = page.getByText('Uten en siste dag sendes det ingen påminnelse.')
  await label(/^Påminn automatisk/).fill('1')
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

test('a customer is made within the form, and the new agreement stays open when an older list arrives later', async () => {
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

test('an agreement is stored as a template, a new one begins with all that it holds, and the template is deleted', async () => {
  for (const { id } of await call(listAgreementTemplates, {})) await call(deleteAgreementTemplate, { params: { id } })
  const { id } = await addAgreement({ description: 'Om arbeidet', language: 'en' })
  await openOffice(`/admin/avtaler/${id}`)
  await press('Lagre som mal')
  const form = dialog('Lagre som mal')
  const name = form.getByLabelText(/^Navn på malen/)
  await expect.element(name).toHaveValue('Kvalitetssystem')
  await name.fill('Standardoppdrag')
  await press('Lagre')
  await expectToast('Mal lagret', 'Standardoppdrag')
  await press('Lagre som mal')
  await name.fill('standardoppdrag')
  await press('Lagre')
  await expect.element(form).toMatchTextContent('Det finnes allerede en mal med dette navnet')
  await press('Avbryt')
  await press('Forkast')
  await press('Lukk')

  const templates = dialog('Ny fra mal')
  await chooseFromMenu('Ny fra mal')
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

  await chooseFromMenu('Ny fra mal')
  await press('Slett malen Standardoppdrag')
  await page.getByRole('alertdialog', { name: 'Slette malen?' }).getByRole('button', { name: 'Slett' }).click()
  await expectToast('Mal slettet', 'Standardoppdrag')
  await expect.element(templates).toMatchTextContent('Ingen maler ennå.')
})
