import { adminPassword } from '../../stand-ins/kontor.ts'
import { focusedElement, tabTo } from '../harness/keyboard.ts'
import { clearEnquiries, enquiry, sendEnquiries } from '../harness/panel.ts'
import { labels, siteToast } from '../harness/site.ts'
import { expect, test } from '../harness/test.ts'

test('sends an enquiry with the keyboard alone', async ({ page, admin }) => {
  await clearEnquiries(admin)
  await page.goto('/')
  await page.keyboard.press('Tab')
  expect((await focusedElement(page)).name).toBe('Hopp til innholdet')
  await page.keyboard.press('Enter')
  await tabTo(page, labels.no.name)
  await page.keyboard.type('Ola Nordmann')
  await page.keyboard.press('Tab')
  await page.keyboard.type('ola@kunde.example')
  await tabTo(page, labels.no.subject)
  await page.keyboard.press('ArrowDown')
  await tabTo(page, labels.no.message)
  await page.keyboard.type('Skrevet uten mus.')
  await tabTo(page, labels.no.send)
  await page.keyboard.press('Enter')
  await expect(siteToast(page, 'Meldingen er sendt!')).toBeVisible()
  expect(await (await admin.get('/api/contacts')).json()).toEqual([
    expect.objectContaining({ name: 'Ola Nordmann', message: 'Skrevet uten mus.' }),
  ])
})

test('finds, edits and deletes an enquiry with the keyboard alone', async ({ page, admin }) => {
  await clearEnquiries(admin)
  await sendEnquiries(admin, [enquiry({ name: 'Ola Nordmann' }), enquiry({ name: 'Kari Nordmann' })])
  await page.goto('/admin')
  await expect(page.getByLabel('Passord')).toBeFocused()
  await page.keyboard.type(adminPassword)
  await page.keyboard.press('Enter')
  await expect(page.getByRole('heading', { name: 'Kontakthenvendelser (2 totalt)' })).toBeVisible()

  await tabTo(page, /^Søk i henvendelser/)
  await page.keyboard.type('Ola')
  await expect(page.getByText('Viser 1 av 2 henvendelser')).toBeVisible()
  await tabTo(page, 'Rediger henvendelsen fra Ola Nordmann')
  await page.keyboard.press('Enter')
  const dialog = page.getByRole('dialog', { name: 'Rediger henvendelse' })
  await expect(dialog).toBeVisible()
  await tabTo(page, 'Bedrift')
  await page.keyboard.press('End')
  await page.keyboard.type(' og sønn')
  await page.keyboard.press('Control+Enter')
  await expect(dialog).toBeHidden()
  await expect(page.getByRole('row').filter({ hasText: 'Kunde AS og sønn' })).toBeVisible()
  expect(await (await admin.get('/api/contacts')).json()).toContainEqual(
    expect.objectContaining({ name: 'Ola Nordmann', company: 'Kunde AS og sønn' }),
  )

  await tabTo(page, 'Slett henvendelsen fra Ola Nordmann')
  await page.keyboard.press('Enter')
  await tabTo(page, /^Slett$/)
  await page.keyboard.press('Enter')
  await expect(page.getByRole('heading', { name: 'Kontakthenvendelser (1 totalt)' })).toBeVisible()
  expect(await (await admin.get('/api/contacts')).json()).toEqual([expect.objectContaining({ name: 'Kari Nordmann' })])
})
