import type { Page } from '@playwright/test'
import { expectAccessible } from '../harness/axe.ts'
import { sales } from '../harness/kontor.ts'
import { addLeads, clearLeads, openLeads, rowOf, seedLeads } from '../harness/leads.ts'
import { expect, test } from '../harness/test.ts'

const namesShown = (page: Page): Promise<string[]> => page.locator('[data-lead]').allTextContents()
const chosen = (page: Page) => page.getByText(/^\d+ valgt$/)
const choose = (page: Page, index: number) => page.getByRole('row').nth(index).getByRole('checkbox').check()

test.describe('with many leads', () => {
  test.beforeEach(async ({ kontor, page }) => {
    await clearLeads(kontor)
    await seedLeads(kontor, 120)
    await openLeads(page)
    await expect(page.getByRole('heading', { name: 'Leads (120)' })).toBeVisible()
  })

  test('the newest fifty stand first; another page, filter, order or search clears what was chosen', async ({
    page,
  }) => {
    await expect(page.getByText('Viser 50 av 120 leads')).toBeVisible()
    expect((await namesShown(page))[0]).toBe('Østby Eksempel 1 AS')
    await choose(page, 1)
    await expect(chosen(page)).toHaveText('1 valgt')
    await page.getByRole('button', { name: 'Neste', exact: true }).click()
    await expect(page).toHaveURL('/leads?page=2')
    await expect(page.getByText('Side 2 av 3')).toBeVisible()
    await expect(chosen(page)).toBeHidden()

    await choose(page, 2)
    // Another column begins at the first page, ascending; the same one turns round and stays where one is.
    await page.getByRole('button', { name: 'Firmanavn', exact: true }).click()
    await expect(page).toHaveURL('/leads?sort=company_name%3Aasc')
    await expect(chosen(page)).toBeHidden()
    await expect(page.getByRole('columnheader', { name: 'Firmanavn' })).toHaveAttribute('aria-sort', 'ascending')
    await expect.poll(async () => (await namesShown(page))[0]).toMatch(/^Blåfjell/)
    await page.getByRole('button', { name: 'Neste', exact: true }).click()
    await page.getByRole('button', { name: 'Firmanavn', exact: true }).click()
    await expect(page).toHaveURL(/page=2/)
    await expect(page).toHaveURL(/sort=company_name%3Adesc/)

    await choose(page, 1)
    await page
      .getByRole('group', { name: 'Antall per status' })
      .getByRole('button', { name: /^Kontaktet/ })
      .click()
    await expect(page).toHaveURL(/status=Kontaktet/)
    await expect(page).not.toHaveURL(/page=/)
    await expect(chosen(page)).toBeHidden()
    await expect(page.getByRole('heading', { name: 'Leads (15)' })).toBeVisible()

    await choose(page, 1)
    await page.getByRole('searchbox').fill('åsgård')
    await expect(page).toHaveURL(/q=/)
    await expect(chosen(page)).toBeHidden()
    await page.reload()
    await expect(page.getByRole('searchbox')).toHaveValue('åsgård')
    await expect(page.getByRole('combobox', { name: 'Status' })).toHaveText('Kontaktet')
    await page.getByRole('button', { name: 'Nullstill filtre' }).first().click()
    await expect(page).toHaveURL('/leads?sort=company_name%3Adesc')
    await expect(page.getByRole('searchbox')).toHaveValue('')
    await expect(page.getByRole('heading', { name: 'Leads (120)' })).toBeVisible()
  })

  test('the numbers per status follow the search and the industry, and a press on one shows only those', async ({
    page,
  }) => {
    const bar = page.getByRole('group', { name: 'Antall per status' })
    await expect(bar.getByRole('button', { name: 'Alle 120' })).toHaveAttribute('aria-pressed', 'true')
    await page.getByLabel('Bransje').fill('akva')
    await expect(bar.getByRole('button', { name: 'Alle 40' })).toBeVisible()
    await bar.getByRole('button', { name: 'Kunde 5' }).click()
    await expect(page.getByRole('heading', { name: 'Leads (5)' })).toBeVisible()
    await expect(bar.getByRole('button', { name: 'Alle 40' })).toBeVisible()
    await bar.getByRole('button', { name: 'Kunde 5' }).click()
    await expect(page.getByRole('heading', { name: 'Leads (40)' })).toBeVisible()
  })

  test('the keyboard alone: arrows, Space, s, e and Enter work on the row with the focus', async ({ page }) => {
    await page.keyboard.press('ArrowDown')
    await expect(page.getByRole('button', { name: 'Åpne Østby Eksempel 1 AS' })).toBeFocused()
    await page.keyboard.press('ArrowDown')
    await page.keyboard.press('Space')
    await expect(chosen(page)).toHaveText('1 valgt')
    await expect(page.getByRole('checkbox', { name: 'Velg Åsgård Eksempel 2 AS' })).toBeChecked()
    await page.keyboard.press('s')
    await expect(page.getByRole('option', { name: 'Ny' })).toBeFocused()
    await expectAccessible(page)
    await page.keyboard.press('t')
    await expect(page.getByRole('option', { name: 'Tilbud sendt' })).toBeFocused()
    await page.keyboard.press('Enter')
    await expect(rowOf(page, 'Åsgård Eksempel 2 AS').getByRole('button', { name: /^Status/ })).toHaveText(
      'Tilbud sendt',
    )
    // Esc closes what came last: a toast that came after the dialog would go before it.
    await expect(page.getByText('Status oppdatert vellykket', { exact: true })).toBeVisible()
    await page.keyboard.press('ArrowDown')
    await page.keyboard.press('e')
    await expect(page.getByRole('dialog', { name: 'Rediger lead' }).getByLabel('Firmanavn')).toHaveValue(
      'Blåfjell Eksempel 3 AS',
    )
    await page.keyboard.press('Escape')
    await expect(page.getByRole('dialog')).toBeHidden()
    await page.getByRole('button', { name: 'Åpne Blåfjell Eksempel 3 AS' }).focus()
    await page.keyboard.press('Enter')
    await expect(page.getByRole('dialog', { name: 'Rediger lead' })).toBeVisible()
  })

  test('a page beyond the last one says so and leads back', async ({ page }) => {
    await page.goto('/leads?page=9')
    await expect(page.getByRole('heading', { name: 'Side 9 finnes ikke' })).toBeVisible()
    await page.getByRole('button', { name: 'Gå til siste side' }).click()
    await expect(page).toHaveURL('/leads?page=3')
    await expect(page.getByText('Viser 20 av 120 leads')).toBeVisible()
  })

  test('on a phone another page begins at its first row, and the chosen status is in sight', async ({ page }) => {
    await page.setViewportSize({ width: 390, height: 844 })
    const next = page.getByRole('button', { name: 'Neste', exact: true })
    await next.scrollIntoViewIfNeeded()
    await next.click()
    await expect(page.getByText('Side 2 av 3')).toBeAttached()
    await expect(page.getByRole('button', { name: /^Åpne/ }).first()).toHaveAttribute('data-lead', /./)
    await expect(page.getByRole('button', { name: 'Åpne Blåfjell Eksempel 51 AS' })).toBeInViewport()
    await expect(page.getByRole('combobox', { name: 'Sorter etter' })).toBeInViewport()
    await page.setViewportSize({ width: 360, height: 844 })
    await page.getByRole('checkbox', { name: 'Velg alle viste' }).check()
    for (const part of [chosen(page), page.getByRole('button', { name: 'Slett valgte' })])
      await expect(part).toBeInViewport({ ratio: 1 })
    await page.goto('/leads?status=Kunde')
    await expect(page.getByRole('button', { name: 'Kunde 15' })).toBeInViewport({ ratio: 1 })
  })

  test('a list that is slow shows its shape; one that cannot be fetched says so in its place and is tried again', async ({
    page,
    expectedErrors,
  }) => {
    expectedErrors.push(/ERR_FAILED/)
    const answer = Promise.withResolvers<void>()
    await page.route('**/api/leads?*size=50*', async (route) => {
      await answer.promise
      await route.abort()
    })
    await page.goto('/leads')
    await expect(page.getByRole('status').filter({ hasText: 'Henter leads …' })).toBeAttached()
    await expectAccessible(page)
    answer.resolve()
    await expect(page.getByRole('heading', { name: 'Failed to fetch leads' })).toBeVisible()
    await expectAccessible(page)
    await page.unrouteAll()
    await page.getByRole('button', { name: 'Prøv igjen' }).click()
    await expect(page.getByRole('heading', { name: 'Leads (120)' })).toBeVisible()

    // A search that fails leaves what was typed, and where.
    await page.route('**/api/leads?*size=50*', (route) => route.abort())
    await page.getByRole('searchbox').pressSequentially('åsgård')
    await expect(page.getByRole('heading', { name: 'Failed to fetch leads' })).toBeVisible()
    await expect(page.getByRole('searchbox')).toBeFocused()
    await expect(page.getByRole('searchbox')).toHaveValue('åsgård')
    await expectAccessible(page)
    await page.unrouteAll()
    await page.getByRole('button', { name: 'Prøv igjen' }).click()
    await expect(page.getByRole('heading', { name: 'Leads (30)' })).toBeVisible()
  })
})

