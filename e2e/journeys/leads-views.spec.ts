import { expectAccessible } from '../harness/axe.ts'
import { clearLeads, openLeads, seedLeads } from '../harness/leads.ts'
import { expect, test } from '../harness/test.ts'

test.beforeEach(async ({ kontor, page }) => {
  await clearLeads(kontor)
  await seedLeads(kontor, 120)
  await openLeads(page)
  await expect(page.getByRole('heading', { name: 'Leads (120)' })).toBeVisible()
})

test('all thirty-one columns can be shown; head and names stay in sight, and the choice outlives a reload', async ({
  page,
}) => {
  await page.getByRole('button', { name: 'Kolonner' }).click()
  for (const box of await page.getByRole('dialog', { name: 'Kolonner som vises' }).getByRole('checkbox').all())
    await box.check()
  await expectAccessible(page)
  await page.keyboard.press('Escape')
  await expect(page.getByRole('columnheader')).toHaveCount(33)
  await page.reload()
  await expect(page.getByRole('columnheader')).toHaveCount(33)
  await expectAccessible(page)
  const name = page.locator('[data-lead]').first()
  const before = await name.boundingBox()
  await page.getByRole('columnheader', { name: 'Opprettet' }).scrollIntoViewIfNeeded()
  expect((await name.boundingBox())?.x).toBe(before?.x)
  expect(await page.evaluate(() => document.documentElement.scrollWidth)).toBeLessThanOrEqual(1280)
  await page.locator('[data-lead]').last().scrollIntoViewIfNeeded()
  await expect(page.getByRole('columnheader', { name: 'Firmanavn' })).toBeInViewport()
  await page.getByRole('button', { name: 'Kolonner' }).click()
  await page.getByRole('button', { name: 'Standardvalg' }).click()
  await expect(page.getByRole('columnheader', { name: 'Org.nr' })).toBeHidden()
})

test('a view keeps filter, order and columns under a name, for the one who saved it; the same name replaces it', async ({
  page,
  admin,
}) => {
  await page.getByRole('combobox', { name: 'Status' }).click()
  await page.getByRole('option', { name: 'Tilbud sendt' }).click()
  await page.getByRole('button', { name: 'Poststed' }).click()
  await page.getByRole('button', { name: 'Visninger' }).click()
  const views = page.getByRole('dialog', { name: 'Lagrede visninger' })
  await expect(views.getByText('Ingen visninger er lagret ennå.')).toBeVisible()
  await views.getByLabel('Lagre det som vises nå, som').fill('Tilbud etter sted')
  await views.getByLabel('Lagre det som vises nå, som').press('Enter')
  await expect(views.getByRole('button', { name: 'Tilbud etter sted', exact: true })).toBeVisible()
  await expectAccessible(page)
  await page.goto('/leads')
  await page.getByRole('button', { name: 'Visninger' }).click()
  await views.getByRole('button', { name: 'Tilbud etter sted', exact: true }).click()
  await expect(page).toHaveURL('/leads?status=Tilbud+sendt&sort=city%3Aasc')
  await expect(page.getByRole('heading', { name: 'Leads (15)' })).toBeVisible()
  expect(await (await admin.get('/api/leads/views')).json()).toEqual([])

  await page.getByRole('button', { name: 'Poststed' }).click()
  await page.getByRole('button', { name: 'Kolonner' }).click()
  await page.getByRole('checkbox', { name: 'Neste steg', exact: true }).uncheck()
  await page.keyboard.press('Escape')
  await page.getByRole('button', { name: 'Visninger' }).click()
  await views.getByLabel('Lagre det som vises nå, som').fill('tilbud etter STED')
  await expect(views.getByText('«Tilbud etter sted» finnes og blir erstattet.')).toBeVisible()
  await views.getByRole('button', { name: 'Lagre visning' }).dblclick()
  await expect(views.getByRole('listitem')).toHaveText('tilbud etter STED')
  await page.evaluate(() => localStorage.removeItem('leadColumns'))
  await page.goto('/leads?q=oslo')
  await expect(page.getByRole('columnheader', { name: 'Neste steg' })).toBeVisible()
  await page.getByRole('button', { name: 'Visninger' }).click()
  await views.getByRole('button', { name: 'tilbud etter STED', exact: true }).click()
  await expect(page).toHaveURL('/leads?status=Tilbud+sendt&sort=city%3Adesc')
  await expect(page.getByRole('columnheader', { name: 'Neste steg' })).toBeHidden()
  await page.getByRole('button', { name: 'Visninger' }).click()
  await views.getByRole('button', { name: 'Slett visningen tilbud etter STED' }).click()
  await expect(views.getByText('Ingen visninger er lagret ennå.')).toBeVisible()
})
