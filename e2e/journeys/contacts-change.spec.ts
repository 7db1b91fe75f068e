import type { Page } from '@playwright/test'
import { expectAccessible } from '../harness/axe.ts'
import { clearEnquiries, enquiry, openPanel, sendEnquiries } from '../harness/panel.ts'
import { expect, test } from '../harness/test.ts'

const toast = (page: Page, title: string, description: string | RegExp) =>
  expect(
    page
      .getByRole('region', { name: /Varsler/, includeHidden: true })
      .getByRole('listitem', { includeHidden: true })
      .filter({ hasText: title }),
  ).toContainText(description)

const rowOf = (page: Page, name: string) => page.getByRole('row').filter({ hasText: name })
const edit = (page: Page, name: string) => page.getByRole('button', { name: `Rediger henvendelsen fra ${name}` })
const remove = (page: Page, name: string) => page.getByRole('button', { name: `Slett henvendelsen fra ${name}` })
const title = (page: Page, count: number) =>
  page.getByRole('heading', { name: `Kontakthenvendelser (${count} totalt)` })

test.beforeEach(async ({ admin, page }) => {
  await clearEnquiries(admin)
  const people = ['Kari Nordmann', 'Ola Nordmann', 'Åse Østby', 'Per Hansen']
  await sendEnquiries(
    admin,
    people.map((name, index) => enquiry({ name, email: `gjest${index}@kunde.example` })),
  )
  await openPanel(page)
})

test('an enquiry is read in its dialog, and the focus comes back to its row', async ({ page }) => {
  await page.getByRole('button', { name: 'Les henvendelsen fra Åse Østby' }).click()
  const dialog = page.getByRole('dialog', { name: 'Åse Østby' })
  await expect(dialog).toContainText('gjest2@kunde.example')
  await expect(dialog).toContainText('Vi vil vite mer om internkontroll.')
  await expectAccessible(page)
  await page.keyboard.press('Escape')
  await expect(dialog).toBeHidden()
  await expect(page.getByRole('button', { name: 'Les henvendelsen fra Åse Østby' })).toBeFocused()
})

test('an enquiry is edited; what is wrong is said at the field', async ({ page, admin }) => {
  await edit(page, 'Kari Nordmann').click()
  const dialog = page.getByRole('dialog', { name: 'Rediger henvendelse' })
  await dialog.getByLabel('Navn').fill(' ')
  await dialog.getByLabel('E-post').fill('kari(at)kunde')
  await dialog.getByRole('button', { name: 'Lagre' }).click()
  await expect(dialog.getByText('Navn er påkrevd')).toBeVisible()
  await expect(dialog.getByText('Ugyldig e-postadresse')).toBeVisible()
  await expect(dialog.getByLabel('Navn')).toBeFocused()
  await expectAccessible(page)

  await dialog.getByLabel('Navn').fill('Kari Ødegård')
  await dialog.getByLabel('E-post').fill('kari@odegard.example')
  await dialog.getByRole('combobox', { name: 'Emne' }).click()
  await page.getByRole('option', { name: 'Teknisk støtte' }).click()
  await dialog.getByRole('button', { name: 'Lagre' }).click()
  await toast(page, 'Suksess', 'Henvendelsen er oppdatert.')
  await expect(rowOf(page, 'Kari Ødegård')).toContainText('Teknisk støtte')
  const stored: unknown = await (await admin.get('/api/contacts')).json()
  expect(stored).toContainEqual(
    expect.objectContaining({ name: 'Kari Ødegård', email: 'kari@odegard.example', subject: 'support', version: 2 }),
  )
})