test('an expired session sends to the login, and back to the same list', async ({ page, kontor, expectedErrors }) => {
  expectedErrors.push(/status of 401/)
  await clearLeads(kontor)
  await seedLeads(kontor, 60)
  await openLeads(page, '/leads?page=2')
  await page.context().clearCookies()
  await page.getByRole('button', { name: 'Oppdater' }).click()
  await expect(page).toHaveURL('/login')
  await page.getByLabel('Username').fill(sales.username)
  await page.getByLabel('Password').fill(sales.password)
  await page.getByRole('button', { name: 'Login' }).click()
  await expect(page).toHaveURL('/leads?page=2')
  await expect(page.getByText('Viser 10 av 60 leads')).toBeVisible()
})

test('an expired session does not take away what is typed in a form', async ({
  page,
  admin,
  kontor,
  expectedErrors,
}) => {
  expectedErrors.push(/status of 401/)
  await clearLeads(kontor)
  await addLeads(admin, [{ company_name: 'Kort AS' }])
  await openLeads(page)
  await page.getByRole('button', { name: 'Åpne Kort AS' }).click()
  const dialog = page.getByRole('dialog', { name: 'Rediger lead' })
  await dialog.getByLabel('Notater').fill('Lang samtale')
  await page.context().clearCookies()
  await dialog.getByRole('button', { name: 'Lagre' }).click()
  await page.getByRole('button', { name: 'Fortsett å redigere' }).click()
  await expect(dialog.getByLabel('Notater')).toHaveValue('Lang samtale')
  // Logged in again in another tab.
  await page.request.post('/api/auth/login', { data: sales })
  await dialog.getByRole('button', { name: 'Lagre' }).click()
  await expect(dialog).toBeHidden()

  await page.getByRole('button', { name: 'Endre neste steg for Kort AS' }).click()
  await page.getByRole('textbox', { name: 'Neste steg for Kort AS' }).fill('Ringe')
  await page.context().clearCookies()
  await page.keyboard.press('Enter')
  await page.getByRole('button', { name: 'Fortsett å redigere' }).click()
  await expect(page.getByRole('textbox', { name: 'Neste steg for Kort AS' })).toHaveValue('Ringe')
})

