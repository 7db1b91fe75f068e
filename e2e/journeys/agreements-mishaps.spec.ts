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
  await page.getByLabel('Påminn automatisk').fill('2')
  await expect(page.getByText('Uten en siste dag sendes det ingen påminnelse.')).toBeVisible()
  await page.getByLabel('Gyldig til').fill('31.12.2099')
  await expect(page.getByText('Uten en siste dag sendes det ingen påminnelse.')).toBeHidden()
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
  const agreement = await addAgreement(admin, await addCustomerWithContact(admin), { title: 'Kvitteringsprøve' })
  await sendAgreement(admin, agreement)
  await smtp.waitFor(({ mail: { subject } }) => Boolean(subject?.includes('Kvitteringsprøve')))
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
      to.includes('kari@fjellheim.example') && subject === 'Kvittering: Kvitteringsprøve – Avslått',
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

test('an answer that arrives, though nothing comes back, counts as given; what is typed is not left unasked', async ({
  page,
  admin,
  expectedErrors,
}) => {
  expectedErrors.push(/ERR_FAILED/)
  const agreement = await addAgreement(admin, await addCustomerWithContact(admin))
  await sendAgreement(admin, agreement)
  await page.goto(`/agreement-response/${agreement.responseToken}`)
  await page.getByRole('radio', { name: /Jeg aksepterer avtalen/ }).check()
  await page.getByLabel('Melding (valgfritt)').fill('Vi gleder oss!')
  const asked = await page.evaluate(() => !window.dispatchEvent(new Event('beforeunload', { cancelable: true })))
  expect(asked).toBe(true)
  await page.getByRole('button', { name: 'Send svar' }).click()
  await page.route('**/api/agreement-response/*', async (route) => {
    if (route.request().method() !== 'POST') return route.fallback()
    await route.fetch()
    await route.abort()
  })
  await page.getByRole('button', { name: 'Bekreft og aksepter' }).click()
  await expectToast(page, 'Suksess', 'Takk! Din respons er registrert. Vi vil kontakte deg snarest.')
  await expect(page.getByRole('heading', { name: 'Avtalen er akseptert.' })).toBeFocused()
  await page.reload()
  await expect(page.getByText('Vi gleder oss!')).toBeVisible()
})

test('a list that comes in half is told so in Norwegian, and one day is one day', async ({ page, admin }) => {
  const customerId = await addCustomerWithContact(admin)
  await addAgreement(admin, customerId, { validUntil: '2099-12-31', reminderDays: 1 })
  await openPanel(page, '/admin?tab=agreements')
  await page.getByRole('button', { name: 'Vis avtale: Kvalitetssystem' }).click()
  await expect(page.getByRole('dialog')).toContainText('1 dag før siste dag')
  await page.getByRole('button', { name: 'Lukk' }).click()
  await page.route('**/api/agreements', (route) => route.fulfill({ contentType: 'application/json', body: '[{"id":"' }))
  await page.getByRole('button', { name: 'Oppdater' }).click()
  await expect(page.getByText('Svaret fra serveren var ikke som ventet. Last siden på nytt.')).toBeVisible()
})

test('a long word in a question is broken, not cut', async ({ page, admin }) => {
  const subject = 'Ærverdighetskommunikasjonsinfrastruktur'.repeat(5)
  const data = { type: 'contact', subject, content: '<p>Hei</p>', isActive: false }
  const { id } = await (await admin.post('/api/email-templates', { data })).json()
  await page.setViewportSize({ width: 390, height: 844 })
  await openPanel(page, '/admin?tab=email')
  await page.getByRole('button', { name: `Slett malen ${subject}` }).click()
  const question = page.getByRole('alertdialog')
  await expect(question).toContainText(subject)
  expect(await question.evaluate(({ scrollWidth, clientWidth }) => scrollWidth - clientWidth)).toBe(0)
  await admin.delete(`/api/email-templates/${id}`)
})

test('the mail that is about to go names its reader as the reader is called now', async ({ page, admin }) => {
  await addAgreement(admin, await addCustomerWithContact(admin))
  await openPanel(page, '/admin?tab=agreements')
  await page.getByRole('button', { name: 'Send avtale: Kvalitetssystem' }).click()
  const dialog = page.getByRole('dialog', { name: 'Send avtale' })
  await expect(dialog.getByText('Ctrl + Enter: Send avtale')).toBeVisible()
  await dialog.getByRole('radio', { name: /Kari Nordmann/ }).check()
  await dialog.getByRole('button', { name: 'Forhåndsvis e-posten' }).click()
  await expect(dialog.frameLocator('iframe').getByText('Hei Kari Nordmann.')).toBeVisible()
  await dialog.getByRole('button', { name: 'Rediger Kari Nordmann' }).click()
  await page.getByLabel('Fornavn').fill('Karianne')
  await page.getByRole('button', { name: 'Lagre', exact: true }).click()
  await expect(dialog.frameLocator('iframe').getByText('Hei Karianne Nordmann.')).toBeVisible()
})

test('what is typed about an agreement stays when somebody else deletes it', async ({
  page,
  admin,
  expectedErrors,
}) => {
  expectedErrors.push(/404/)
  const { id } = await addAgreement(admin, await addCustomerWithContact(admin))
  await openPanel(page, '/admin?tab=agreements')
  await page.getByRole('button', { name: 'Vis avtale: Kvalitetssystem' }).click()
  await page.getByRole('button', { name: 'Legg til produkt' }).click()
  await page.getByLabel('Beskrivelse').fill('Opplæring over tre dager')
  expect((await admin.delete(`/api/agreements/${id}`)).status()).toBe(204)
  await page.getByRole('button', { name: 'Legg til', exact: true }).click()
  await expectToast(page, 'Feil', 'Kunne ikke legge til produkt: 404: Avtalen finnes ikke.')
  await expect(page.getByRole('dialog', { name: 'Legg til produkt' })).toContainText('Avtalen finnes ikke.')
  await expect(page.getByLabel('Beskrivelse')).toHaveValue('Opplæring over tre dager')
  await page.getByRole('button', { name: 'Avbryt' }).click()
  await page.getByRole('button', { name: 'Forkast' }).click()
  await page.getByRole('button', { name: 'Lukk' }).click()
  await expect(page.getByRole('heading', { name: 'Ingen avtaler ennå' })).toBeVisible()
})
