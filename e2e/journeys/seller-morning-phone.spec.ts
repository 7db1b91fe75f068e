import type { Page } from '@playwright/test'
import { sales } from '../../stand-ins/kontor.ts'
import { readLeads } from '../harness/leads.ts'
import {
  bakery,
  cafe,
  headingOf,
  historyOf,
  leadsAfterMorning,
  offerTitle,
  prepareMorning,
  receiveOffer,
  recordOf,
  yard,
} from '../harness/morning.ts'
import { expectToast, passGate } from '../harness/panel.ts'
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

test('a seller works through the same morning on a phone: calls three, moves one, makes a customer; an offer is sent', async ({
  page,
  admin,
  smtp,
}) => {
  test.slow()
  const mailsBefore = smtp.mails.length

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
    await button(page, 'Lukk').tap()
    await expect(headingOf(page, 'Leads (1)')).toBeVisible()
  })

  await test.step('calls the last one and makes it a customer', async () => {
    await button(page, `Åpne ${yard}`).tap()
    await button(page, 'Svarte').tap()
    await expect(historyOf(page)).toContainText('Samtale: Svarte')
    await button(page, 'Utført').tap()
    await expect(button(page, 'Endre Neste steg: tomt')).toBeVisible()
    await button(page, 'Gjør til kunde').tap()
    const dialog = page.getByRole('dialog', { name: `Gjøre ${yard} til kunde?` })
    await expect(dialog).toContainText(`Det opprettes en ny kunde: ${yard}.`)
    await expectFitsPhone(page)
    await dialog.getByRole('button', { name: 'Gjør til kunde' }).tap()
    await expect(historyOf(page)).toContainText('Ble kunde')
    await button(page, 'Lukk').tap()
    await expect(headingOf(page, 'Ingen resultater funnet')).toBeVisible()
    expect(await readLeads(admin)).toMatchObject(leadsAfterMorning)
    await button(page, 'Konto').tap()
    await page.getByRole('menuitem', { name: 'Logg ut' }).tap()
    await expect(page).toHaveURL('/login')
  })

  await test.step('the administrator finds the customer and writes an offer', async () => {
    await page.goto('/admin')
    await passGate(page)
    await page.getByRole('button', { name: 'Søk', exact: true }).tap()
    await page.getByRole('combobox', { name: 'Søk i alt' }).fill('verft')
    await page.getByRole('group', { name: 'Kunder' }).getByRole('option', { name: yard }).tap()
    await expect(recordOf(page, yard).getByRole('link', { name: `Lead: ${yard}` })).toBeVisible()
    await expectFitsPhone(page)
    await button(page, 'Ny avtale').tap()
    const form = page.getByRole('dialog', { name: 'Ny avtale' })
    await form.getByLabel('Tittel').fill(offerTitle)
    await expectFitsPhone(page)
    await form.getByRole('button', { name: 'Opprett' }).tap()
  })

  await test.step('adds a line by the name of a product, and sends it', async () => {
    const offer = recordOf(page, offerTitle)
    await button(page, 'Ny linje').tap()
    await offer.getByRole('combobox', { name: 'Ny linje: beskrivelse' }).pressSequentially('intern')
    await offer.getByRole('option', { name: /Internrevisjon/ }).tap()
    await offer.getByLabel('Ny linje: antall').fill('3')
    await expectFitsPhone(page)
    await offer.getByRole('heading', { name: 'Produktlinjer' }).tap()
    await expectToast(page, 'Produkt lagt til', 'Internrevisjon')
    await expect(offer).toContainText('7 499,81 kr')
    await expectFitsPhone(page)
    await button(page, 'Send avtale').tap()
    const dialog = page.getByRole('dialog', { name: 'Send avtale' })
    await dialog.getByRole('radio', { name: /Kari Nordmann/ }).tap()
    await expectFitsPhone(page)
    await dialog.getByRole('button', { name: 'Send avtale' }).tap()
    await expectToast(page, 'Avtale sendt', /Kari Nordmann/)
  })
  expect(await receiveOffer(smtp, mailsBefore)).toMatch(/\/agreement-response\/[\w-]+/)
})
