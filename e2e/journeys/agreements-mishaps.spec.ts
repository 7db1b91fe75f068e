import { addAgreement, addCustomerWithContact, clearAgreements, sendAgreement } from '../harness/agreements.ts'
import { expectAccessible } from '../harness/axe.ts'
import { clearCustomers, expectToast } from '../harness/customers.ts'
import { openPanel } from '../harness/panel.ts'
import { expect, test } from '../harness/test.ts'

test.beforeEach(async ({ admin }) => {
  await clearAgreements(admin)
  await clearCustomers(admin)
})

test('what is no number, and a text that is too long, is told so in Norwegian', async ({ page, admin }) => {
  await addAgreement(admin, await addCustomerWithContact(admin))
  await openPanel(page, '/admin?tab=agreements')
  await page.getByRole('button', { name: 'Rediger avtale: Kvalitetssystem' }).click()
  await page.getByLabel('MVA-sats (%)').fill('12,345')
  await page.getByLabel('Påminn automatisk').fill('2,5')
  await page.getByRole('button', { name: 'Lagre', exact: true }).click()
  await expect(page.getByText('MVA-sats kan ha høyst to desimaler')).toBeVisible()
  await expect(page.getByText('Antall dager må være et helt tall')).toBeVisible()
  await page.getByRole('button', { name: 'Avbryt' }).click()
  await page.getByRole('button', { name: 'Forkast' }).click()

  await page.getByRole('button', { name: 'Vis avtale: Kvalitetssystem' }).click()
  await page.getByRole('button', { name: 'Legg til produkt' }).click()
  await page.getByLabel('Beskrivelse').fill('x'.repeat(1001))
  await page.getByRole('button', { name: 'Legg til', exact: true }).click()
  await expect(page.getByText('Kan ha høyst 1000 tegn')).toBeVisible()
})

test('the receipt of a rejected agreement that did not arrive goes out once more, and nothing is sent instead', async ({
  page,
  admin,
  smtp,
}) => {
  const agreement = await addAgreement(admin, await addCustomerWithContact(admin))
  await sendAgreement(admin, agreement)
  await smtp.waitFor(({ to }) => to.includes('kari@fjellheim.example'))
  smtp.misbehave({
    refuse: ([to]) => (to?.startsWith('kari@') ? { code: 550, text: '5.1.1 No such mailbox' } : undefined),
  })
  const answer = await admin.post(`/api/agreement-response/${agreement.responseToken}`, { data: { action: 'reject' } })
  expect(answer.status()).toBe(200)
  await openPanel(page, '/admin?tab=agreements')
  const retry = page.getByRole('button', { name: /E-post feilet – prøv igjen/ })
  await expect(async () => {
    await page.getByRole('button', { name: 'Oppdater' }).click()
    await expect(retry).toBeVisible({ timeout: 500 })
  }).toPass()
  smtp.misbehave({})
  await retry.click()
  await expectToast(page, 'Suksess', 'E-posten til kari@fjellheim.example er lagt i køen på nytt.')
  await smtp.waitFor(
    ({ to, mail: { subject } }) =>
      to.includes('kari@fjellheim.example') && subject === 'Kvittering: Kvalitetssystem – Avslått',
  )
  await expect(page.getByRole('dialog')).toBeHidden()
  await expectAccessible(page)
})

test('conditions are added one after the other with the keyboard alone', async ({ page, admin }) => {
  const ids: number[] = []
  for (const name of ['Betalingsfrist', 'Reklamasjon', 'Levering']) {
    ids.push((await (await admin.post('/api/conditions', { data: { name, content: 'Tekst.' } })).json()).id)
  }
  await addAgreement(admin, await addCustomerWithContact(admin))
  await openPanel(page, '/admin?tab=agreements')
  await page.getByRole('button', { name: 'Vis avtale: Kvalitetssystem' }).click()
  const field = page.getByRole('combobox', { name: 'Legg til betingelse' })
  await field.focus()
  for (const name of ['Betalingsfrist', 'Reklamasjon']) {
    await page.keyboard.type(name)
    await page.keyboard.press('ArrowDown')
    await page.keyboard.press('Enter')
    await expect(page.getByRole('button', { name: `Fjern ${name}` })).toBeVisible()
    await expect(field).toBeFocused()
    await expect(field).toHaveValue('')
  }
  for (const id of ids) await admin.delete(`/api/conditions/${id}`)
})