test('typed text is not lost without a question', async ({ page }) => {
  await edit(page, 'Kari Nordmann').click()
  const dialog = page.getByRole('dialog', { name: 'Rediger henvendelse' })
  await dialog.getByLabel('Melding').fill('Halvferdig')
  await page.keyboard.press('Escape')
  const question = page.getByRole('alertdialog', { name: 'Forkaste endringene?' })
  await expect(question).toBeVisible()
  await expectAccessible(page)
  await question.getByRole('button', { name: 'Fortsett å redigere' }).click()
  await expect(dialog.getByLabel('Melding')).toHaveValue('Halvferdig')
  await dialog.getByRole('button', { name: 'Avbryt' }).click()
  await question.getByRole('button', { name: 'Forkast' }).click()
  await expect(dialog).toBeHidden()
  await expect(edit(page, 'Kari Nordmann')).toBeFocused()
})

test('one dialog after another: the focus comes back to where the first was opened', async ({ page }) => {
  const opener = page.getByRole('button', { name: 'Les henvendelsen fra Åse Østby' })
  await opener.press('Enter')
  await page.getByRole('dialog', { name: 'Åse Østby' }).getByRole('button', { name: 'Rediger' }).click()
  await page.getByRole('dialog', { name: 'Rediger henvendelse' }).getByRole('button', { name: 'Avbryt' }).click()
  await expect(opener).toBeFocused()
})

test('a change that cannot be saved says so and keeps what was typed', async ({ page, expectedErrors }) => {
  expectedErrors.push(/status of 500/)
  await page.route('**/api/contacts/*', (route) =>
    route.fulfill({ status: 500, json: { error: 'Noe gikk galt hos oss.' } }),
  )
  await edit(page, 'Kari Nordmann').click()
  const dialog = page.getByRole('dialog', { name: 'Rediger henvendelse' })
  await dialog.getByLabel('Bedrift').fill('Nytt firma')
  await page.keyboard.press('Control+Enter')
  await toast(page, 'Feil', 'Kunne ikke oppdatere henvendelsen.')
  await expect(dialog.getByLabel('Bedrift')).toHaveValue('Nytt firma')
})

test('of two who edit at once the second is told, sees what the first saved, and decides', async ({
  page,
  context,
  expectedErrors,
}) => {
  expectedErrors.push(/status of 409/)
  const other = await context.newPage()
  await openPanel(other)
  await edit(page, 'Kari Nordmann').click()
  await edit(other, 'Kari Nordmann').click()

  const theirs = other.getByRole('dialog', { name: 'Rediger henvendelse' })
  await theirs.getByLabel('Bedrift').fill('Den andres firma')
  await theirs.getByRole('button', { name: 'Lagre' }).click()
  await expect(theirs).toBeHidden()

  const mine = page.getByRole('dialog', { name: 'Rediger henvendelse' })
  await mine.getByLabel('Melding').fill('Min melding')
  await mine.getByRole('button', { name: 'Lagre' }).click()
  await expect(mine.getByText('Endret av en annen i mellomtiden')).toBeVisible()
  await expect(mine.getByText('Den andres firma')).toBeVisible()
  await expectAccessible(page)
  await mine.getByRole('button', { name: 'Bruk denne: Bedrift' }).click()
  await mine.getByRole('button', { name: 'Lagre likevel' }).click()
  await expect(mine).toBeHidden()
  await expect(rowOf(page, 'Kari Nordmann')).toContainText('Den andres firma')
})

test('an enquiry is deleted after a question that names it', async ({ page }) => {
  await remove(page, 'Ola Nordmann').click()
  const question = page.getByRole('alertdialog')
  await expect(question).toContainText('Ola Nordmann')
  await expect(question).toContainText('kan ikke angres')
  await expectAccessible(page)
  await question.getByRole('button', { name: 'Avbryt' }).click()
  await expect(title(page, 4)).toBeVisible()
  await expect(remove(page, 'Ola Nordmann')).toBeFocused()
  await remove(page, 'Ola Nordmann').click()
  await question.getByRole('button', { name: 'Slett' }).click()
  await toast(page, 'Suksess', /slettet/)
  await expect(title(page, 3)).toBeVisible()
  await expect(rowOf(page, 'Ola Nordmann')).toHaveCount(0)
})