const long = {
  company_name: 'Bedriftshelsetjenestesamarbeidspartneransvarlig Østby-Ødegård Eiendomsforvaltningsselskap AS',
  industry: 'Menneskerettighetsorganisasjonssekretariatssammenslutning',
  next_step: 'Menneskerettighetsorganisasjonssekretariatssammenslutning følges opp',
  contact_name: 'Åse-Margrethe Østby-Ødegård',
  bankruptcy: true,
}

for (const [width, colorScheme] of [
  [390, 'light'],
  [768, 'dark'],
  [1440, 'light'],
  [390, 'dark'],
] as const) {
  test.describe(`${width} pixels wide, ${colorScheme}`, () => {
    test.use({ viewport: { width, height: 844 }, colorScheme })

    test('list, board and dialog fit, long words and all, and axe likes them', async ({ page, admin, kontor }) => {
      const fits = async () => {
        expect(await page.evaluate(() => document.documentElement.scrollWidth)).toBeLessThanOrEqual(width)
        await expectAccessible(page)
      }
      await clearLeads(kontor)
      const forgotten = { company_name: 'Glemt AS', status: 'Tilbud sendt' }
      await addLeads(admin, [long, forgotten, { company_name: 'Kort AS', status: 'Kunde' }])
      await kontor.sql("UPDATE leads SET last_touched_at = now() - interval '60 days' WHERE company_name = 'Glemt AS'")
      await openLeads(page)
      await expect(page.getByRole('heading', { name: 'Leads (3)' })).toBeVisible()
      await expect(page.getByText('Ikke fulgt opp på over 30 dager')).toHaveCount(1)
      const name = page.getByRole('button', { name: `Åpne ${long.company_name}` })
      await name.hover()
      await expect(name).toHaveAttribute('title', long.company_name)
      await fits()
      await page.getByRole('checkbox', { name: 'Velg Kort AS' }).check()
      await fits()
      await page.getByRole('button', { name: 'Åpne Kort AS' }).click()
      await expect(page.getByText('Statusen er ikke endret ennå.')).toBeAttached()
      await fits()
      await page.keyboard.press('Escape')
      await page.getByRole('button', { name: 'Vis som tavle' }).click()
      await expect(page.locator('[data-card]')).toHaveCount(3)
      await fits()
    })
  })
}
