import type { Page } from '@playwright/test'
import { sales } from '../../stand-ins/kontor.ts'
import { readLeads } from '../harness/leads.ts'
import { bakery, cafe, headingOf, historyOf, prepareMorning, recordOf } from '../harness/morning.ts'
import { expect, test } from '../harness/test.ts'

const phone = { width: 390, height: 844 }

test.use({ viewport: phone, hasTouch: true, isMobile: true })

/** Controls that are too small to press, by name and size. A checkbox is as large as its label. */
const smallTargets = (page: Page): Promise<string[]> =>
  page.evaluate(() =>
    [...document.querySelectorAll('a[href], button, input, select, textarea, [role=option]')]
      .filter((element) => element.checkVisibility() && !element.closest('[aria-hidden=true], .sr-only'))
      .map((element) => ({ element, box: (element.closest('label') ?? element).getBoundingClientRect() }))
      .filter(({ box }) => box.width > 1 && (box.width < 24 || box.height < 24))
      .map(({ element, box }) => `${element.ariaLabel ?? element.textContent} ${box.width} × ${box.height}`),
  )

/** Nothing is wider than the phone, and nothing is too small for a finger. */
const expectFitsPhone = async (page: Page): Promise<void> => {
  await expect.poll(() => page.evaluate(() => document.documentElement.scrollWidth)).toBe(phone.width)
  expect(await smallTargets(page)).toEqual([])
}

const button = (page: Page, name: string) => page.getByRole('button', { name, exact: true })

test.beforeEach(async ({ admin, kontor, expectedErrors }) => {
  // The first visit of a seller who isn't logged in.
  expectedErrors.push(/status of 401/)
  await prepareMorning(admin, kontor)
})

test('a seller works through the morning on a phone, where all is large enough for a finger', async ({
  page,
  admin,
}) => {
  await test.step('the seller logs in and filters by what is overdue', async () => {
    await page.goto('/leads')
    await page.getByLabel('Username').fill(sales.username)
    await page.getByLabel('Password').fill(sales.password)
    await expectFitsPhone(page)
    await page.getByRole('button', { name: 'Login' }).tap()
    await expect(headingOf(page, 'Leads (4)')).toBeVisible()
    await expectFitsPhone(page)
    await page.getByRole('button', { name: 'Filtre' }).tap()
    await page.getByRole('combobox', { name: 'Frist' }).tap()
    await page.getByRole('option', { name: 'Forfalt', exact: true }).tap()
    await expect(page.getByRole('button', { name: 'Filtre 1 aktivt' })).toBeVisible()
    await page.keyboard.press('Escape')
    await expect(headingOf(page, 'Leads (3)')).toBeVisible()
  })

  await test.step('calls one, which fills the screen as a page of its own, and postpones its next step', async () => {
    await button(page, `Åpne ${bakery}`).tap()
    await expect(historyOf(page)).toBeVisible()
    expect(await recordOf(page, bakery).boundingBox()).toEqual({ x: 0, y: 0, ...phone })
    await expect(page.getByRole('link', { name: 'Ring', exact: true })).toHaveAttribute('href', 'tel:+4722334456')
    await expectFitsPhone(page)
    await button(page, 'Ring tilbake').tap()
    await expect(historyOf(page)).toContainText('Samtale: Ring tilbake')
    await button(page, 'Utsett').tap()
    await expectFitsPhone(page)
    await page.getByRole('option', { name: /^I morgen/ }).tap()
    await expect(historyOf(page)).toContainText(/Frist: 02\.01\.2020 → /)
  })

  await test.step('goes on to the next, notes what was said, finishes the step and moves the lead', async () => {
    await button(page, 'Neste').tap()
    await expect(recordOf(page, cafe)).toBeVisible()
    await expect(historyOf(page)).toBeVisible()
    await page.getByRole('textbox', { name: 'Nytt notat' }).fill('Eieren vil ha møte på fredag')
    await button(page, 'Svarte').tap()
    await expect(historyOf(page)).toContainText('Eieren vil ha møte på fredag')
    await button(page, 'Utført').tap()
    await expect(button(page, 'Endre Neste steg: tomt')).toBeVisible()
    await recordOf(page, cafe).getByRole('combobox', { name: 'Status' }).tap()
    await page.getByRole('option', { name: 'Kontaktet' }).tap()
    await expect(historyOf(page)).toContainText('Status: Ny → Kontaktet')
    await expectFitsPhone(page)
    await button(page, 'Gjør til kunde').tap()
    const dialog = page.getByRole('dialog', { name: `Gjøre ${cafe} til kunde?` })
    await expect(dialog).toBeVisible()
    await expectFitsPhone(page)
    await dialog.getByRole('button', { name: 'Avbryt' }).tap()
    await button(page, 'Lukk').tap()
    await expect(headingOf(page, 'Leads (1)')).toBeVisible()
  })

  await test.step('and leaves by the account menu', async () => {
    expect((await readLeads(admin)).map(({ status }) => status)).toEqual(['Ny', 'Kontaktet', 'Ny', 'Avtalt møte'])
    await button(page, 'Konto').tap()
    await page.getByRole('menuitem', { name: 'Logg ut' }).tap()
    await expect(page).toHaveURL('/login')
  })
})