test('a deletion that fails says so and leaves the enquiry', async ({ page, expectedErrors }) => {
  expectedErrors.push(/status of 500/)
  await page.route('**/api/contacts/*', (route) =>
    route.fulfill({ status: 500, json: { error: 'Noe gikk galt hos oss.' } }),
  )
  await remove(page, 'Ola Nordmann').click()
  await page.getByRole('alertdialog').getByRole('button', { name: 'Slett' }).click()
  await toast(page, 'Feil', 'Kunne ikke slette henvendelsen.')
  await expect(title(page, 4)).toBeVisible()
})

test('the chosen ones are deleted together, and those only', async ({ page }) => {
  await page.getByRole('checkbox', { name: 'Velg henvendelsen fra Åse Østby' }).check()
  await page.getByRole('checkbox', { name: 'Velg henvendelsen fra Per Hansen' }).check()
  await page.getByRole('button', { name: /Slett valgte/ }).click()
  const question = page.getByRole('alertdialog')
  await expect(question).toContainText('2')
  await expect(question).toContainText('kan ikke angres')
  await expectAccessible(page)
  await question.getByRole('button', { name: /^Slett/ }).click()
  await toast(page, 'Suksess', /2/)
  await expect(title(page, 2)).toBeVisible()
  await expect(page.getByRole('button', { name: /Slett valgte/ })).toBeHidden()
})

test('all are chosen with one tick: all that are shown, not those that the filter hides', async ({ page }) => {
  await page.getByRole('searchbox').fill('nordmann')
  await expect(page.getByText('Viser 2 av 4 henvendelser')).toBeVisible()
  await page.getByRole('checkbox', { name: 'Velg alle viste' }).check()
  await page.getByRole('button', { name: /Slett valgte/ }).click()
  await page
    .getByRole('alertdialog')
    .getByRole('button', { name: /^Slett/ })
    .click()
  await expect(title(page, 2)).toBeVisible()
  await expect(page.getByText('Ingen resultater funnet')).toBeVisible()
})

test('a changed filter lets go of what was chosen', async ({ page }) => {
  await page.getByRole('checkbox', { name: 'Velg alle viste' }).check()
  await expect(page.getByRole('button', { name: /Slett valgte/ })).toBeVisible()
  await page.getByRole('searchbox').fill('Ola')
  await expect(page.getByRole('button', { name: /Slett valgte/ })).toBeHidden()
})

test('when some of many cannot be deleted, the rest are, and those that failed stay chosen', async ({
  page,
  expectedErrors,
}) => {
  expectedErrors.push(/status of 500/)
  let refused = 0
  await page.route('**/api/contacts/*', (route) => {
    refused += 1
    return refused === 2 ? route.fulfill({ status: 500, json: { error: 'Noe gikk galt hos oss.' } }) : route.continue()
  })
  await page.getByRole('checkbox', { name: 'Velg alle viste' }).check()
  await page.getByRole('button', { name: /Slett valgte/ }).click()
  await page
    .getByRole('alertdialog')
    .getByRole('button', { name: /^Slett/ })
    .click()
  await toast(page, 'Feil', /Kunne ikke slette henvendelser/)
  await expect(title(page, 1)).toBeVisible()
  await expect(page.getByRole('checkbox', { name: /^Velg henvendelsen/ })).toBeChecked()
})

test('what somebody else has deleted already is as good as deleted', async ({ page, admin, expectedErrors }) => {
  expectedErrors.push(/status of 404/)
  await clearEnquiries(admin)
  await remove(page, 'Ola Nordmann').click()
  await page.getByRole('alertdialog').getByRole('button', { name: 'Slett' }).click()
  await toast(page, 'Suksess', /slettet/)
  await expect(rowOf(page, 'Ola Nordmann')).toHaveCount(0)
})
