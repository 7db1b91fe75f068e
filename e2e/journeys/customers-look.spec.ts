import type { Page } from '@playwright/test'
import { expectAccessible } from '../harness/axe.ts'
import { addContactPerson, addCustomers, clearCustomers } from '../harness/customers.ts'
import { openPanel } from '../harness/panel.ts'
import { expect, test } from '../harness/test.ts'

const name = 'Bedriftshelsetjenestesamarbeidspartneravtaleforhandlingsforeningen Østby-Ødegård SA'

const long = {
  name,
  email: 'bedriftshelsetjenestesamarbeidspartneransvarlig@ostby-odegard-eiendomsforvaltningsselskap.example',
  phone: '+47 12 34 56 78',
  website: 'https://www.ostby-odegard-eiendomsforvaltningsselskap-og-tjenesteyting.example/om-oss/avdelinger',
  organizationNumber: '974760673',
  industry: 'Butikkhandel med bredt vareutvalg med hovedvekt på nærings- og nytelsesmidler',
  customer_Type: 'Menneskerettighetsorganisasjonssekretariat',
  address: 'Sankthanshaugenkirkegårdsalléen 1234 B',
  postCode: '0150',
  city: 'Nordre Innlandsbygdene på Toten',
  location: 'Tjenesteytingsavdelingen i bakgården',
  description: 'Menneskerettighetsorganisasjonssekretariatssammenslutning '.repeat(30),
}

const expectFits = async (page: Page, width: number): Promise<void> => {
  expect(await page.evaluate(() => document.documentElement.scrollWidth)).toBeLessThanOrEqual(width)
  await expectAccessible(page)
}

for (const [width, colorScheme] of [
  [390, 'light'],
  [768, 'dark'],
  [390, 'dark'],
  [1440, 'light'],
] as const) {
  test.describe(`${width} pixels wide, ${colorScheme}`, () => {
    test.use({ viewport: { width, height: 844 }, colorScheme })

    test('the list of customers and its dialogs fit and axe likes them, long words and all', async ({
      page,
      admin,
    }) => {
      await clearCustomers(admin)
      const [customerId = 0] = await addCustomers(admin, [long])
      await addContactPerson(admin, {
        customerId,
        firstName: 'Åse-Margrethe Elisabeth Kristine',
        lastName: 'Østby-Ødegård-Fjellheim',
        email: long.email,
      })
      await openPanel(page, '/admin?tab=customers')
      const opener = page.getByRole('button', { name: `Åpne ${name}` })
      await expect(opener).toBeVisible()
      await expectFits(page, width)

      const dialog = page.getByRole('dialog')
      await opener.click()
      await expect(dialog).toContainText(long.customer_Type)
      await expectFits(page, width)
      await dialog.getByRole('button', { name: 'Rediger' }).click()
      await dialog.getByLabel('E-post').fill('nei')
      await dialog.getByRole('button', { name: 'Lagre' }).click()
      await expect(dialog.getByText('Ugyldig e-postadresse')).toBeVisible()
      await expectFits(page, width)
      await dialog.getByRole('button', { name: 'Avbryt' }).click()
      await page.getByRole('button', { name: 'Forkast' }).click()

      await opener.click()
      await dialog.getByRole('button', { name: 'Kontakter' }).click()
      await expect(dialog).toContainText('Østby-Ødegård-Fjellheim')
      await expectFits(page, width)
      await dialog.getByRole('button', { name: 'Ny kontaktperson' }).click()
      await expect(page.getByRole('dialog', { name: 'Ny kontaktperson' })).toBeVisible()
      await expectFits(page, width)
      await page.keyboard.press('Escape')
      await page.keyboard.press('Escape')

      await opener.click()
      await dialog.getByRole('button', { name: 'Slett' }).click()
      await expect(page.getByRole('alertdialog')).toContainText(name)
      await expectFits(page, width)
    })
  })
}

test('while the list is on its way there is a skeleton that says so', async ({ page }) => {
  let answer = () => {}
  const waiting = new Promise<void>((resolve) => {
    answer = resolve
  })
  await page.route('**/api/customers', async (route) => {
    await waiting
    await route.continue()
  })
  await openPanel(page, '/admin?tab=customers')
  await expect(page.getByText('Henter kunder …')).toBeAttached()
  await expectAccessible(page)
  answer()
  await expect(page.getByRole('heading', { name: /^Kunder \(\d+\)$/ })).toBeVisible()
})
