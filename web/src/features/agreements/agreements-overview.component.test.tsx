import { deleteAgreement } from '@kontor/contract/agreements/agreements.endpoints'
import { beforeEach, expect, test } from 'vitest'
import { commands, page } from 'vitest/browser'
import { call } from '../../platform/api-client.ts'
import {
  addAgreement,
  addCustomerWithContact,
  answerByLink,
  clearAgreements,
  press,
  sendAgreement,
} from '../../testing/agreements.ts'
import { expectAccessible } from '../../testing/axe.ts'
import { expectTexts, pageWidth } from '../../testing/locators.ts'
import { openOffice, shownUrl } from '../../testing/office.tsx'
import { logIn } from '../../testing/session.ts'

const open = () => openOffice('/admin?tab=agreements')
const titles = page.getByRole('listitem').getByRole('heading', { level: 3 })
const choose = async (name: string, option: string): Promise<void> => {
  await page.getByRole('combobox', { name }).click()
  await page.getByRole('option', { name: option, exact: true }).click()
}

beforeEach(async () => {
  await logIn('admin')
  await clearAgreements()
})

test('counts and adds up each status, and filters by it', async () => {
  const customerId = await addCustomerWithContact()
  await addAgreement({ customerId, title: 'Kladd' })
  await sendAgreement(await addAgreement({ customerId, title: 'Sendt avtale' }))
  await open()
  await press('Vis oversikten')
  const overview = page.getByRole('region', { name: 'Oversikt' })
  const sent = overview.getByRole('button', { name: /^Sendt/ })
  await expect.element(sent).toMatchTextContent(/Sendt1\s?2\s610,83\skr/)
  await sent.click()
  await expectTexts(titles, ['Sendt avtale'])
  await expect.element(sent).toHaveAttribute('aria-pressed', 'true')
  await expect.poll(shownUrl).toContain('status=sent')
  await overview.getByText('Vis tallene').click()
  await expect.element(overview.getByRole('table')).toMatchTextContent('Åpne')
  await expectAccessible()
})

test('on a phone the list comes first, and the overview opens by a button', async () => {
  await page.viewport(390, 844)
  await addAgreement()
  await open()
  const drafts = page.getByRole('region', { name: 'Oversikt' }).getByRole('button', { name: /^Utkast/ })
  await expect.element(page.getByRole('button', { name: 'Vis oversikten' })).toBeVisible()
  await expect.element(drafts).not.toBeInTheDocument()
  await press('Vis oversikten')
  await expect.element(drafts).toBeVisible()
  expect(pageWidth()).toBeLessThanOrEqual(390)
  await expectAccessible()
  await press('Skjul oversikten')
  await press('Vis avtale: Kvalitetssystem')
  await expect.element(page.getByLabelText('Linje 1: antall', { exact: true })).toHaveValue('3')
  expect(pageWidth()).toBeLessThanOrEqual(390)
  await expectAccessible()
})

test('filters by customer and by period', async () => {
  await addAgreement({ title: 'Hos den første' })
  const other = await addCustomerWithContact('Annen kunde AS')
  await addAgreement({ customerId: other, title: 'Hos den andre' })
  await open()
  await choose('Filtrer på kunde', 'Annen kunde AS')
  await expectTexts(titles, ['Hos den andre'])
  await choose('Filtrer på periode', 'I fjor')
  await expect.element(page.getByRole('heading', { name: 'Ingen resultater funnet' })).toBeVisible()
  await press('Nullstill filtre')
  await expect.poll(() => titles.elements().length).toBe(2)
})

test('shows the agreements as a table with the same order, and keeps that in the URL', async () => {
  const customerId = await addCustomerWithContact()
  await addAgreement({ customerId, title: 'Alfa' })
  const { reference } = await addAgreement({ customerId, title: 'Beta' })
  await open()
  await press('Vis som tabell')
  const table = page.getByRole('table', { name: 'Avtaler' })
  await expect.element(table).toMatchTextContent(reference)
  await expect.poll(shownUrl).toContain('view=table')
  const names = table.getByRole('button', { name: /^Åpne / })
  await expectTexts(names, ['Beta', 'Alfa'])
  await expectAccessible()
  await table.getByRole('button', { name: 'Åpne Beta' }).click()
  await expect.element(page.getByRole('dialog', { name: 'Beta' })).toBeVisible()
  await press('Lukk')
  await press('Vis som kort')
  await expectTexts(titles, ['Beta', 'Alfa'])
})

test('marks an agreement that the customer has opened, in its one pill', async () => {
  const agreement = await addAgreement()
  await sendAgreement(agreement)
  await commands.sql('UPDATE agreements SET opened_at = now() WHERE id = $1', [agreement.id])
  await open()
  await expect.element(page.getByText('Sendt · åpnet', { exact: true })).toBeVisible()
})

test('leaves archived agreements out of the sums, and says so', async () => {
  const customerId = await addCustomerWithContact()
  for (const title of ['Gammel', 'Ny']) {
    const agreement = await addAgreement({ customerId, title })
    await sendAgreement(agreement)
    await answerByLink(agreement, { action: 'accept' })
    if (title === 'Gammel') await call(deleteAgreement, { params: { id: agreement.id } })
  }
  await open()
  await press('Vis oversikten')
  const overview = page.getByRole('region', { name: 'Oversikt' })
  const accepted = overview.getByRole('button', { name: /^Akseptert/ })
  await expect.element(accepted).toMatchTextContent(/Akseptert1\s?2\s610,83\skr/)
  await expect.element(overview).toMatchTextContent('Arkiverte avtaler er ikke regnet med.')
  await expect.element(page.getByText('Viser 1 av 1 avtaler', { exact: true })).toBeVisible()
})

test('finds an accepted agreement that was deleted', async () => {
  const agreement = await addAgreement()
  await sendAgreement(agreement)
  await answerByLink(agreement, { action: 'accept' })
  await call(deleteAgreement, { params: { id: agreement.id } })
  await open()
  await expect.element(page.getByRole('heading', { name: 'Ingen avtaler ennå' })).toBeVisible()
  await press('Vis arkiverte')
  await press('Vis oversikten')
  const overview = page.getByRole('region', { name: 'Oversikt' })
  await expect.element(overview).toMatchTextContent('Bare arkiverte avtaler er regnet med.')
  // Those of other tests can't be deleted.
  const [{ count }] = (await commands.sql('SELECT count(*)::int FROM agreements WHERE archived_at IS NOT NULL')) as [
    { count: number },
  ]
  await expect.element(overview.getByRole('button', { name: /^Akseptert/ })).toMatchTextContent(`Akseptert${count}`)
  await page.getByRole('searchbox').fill(agreement.reference)
  await expectTexts(titles, ['Kvalitetssystem'])
  await expect.element(page.getByRole('button', { name: /^Slett avtale/ })).not.toBeInTheDocument()
  await press('Vis avtale: Kvalitetssystem')
  await expect.element(page.getByRole('dialog', { name: 'Kvalitetssystem' })).toMatchTextContent('Arkivert')
})
