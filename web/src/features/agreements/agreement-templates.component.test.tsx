import { deleteAgreementTemplate, listAgreementTemplates } from '@kontor/contract/agreements/agreements.endpoints'
import { beforeEach, expect, test } from 'vitest'
import { page } from 'vitest/browser'
import { call } from '../../platform/api-client.ts'
import { addAgreement, clearAgreements, press } from '../../testing/agreements.ts'
import { expectAccessible } from '../../testing/axe.ts'
import { chooseFromMenu } from '../../testing/list-menu.ts'
import { expectToast } from '../../testing/locators.ts'
import { openOffice } from '../../testing/office.tsx'
import { logIn } from '../../testing/session.ts'

const dialog = (name: string) => page.getByRole('dialog', { name })

beforeEach(async () => {
  await logIn('admin')
  await clearAgreements()
  for (const { id } of await call(listAgreementTemplates, {})) await call(deleteAgreementTemplate, { params: { id } })
})

test('an agreement is stored as a template, and a new one begins with all that it holds', async () => {
  const { id } = await addAgreement({ description: 'Om arbeidet', language: 'en' })
  await openOffice(`/admin/avtaler/${id}`)
  await press('Lagre som mal')
  const form = dialog('Lagre som mal')
  await form.getByLabelText(/^Navn på malen/).fill('Standardoppdrag')
  await expectAccessible()
  await press('Lagre')
  await expectToast('Mal lagret', 'Standardoppdrag')

  await press('Lagre som mal')
  await form.getByLabelText(/^Navn på malen/).fill('standardoppdrag')
  await press('Lagre')
  await expect.element(form).toMatchTextContent('Det finnes allerede en mal med dette navnet')
  await press('Avbryt')
  await press('Forkast')
  await press('Lukk')

  await chooseFromMenu('Ny fra mal')
  await expect.element(dialog('Ny fra mal')).toMatchTextContent('1 linje og 0 betingelser')
  await expectAccessible()
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
})

test('deletes a template, and says where templates come from', async () => {
  const { id } = await addAgreement()
  await openOffice(`/admin/avtaler/${id}`)
  await press('Lagre som mal')
  await press('Lagre')
  await expectToast('Mal lagret', 'Kvalitetssystem')
  await press('Lukk')
  await chooseFromMenu('Ny fra mal')
  await press('Slett malen Kvalitetssystem')
  await page.getByRole('alertdialog', { name: 'Slette malen?' }).getByRole('button', { name: 'Slett' }).click()
  await expectToast('Mal slettet', 'Kvalitetssystem')
  await expect.element(dialog('Ny fra mal')).toMatchTextContent('Ingen maler ennå.')
})
