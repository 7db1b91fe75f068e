import type { Page } from '@playwright/test'
import { expectAccessible } from '../harness/axe.ts'
import { openPanel, passGate } from '../harness/panel.ts'
import { expect, test } from '../harness/test.ts'
import { addWebinar, clearWebinars, expectToast, registerFor } from '../harness/webinars.ts'

const tab = '/admin?tab=webinars'
const press = (page: Page, name: string) => page.getByRole('button', { name, exact: true }).click()
const table = (page: Page) => page.getByRole('table', { name: 'Påmeldinger' })
const rowOf = (page: Page, name: string) => table(page).getByRole('row').filter({ hasText: name })
const heading = (page: Page, count: number) =>
  page.getByRole('heading', { name: `Påmeldinger (${count})`, exact: true })

const people = [
  { name: 'Kari Nordmann', email: 'kari@nordmann.example', company: 'Nordmann AS', phone: '12 34 56 78' },
  { name: 'Ola Nordmann', email: 'ola@nordmann.example' },
  { name: 'Åse Østby', email: 'aase@ostby.example', company: 'Østby Bedriftshelsetjenestesamarbeid' },
]

test.beforeEach(async ({ admin, page }) => {
  await clearWebinars(admin)
  const id = await addWebinar(admin, { name: 'Åpenhetsloven' })
  await addWebinar(admin, { name: 'Uten noen' })
  for (const person of people) await registerFor(admin, id, person)
  await openPanel(page, tab)
})

test('a click on a webinar shows who is registered below, and the URL remembers it', async ({ page }) => {
  const opener = page.getByRole('button', { name: 'Påmeldinger til Åpenhetsloven' })
  await expect(opener).toHaveAttribute('aria-expanded', 'false')
  await opener.click()
  await expect(heading(page, 3)).toBeFocused()
  await expect(opener).toHaveAttribute('aria-expanded', 'true')
  for (const { name, email } of people) await expect(rowOf(page, name)).toContainText(email)
  await expectAccessible(page)
  await page.reload()
  await passGate(page)
  await expect(heading(page, 3)).toBeVisible()
  await press(page, 'Påmeldinger til Uten noen')
  await expect(page.getByText('Ingen påmeldinger ennå')).toBeVisible()
  await expectAccessible(page)
  await press(page, 'Lukk')
  await expect(page.getByRole('button', { name: 'Påmeldinger til Uten noen' })).toBeFocused()
  expect(new URL(page.url()).searchParams.has('webinar')).toBe(false)
})

test('registrations are searched and sorted, in the URL too', async ({ page }) => {
  await press(page, 'Påmeldinger til Åpenhetsloven')
  await table(page).getByRole('button', { name: 'Navn' }).click()
  await expect(table(page).getByRole('row').nth(1)).toContainText('Kari')
  await expect(table(page).getByRole('row').nth(3)).toContainText('Åse')
  const search = page.getByRole('searchbox', { name: 'Søk i påmeldinger' })
  await page.keyboard.press('/')
  await expect(search).toBeFocused()
  await search.fill('østby')
  await expect(table(page).getByRole('row')).toHaveCount(2)
  await expect(page).toHaveURL(/rq=%C3%B8stby/)
  await expect(page).toHaveURL(/rsort=name/)
  await search.fill('finnes ikke')
  await expect(page.getByText('Ingen resultater funnet')).toBeVisible()
  await page.getByRole('button', { name: 'Tøm søket' }).last().click()
  await expect(table(page).getByRole('row')).toHaveCount(4)
})

test('a registration is edited; an address that another one has is told at its field', async ({
  page,
  expectedErrors,
}) => {
  expectedErrors.push(/status of 409/)
  await press(page, 'Påmeldinger til Åpenhetsloven')
  await press(page, 'Rediger påmeldingen fra Ola Nordmann')
  const dialog = page.getByRole('dialog', { name: 'Rediger påmelding' })
  await dialog.getByLabel('E-post').fill('kari@nordmann.example')
  await press(page, 'Lagre')
  await expectToast(page, 'Feil', 'Kunne ikke oppdatere påmelding')
  await expect(dialog.getByText('Adressen er allerede påmeldt dette webinaret').last()).toBeVisible()
  await expect(dialog.getByLabel('E-post')).toBeFocused()
  await dialog.getByLabel('Navn').fill(' ')
  await press(page, 'Lagre')
  await expect(dialog.getByText('Navn er påkrevd')).toBeVisible()
  await dialog.getByLabel('Navn').fill('Ola Østby')
  await dialog.getByLabel('E-post').fill('ola@ostby.example')
  await dialog.getByLabel('Telefon').fill('98 76 54 32')
  await page.keyboard.press('Control+Enter')
  await expectToast(page, 'Suksess', 'Påmeldingen er oppdatert.')
  await expect(rowOf(page, 'Ola Østby')).toContainText('98 76 54 32')
})

