import { deleteAgreement } from '@kontor/contract/agreements/agreements.endpoints'
import { beforeEach, expect, test } from 'vitest'
import { page } from 'vitest/browser'
import { call } from '../../platform/api-client.ts'
import { addAgreement, answerByLink, clearAgreements, press, sendAgreement } from '../../testing/agreements.ts'
import { expectAccessible } from '../../testing/axe.ts'
import { countCalls } from '../../testing/calls.ts'
import { openOffice, shownUrl } from '../../testing/office.tsx'
import { logIn } from '../../testing/session.ts'

const dialog = (name: string) => page.getByRole('dialog', { name })

beforeEach(async () => {
  await logIn('admin')
  await clearAgreements()
})

test('an agreement has an address of its own: Back closes it, and the list stays as it was', async () => {
  const { id, reference } = await addAgreement()
  await openOffice('/admin?tab=agreements&q=kvalitet')
  await press('Vis avtale: Kvalitetssystem')
  await expect.element(dialog('Kvalitetssystem')).toMatchTextContent(reference)
  await expect.poll(shownUrl).toBe(`/admin/avtaler/${id}?q=kvalitet`)
  await expectAccessible()
  const fetched = countCalls('GET', /^\/api\/agreements$/)
  history.back()
  await expect.element(page.getByRole('dialog')).not.toBeInTheDocument()
  await expect.poll(shownUrl).toBe('/admin?tab=agreements&q=kvalitet')
  await expect.element(page.getByRole('searchbox')).toHaveValue('kvalitet')
  expect(countCalls('GET', /^\/api\/agreements$/)).toBe(fetched)
})

test('stays open when the search that was typed just before reaches the URL', async () => {
  const { id } = await addAgreement()
  await openOffice('/admin?tab=agreements')
  await page.getByRole('searchbox').fill('kvalitet')
  await press('Vis avtale: Kvalitetssystem')
  await expect.poll(shownUrl).toBe(`/admin/avtaler/${id}?q=kvalitet`)
  await expect.element(dialog('Kvalitetssystem')).toMatchTextContent('Produktlinjer')
  await press('Lukk')
  await expect.poll(() => location.pathname).toBe('/admin')
})

test('opens from its address, and closes to the list', async () => {
  const { id } = await addAgreement()
  await openOffice(`/admin/avtaler/${id}`)
  await expect.element(dialog('Kvalitetssystem')).toMatchTextContent('Produktlinjer')
  await press('Rediger')
  await expect.element(dialog('Rediger avtale')).toBeVisible()
  await press('Avbryt')
  await expect.element(dialog('Kvalitetssystem')).toMatchTextContent('Produktlinjer')
  await press('Lukk')
  await expect.poll(shownUrl).toBe('/admin?tab=agreements')
  await expect.element(page.getByRole('heading', { name: 'Kvalitetssystem' })).toBeVisible()
})

test('says that an address is unknown', async () => {
  await openOffice('/admin/avtaler/11111111-1111-4111-8111-111111111111')
  await expect.element(dialog('Avtale ikke funnet')).toMatchTextContent('Adressen er feil, eller avtalen er slettet.')
  await expectAccessible()
  await openOffice('/admin/avtaler/tull')
  await expect.element(dialog('Avtale ikke funnet')).toBeVisible()
  await press('Lukk')
  await expect.poll(shownUrl).toBe('/admin?tab=agreements')
})

test('an archived agreement can be read at its address, but not changed, copied or sent', async () => {
  const agreement = await addAgreement()
  await sendAgreement(agreement)
  await answerByLink(agreement, { action: 'accept' })
  await call(deleteAgreement, { params: { id: agreement.id } })
  await openOffice(`/admin/avtaler/${agreement.id}`)
  const shown = dialog('Kvalitetssystem')
  await expect.element(shown).toMatchTextContent('Arkivert')
  await expect.element(page.getByText('Rådgivning', { exact: true })).toBeVisible()
  await expect.element(page.getByRole('list', { name: 'Historikk' })).toMatchTextContent('Arkivert')
  await expect.element(shown.getByRole('link', { name: 'PDF' })).toBeVisible()
  for (const name of ['Kopier avtale', 'Send på nytt', 'Legg til produkt']) {
    await expect.element(shown.getByRole('button', { name })).not.toBeInTheDocument()
  }
})
