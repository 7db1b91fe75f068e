import type { Page } from '@playwright/test'
import type { ReceivedMail } from '../../stand-ins/smtp.ts'
import { addCustomerWithContact, clearAgreements } from '../harness/agreements.ts'
import { clearCustomers } from '../harness/customers.ts'
import { expectToast, openPanel } from '../harness/panel.ts'
import { expect, test } from '../harness/test.ts'

const phone = { width: 390, height: 844 }

const card = (page: Page, title: string) =>
  page.getByRole('listitem').filter({ has: page.getByRole('button', { name: title, exact: true }) })
const openAgreements = (page: Page) => openPanel(page, '/admin?tab=agreements')

/** Selects a combobox option by typing. */
const choose = async (page: Page, name: string, text: string): Promise<void> => {
  await page.getByRole('combobox', { name }).fill(text)
  await page
    .getByRole('option', { name: new RegExp(text) })
    .first()
    .click()
}

test.beforeEach(async ({ admin }) => {
  await clearAgreements(admin)
  await clearCustomers(admin)
})

test('an agreement goes all the way: written, sent, read on a phone, accepted, and proven to both', async ({
  page,
  browser,
  kontor,
  admin,
  smtp,
}) => {
  test.slow()
  await addCustomerWithContact(admin)

  await test.step('the administrator writes it, with a product made on the way', async () => {
    await openAgreements(page)
    await expect(page.getByRole('heading', { name: 'Ingen avtaler ennå' })).toBeVisible()
    await page.getByRole('heading', { name: 'Avtaler', exact: true }).click()
    await page.keyboard.press('n')
    await page.getByLabel('Tittel').fill('Kvalitetssystem <ISO 9001>')
    await choose(page, 'Kunde', 'Fjellheim')
    await page.getByLabel('Gyldig til og med').fill('31.12.2099')
    await page.keyboard.press('Control+Enter')
    await expectToast(page, 'Avtale opprettet', 'Kvalitetssystem <ISO 9001>')
    await expect(page.getByRole('heading', { name: 'Produktlinjer' })).toBeVisible()

    await page.getByRole('button', { name: 'Legg til produkt' }).click()
    await page.getByRole('button', { name: 'Nytt produkt' }).click()
    await page.getByLabel('Produktnummer').fill('Q-1')
    await page.getByLabel('Salgspris eks. mva (kr)').fill('1 999,95')
    await page.getByLabel('Navn').fill('Internrevisjon')
    await page.getByRole('button', { name: 'Opprett', exact: true }).click()
    await expectToast(page, 'Produkt opprettet', 'Internrevisjon')
    await expect(page.getByLabel('Enhetspris (kr)')).toHaveValue('1\u00a0999,95')
    await expect(page.getByLabel('MVA-sats (%)')).toHaveValue('25')
    await page.getByLabel('Antall').fill('3')
    await expect(page.getByText('7 499,81 kr', { exact: true })).toBeVisible()
    await page.getByRole('button', { name: 'Legg til', exact: true }).click()
    await expectToast(page, 'Produkt lagt til', 'Internrevisjon')
  })

  await test.step('and sends it', async () => {
    await page.getByRole('button', { name: 'Send avtale', exact: true }).click()
    const dialog = page.getByRole('dialog', { name: 'Send avtale' })
    await expect(dialog.getByRole('radio', { name: /Kari Nordmann/ })).toBeChecked()
    await dialog.getByText('Melding, kopi, frist og språk').click()
    await dialog.getByRole('combobox', { name: 'Bekreftelse' }).click()
    await page.getByRole('option', { name: 'Lenken og en kode på e-post', exact: true }).click()
    await dialog.getByRole('button', { name: 'Send avtale' }).click()
    await expectToast(page, 'Avtale sendt', /Kari Nordmann/)
  })

  const isMailToKari = (received: ReceivedMail) =>
    received.to.includes('kari@fjellheim.example') && Boolean(received.mail.subject?.includes('<ISO 9001>'))
  const mail = await smtp.waitFor(isMailToKari)
  const link = /https?:\/\/\S+\/agreement-response\/[\w-]+/.exec(mail.mail.text ?? '')?.[0] ?? ''
  expect(link).toContain(kontor.url)

  const mobile = await browser.newContext({ viewport: phone, locale: 'nb-NO', timezoneId: 'Europe/Oslo' })
  await test.step('the customer reads it on a phone, and accepts it in two steps', async () => {
    const customer = await mobile.newPage()
    await customer.goto(link)
    await expect(customer.getByRole('heading', { level: 1, name: 'Kvalitetssystem <ISO 9001>' })).toBeVisible()
    await customer.getByRole('button', { name: 'Svar', exact: true }).click()
    await customer.getByRole('button', { name: 'Aksepter avtalen' }).click()
    await expect(customer.getByText('Skriv navnet ditt')).toBeVisible()
    await customer.getByLabel('Navnet ditt').fill('Kari Nordmann')
    await customer.getByLabel('Melding (valgfritt)').fill('Vi gleder oss!')
    await customer.getByRole('button', { name: 'Send kode' }).click()
    const isCode = (received: ReceivedMail) => received.mail.subject?.startsWith('Kode for å svare') === true
    const code = /\b\d{6}\b/.exec((await smtp.waitFor(isCode)).mail.text ?? '')?.[0] ?? ''
    await customer.getByRole('textbox', { name: /^Kode/ }).fill(code)
    await customer.getByRole('button', { name: 'Aksepter avtalen' }).click()
    await customer.getByRole('button', { name: 'Bekreft og aksepter' }).click()
    await expect(customer.getByRole('heading', { name: 'Avtalen er akseptert.' })).toBeVisible()
    await customer.reload()
    await expect(customer.getByText('Akseptert').first()).toBeVisible()
    await expect(customer.getByRole('button', { name: 'Aksepter avtalen' })).toBeHidden()
  })
  await mobile.close()

  await test.step('both parties hold the same evidence', async () => {
    const receipt = await smtp.waitFor(
      (received) => isMailToKari(received) && /[0-9a-f]{64}/.test(received.mail.text ?? ''),
    )
    const hash = /[0-9a-f]{64}/.exec(receipt.mail.text ?? '')?.[0] ?? ''
    const notice = await smtp.waitFor(
      ({ to, mail: { text } }) => to.includes('kontoret@eksempel.example') && Boolean(text?.includes(hash)),
    )
    expect(
      [receipt, notice].flatMap(({ mail: { attachments } }) => attachments.map(({ mimeType }) => mimeType)),
    ).toContain('application/pdf')

    await expect(card(page, 'Kvalitetssystem <ISO 9001>')).toContainText('Akseptert')
    await expect(card(page, 'Kvalitetssystem <ISO 9001>')).toContainText('Vi gleder oss!')
    await page.getByRole('button', { name: 'Vis avtale: Kvalitetssystem <ISO 9001>' }).click()
    await expect(page).toHaveURL(/\/admin\/avtaler\/[\w-]+$/)
    await expect(page.getByRole('dialog')).toContainText(hash)
    const history = page.getByRole('list', { name: 'Historikk' })
    await expect(history).toContainText('Besvart: Akseptert · Via lenken')
  })
})