test('who saves a registration second sees what the first has saved', async ({ page, admin, expectedErrors }) => {
  expectedErrors.push(/status of 409/)
  await press(page, 'Påmeldinger til Åpenhetsloven')
  await press(page, 'Rediger påmeldingen fra Ola Nordmann')
  const id = new URL(page.url()).searchParams.get('webinar')
  const rows: { id: string; name: string }[] = await (await admin.get(`/api/webinars/${id}/registrations`)).json()
  const ola = rows.find(({ name }) => name === 'Ola Nordmann')
  await admin.put(`/api/registrations/${ola?.id}`, { data: { phone: '11 11 11 11' } })
  const dialog = page.getByRole('dialog', { name: 'Rediger påmelding' })
  await dialog.getByLabel('Telefon').fill('22 22 22 22')
  await press(page, 'Lagre')
  await expect(dialog.getByText('11 11 11 11')).toBeVisible()
  await press(page, 'Lagre likevel')
  await expect(rowOf(page, 'Ola Nordmann')).toContainText('22 22 22 22')
})

test('a registration is deleted, and the number in the list follows', async ({ page, expectedErrors }) => {
  await press(page, 'Påmeldinger til Åpenhetsloven')
  await press(page, 'Slett påmeldingen fra Kari Nordmann')
  const dialog = page.getByRole('alertdialog', { name: 'Slette påmeldingen?' })
  await expect(dialog).toContainText('Det kan ikke angres.')
  await dialog.getByRole('button', { name: 'Slett' }).click()
  await expectToast(page, 'Suksess', 'Påmeldingen er slettet.')
  await expect(heading(page, 2)).toBeVisible()
  const row = page.getByRole('table', { name: 'Webinarer' }).getByRole('row').filter({ hasText: 'Åpenhetsloven' })
  await expect(row.getByText('2', { exact: true })).toBeVisible()

  expectedErrors.push(/status of 500/)
  await page.route('**/api/registrations/*', (route) =>
    route.fulfill({ status: 500, json: { error: 'Noe gikk galt.' } }),
  )
  await press(page, 'Slett påmeldingen fra Ola Nordmann')
  await dialog.getByRole('button', { name: 'Slett' }).click()
  await expectToast(page, 'Feil', 'Kunne ikke slette påmelding')
  await expect(page.getByText('Påmeldingen ble ikke slettet. Noe gikk galt.')).toBeVisible()
})

test('the registrations are downloaded as a spreadsheet', async ({ page }) => {
  await press(page, 'Påmeldinger til Åpenhetsloven')
  const [download] = await Promise.all([
    page.waitForEvent('download'),
    page.getByRole('link', { name: 'Eksporter' }).click(),
  ])
  expect(download.suggestedFilename()).toBe('paameldinger.xlsx')
})

test('registrations that do not come say so and are asked for again', async ({ page, expectedErrors }) => {
  expectedErrors.push(/status of 503/)
  await page.route('**/registrations', (route) =>
    route.fulfill({ status: 503, json: { error: 'Databasen er borte.' } }),
  )
  await press(page, 'Påmeldinger til Åpenhetsloven')
  await expect(page.getByText('Kunne ikke hente påmeldingene')).toBeVisible()
  await page.unrouteAll()
  await press(page, 'Prøv igjen')
  await expect(heading(page, 3)).toBeVisible()
})

test('everything is within reach on a telephone', async ({ page }) => {
  await page.setViewportSize({ width: 390, height: 844 })
  await press(page, 'Påmeldinger til Åpenhetsloven')
  await expect(heading(page, 3)).toBeInViewport()
  await expect(rowOf(page, 'Åse Østby')).toContainText('Bedriftshelsetjeneste')
  await expectAccessible(page)
  const wider = await page.evaluate(() => document.documentElement.scrollWidth - document.documentElement.clientWidth)
  expect(wider).toBe(0)
})
