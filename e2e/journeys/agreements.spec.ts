import type { Page } from '@playwright/test'
import { addAgreement, addCustomerWithContact, clearAgreements, sendAgreement } from '../harness/agreements.ts'
import { expectAccessible } from '../harness/axe.ts'
import { clearCustomers, expectToast } from '../harness/customers.ts'
import { openPanel } from '../harness/panel.ts'
import { expect, test } from '../harness/test.ts'
import type { ReceivedMail } from '../stand-ins/smtp.ts'

const phone = { width: 390, height: 844 }

const card = (page: Page, title: string) =>
  page.getByRole('listitem').filter({ has: page.getByRole('button', { name: title, exact: true }) })
const openAgreements = (page: Page) => openPanel(page, '/admin?tab=agreements')

/** Chooses an option of a combobox by typing. */
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
    await page.getByLabel('Gyldig til').fill('31.12.2099')
    await expectAccessible(page)
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
    await expectAccessible(page)
    await page.getByRole('button', { name: 'Legg til', exact: true }).click()
    await expectToast(page, 'Produkt lagt til', 'Internrevisjon')

    // In the head, and under the lines.
    const amounts = page.getByRole('dialog').locator('dl').filter({ hasText: 'Sum eks. mva' })
    const text = 'Sum eks. mva5 999,85 krMVA1 499,96 krTotal ink. mva7 499,81 kr'
    await expect(amounts).toHaveText([text, text])
    await expectAccessible(page)
  })

  await test.step('and sends it', async () => {
    await page.getByRole('button', { name: 'Send avtale', exact: true }).click()
    const dialog = page.getByRole('dialog', { name: 'Send avtale' })
    // Looks disabled while nobody is chosen, and says why to whoever presses it all the same.
    await dialog.getByRole('button', { name: 'Send avtale' }).click({ force: true })
    await expectToast(page, 'Feil', 'Du må velge en kontaktperson før sending.')
    await dialog.getByRole('radio', { name: /Kari Nordmann/ }).check()
    await dialog.getByRole('button', { name: 'Forhåndsvis e-posten' }).click()
    await expect(dialog.frameLocator('iframe').getByText('Kvalitetssystem <ISO 9001>').first()).toBeVisible()
    await expectAccessible(page)
    await dialog.getByRole('button', { name: 'Send avtale' }).click()
    await expectToast(page, 'Avtale sendt', /Kari Nordmann/)
  })

  const isHers = (received: ReceivedMail) =>
    received.to.includes('kari@fjellheim.example') && Boolean(received.mail.subject?.includes('<ISO 9001>'))
  const mail = await smtp.waitFor(isHers)
  const link = /https?:\/\/\S+\/agreement-response\/[\w-]+/.exec(mail.mail.text ?? '')?.[0] ?? ''
  expect(link).toContain(kontor.url)

  const mobile = await browser.newContext({ viewport: phone, locale: 'nb-NO', timezoneId: 'Europe/Oslo' })
  await test.step('the customer reads it on a phone, and accepts it in two steps', async () => {
    const customer = await mobile.newPage()
    await customer.goto(link)
    await expect(customer.getByRole('heading', { level: 1, name: 'Kvalitetssystem <ISO 9001>' })).toBeVisible()
    await expect(customer.getByText('Sendt - Venter på svar')).toBeVisible()
    await expect(customer.getByText('7 499,81 kr')).toBeVisible()
    const overflow = await customer.evaluate(() => document.documentElement.scrollWidth - window.innerWidth)
    expect(overflow).toBeLessThanOrEqual(0)
    await expectAccessible(customer)

    await customer.getByRole('button', { name: 'Send svar' }).click()
    await expect(customer.getByRole('alert').filter({ hasText: 'Velg et svar først.' })).toBeVisible()
    await customer.getByRole('radio', { name: /Jeg aksepterer avtalen/ }).check()
    await customer.getByLabel('Navnet ditt (valgfritt)').fill('Kari Nordmann')
    await customer.getByLabel('Melding (valgfritt)').fill('Vi gleder oss!')
    await customer.getByRole('button', { name: 'Send svar' }).click()
    await expect(
      customer.getByRole('heading', {
        name: 'Du er i ferd med å akseptere avtalen «Kvalitetssystem <ISO 9001>» på 7 499,81 kr ink. mva.',
      }),
    ).toBeFocused()
    await expectAccessible(customer)
    await customer.getByRole('button', { name: 'Bekreft og aksepter' }).click()
    await expectToast(customer, 'Suksess', 'Takk! Din respons er registrert. Vi vil kontakte deg snarest.')
    await expect(customer.getByRole('heading', { name: 'Avtalen er akseptert.' })).toBeFocused()
    await expect(customer.getByText('Vi gleder oss!')).toBeVisible()
    await expect(customer.getByText(/^[0-9a-f]{64}$/)).toBeVisible()
    await expectAccessible(customer)
    await customer.reload()
    await expect(customer.getByText('Akseptert').first()).toBeVisible()
    await expect(customer.getByRole('button', { name: 'Send svar' })).toBeHidden()
  })
  await mobile.close()

  await test.step('both parties hold the same evidence', async () => {
    const receipt = await smtp.waitFor((received) => isHers(received) && /[0-9a-f]{64}/.test(received.mail.text ?? ''))
    const hash = /[0-9a-f]{64}/.exec(receipt.mail.text ?? '')?.[0] ?? ''
    const notice = await smtp.waitFor(
      ({ to, mail: { text } }) => to.includes('kontoret@eksempel.example') && Boolean(text?.includes(hash)),
    )
    expect(
      [receipt, notice].flatMap(({ mail: { attachments } }) => attachments.map(({ mimeType }) => mimeType)),
    ).toContain('application/pdf')

    await page.getByRole('button', { name: 'Oppdater' }).click()
    await expect(card(page, 'Kvalitetssystem <ISO 9001>')).toContainText('Akseptert')
    await expect(card(page, 'Kvalitetssystem <ISO 9001>')).toContainText('Vi gleder oss!')
    await expect(card(page, 'Kvalitetssystem <ISO 9001>')).toContainText(hash)
    await expectAccessible(page)
    await page.getByRole('button', { name: 'Vis avtale: Kvalitetssystem <ISO 9001>' }).click()
    const history = page.getByRole('list', { name: 'Historikk' })
    await expect(history).toContainText('Besvart: Aksepter · Via lenken')
    await expect(history).toContainText('Åpnet')
    await expect(history).toContainText('Kvittering: Kvalitetssystem <ISO 9001> – Akseptert')
    await expect(page.getByRole('button', { name: 'Legg til produkt' })).toBeHidden()
    await expect(page.getByRole('button', { name: 'Rediger', exact: true })).toBeHidden()
  })
})

test('a text that changed since it was read is not answered, and what was typed stays', async ({
  page,
  admin,
  expectedErrors,
}) => {
  expectedErrors.push(/409/)
  const agreement = await addAgreement(admin, await addCustomerWithContact(admin))
  await sendAgreement(admin, agreement)
  await page.goto(`/agreement-response/${agreement.responseToken}`)
  await page.getByRole('radio', { name: /Jeg avslår avtalen/ }).check()
  await page.getByLabel('Melding (valgfritt)').fill('For dyrt for oss i år.')
  await page.getByRole('button', { name: 'Send svar' }).click()
  const change = await admin.put(`/api/agreements/${agreement.id}`, { data: { description: 'Nå med opplæring.' } })
  expect(change.status()).toBe(200)
  await page.getByRole('button', { name: 'Bekreft og avslå' }).click()
  await expect(page.getByText('Avtalen er endret. Les den på nytt.')).toBeVisible()
  await expect(page.getByText('Nå med opplæring.')).toBeVisible()
  await expect(page.getByLabel('Melding (valgfritt)')).toHaveValue('For dyrt for oss i år.')
  await expect(page.getByRole('alert').filter({ hasText: 'Avtalen er endret.' }).locator('..')).toBeFocused()
  await expect(page.getByRole('radio', { checked: true })).toHaveCount(0)
  await page.getByRole('radio', { name: /Jeg avslår avtalen/ }).check()
  await page.getByRole('button', { name: 'Send svar' }).click()
  await page.getByRole('button', { name: 'Bekreft og avslå' }).click()
  await expect(page.getByRole('heading', { name: 'Avtalen er avslått.' })).toBeVisible()
})

test('after the last day only contact can be asked for', async ({ page, admin }) => {
  const agreement = await addAgreement(admin, await addCustomerWithContact(admin), { validUntil: '2020-01-31' })
  await sendAgreement(admin, agreement)
  await page.goto(`/agreement-response/${agreement.responseToken}`)
  await expect(page.getByText('Utløpt')).toBeVisible()
  await expect(page.getByText('Fristen for å svare er ute. Du kan fortsatt be om å bli kontaktet.')).toBeVisible()
  await expect(page.getByRole('radio')).toHaveCount(1)
  await page.getByRole('radio', { name: /Jeg vil bli kontaktet/ }).check()
  await page.getByRole('button', { name: 'Send svar' }).click()
  await page.getByRole('button', { name: 'Bekreft og send' }).click()
  await expect(page.getByRole('heading', { name: /Du har bedt om å bli kontaktet/ })).toBeVisible()
  await openAgreements(page)
  await expect(card(page, 'Kvalitetssystem')).toContainText('Be om kontakt')
})

test('a draft shows nothing but its name, and an unknown link says so', async ({ page, admin, expectedErrors }) => {
  expectedErrors.push(/404/)
  const agreement = await addAgreement(admin, await addCustomerWithContact(admin))
  await page.goto(`/agreement-response/${agreement.responseToken}`)
  await expect(page.getByText('Utkast')).toBeVisible()
  await expect(page.getByText('Avtalen er ikke lenger tilgjengelig for svar.')).toBeVisible()
  await expect(page.getByText('Rådgivning')).toBeHidden()
  await page.goto('/agreement-response/finnes-ikke')
  await expect(page.getByRole('heading', { name: 'Avtale ikke funnet' })).toBeVisible()
  await expectToast(page, 'Feil', 'Kunne ikke laste avtalen. Kontroller at lenken er gyldig.')
  await expectAccessible(page)
})

test('what opens the link and runs its scripts, without a gesture, answers nothing and opens nothing', async ({
  page,
  admin,
}) => {
  const agreement = await addAgreement(admin, await addCustomerWithContact(admin))
  await sendAgreement(admin, agreement)
  const posts: string[] = []
  page.on('request', (request) => request.method() !== 'GET' && posts.push(request.url()))
  await page.goto(`/agreement-response/${agreement.responseToken}`)
  await page.getByRole('heading', { level: 1 }).waitFor()
  // What a scanner does: it presses every button that it finds, by script.
  await page.evaluate(() => {
    for (let round = 0; round < 3; round++) for (const button of document.querySelectorAll('button')) button.click()
  })
  await page.mouse.wheel(0, 2_000)
  expect(posts).toEqual([])
  const opened = page.waitForRequest((request) => request.url().endsWith('/opened'))
  await page.getByRole('heading', { level: 1 }).click()
  await opened
})

test('the cards are searched, filtered and sorted, and the URL holds it', async ({ page, admin }) => {
  const customerId = await addCustomerWithContact(admin)
  await addAgreement(admin, customerId, { title: 'Åpen dag', validUntil: '2020-01-31' })
  await sendAgreement(admin, await addAgreement(admin, customerId, { title: 'Zeta', validUntil: '2020-01-31' }))
  await addAgreement(admin, customerId, { title: 'alfa' })
  await openAgreements(page)
  const titles = page.getByRole('listitem').getByRole('heading', { level: 3 })
  await expect(titles).toHaveText(['alfa', 'Zeta', 'Åpen dag'])
  await page.getByRole('combobox', { name: 'Sorter etter' }).click()
  await page.getByRole('option', { name: 'Tittel A–Å' }).click()
  await expect(titles).toHaveText(['alfa', 'Zeta', 'Åpen dag'])
  await page.getByRole('combobox', { name: 'Filtrer på status' }).click()
  await page.getByRole('option', { name: 'Utløpt' }).click()
  await expect(titles).toHaveText(['Zeta', 'Åpen dag'])
  await page.getByRole('searchbox').fill('åpen')
  await expect(titles).toHaveText(['Åpen dag'])
  await expect(page).toHaveURL(/sort=title%3Aasc.*status=expired.*q=%C3%A5pen/)
  await page.getByRole('searchbox').fill('finnes ikke')
  await expect(page.getByRole('heading', { name: 'Ingen resultater funnet' })).toBeVisible()
  await expectAccessible(page)
  await page.getByRole('button', { name: 'Nullstill filtre' }).click()
  await expect(titles).toHaveCount(3)
})

test('an answer by phone is written down, a copy is a new draft, and a deletion asks by name', async ({
  page,
  admin,
}) => {
  const agreement = await addAgreement(admin, await addCustomerWithContact(admin))
  await sendAgreement(admin, agreement)
  await openAgreements(page)
  await page.getByRole('button', { name: 'Vis avtale: Kvalitetssystem' }).click()
  await page.getByRole('button', { name: 'Registrer svar' }).click()
  const dialog = page.getByRole('dialog', { name: 'Registrer svar gitt på telefon' })
  await dialog.getByLabel('Hvem svarte?').fill('Ola Nordmann')
  await expectAccessible(page)
  await dialog.getByRole('button', { name: 'Registrer svar' }).click()
  await expectToast(page, 'Suksess', 'Svaret er registrert.')
  await expect(page.getByRole('list', { name: 'Historikk' })).toContainText('Besvart: Aksepter · På telefon')
  await page.getByRole('button', { name: 'Kopier avtale' }).click()
  await expect(page.getByRole('dialog', { name: 'Kopi av Kvalitetssystem' })).toContainText('Utkast')
  await page.getByRole('dialog').getByRole('button', { name: 'Lukk' }).click()
  await page.getByRole('button', { name: 'Slett avtale: Kopi av Kvalitetssystem' }).click()
  await expect(page.getByText('Er du sikker på at du vil slette avtalen "Kopi av Kvalitetssystem"?')).toBeVisible()
  await page.getByRole('button', { name: 'Slett', exact: true }).click()
  await expectToast(page, 'Avtale slettet', 'Kopi av Kvalitetssystem')
  await expect(card(page, 'Kopi av Kvalitetssystem')).toBeHidden()
  await expect(card(page, 'Kvalitetssystem')).toBeVisible()
})

test('a condition goes at once, but one with a text of its own only after a question', async ({ page, admin }) => {
  const conditions = [
    { name: 'Betalingsfrist', content: '14 dager.' },
    { name: 'Reklamasjon', content: 'Innen to år.' },
  ]
  const ids: number[] = []
  for (const data of conditions) ids.push((await (await admin.post('/api/conditions', { data })).json()).id)
  const { id } = await addAgreement(admin, await addCustomerWithContact(admin))
  for (const conditionId of ids) await admin.post(`/api/agreements/${id}/conditions`, { data: { conditionId } })
  await openAgreements(page)
  await page.getByRole('button', { name: 'Vis avtale: Kvalitetssystem' }).click()
  const press = (name: string) => page.getByRole('button', { name, exact: true }).click()
  await press('Egen tekst for Reklamasjon')
  await page.getByRole('dialog', { name: 'Egen tekst: Reklamasjon' }).getByLabel('Tekst').fill('Innen fem år.')
  await press('Lagre')
  await expect(page.getByText('Innen fem år.')).toBeVisible()

  await press('Fjern Reklamasjon')
  const question = page.getByRole('alertdialog', { name: 'Fjerne betingelsen?' })
  await expect(question).toContainText('Reklamasjon har en egen tekst i denne avtalen.')
  await expectAccessible(page)
  await question.getByRole('button', { name: 'Avbryt' }).click()
  await press('Fjern Betalingsfrist')
  await expect(page.getByText('14 dager.')).toBeHidden()
  await expect(page.getByText('Innen fem år.')).toBeVisible()
  await press('Fjern Reklamasjon')
  await question.getByRole('button', { name: 'Fjern' }).click()
  await expect(question).toBeHidden()
  await expect(page.getByText('Ingen betingelser.')).toBeVisible()
  for (const conditionId of ids) await admin.delete(`/api/conditions/${conditionId}`)
})

test('a new agreement opens, though the list was being read when it was made', async ({ page, admin }) => {
  await addCustomerWithContact(admin)
  await openAgreements(page)
  await expect(page.getByRole('heading', { name: 'Ingen avtaler ennå' })).toBeVisible()
  let letGo = () => {}
  const late = new Promise<void>((resolve) => {
    letGo = resolve
  })
  await page.route('**/api/agreements', async (route) => {
    if (route.request().method() !== 'GET') return route.fallback()
    await page.unroute('**/api/agreements')
    const old = await route.fetch()
    await late
    // Not read any more, where the list was read anew meanwhile.
    await route.fulfill({ response: old }).catch(() => {})
  })
  await page.getByRole('button', { name: 'Oppdater' }).click()
  await page.getByRole('button', { name: 'Ny avtale' }).first().click()
  await page.getByLabel('Tittel').fill('Samtidig')
  await choose(page, 'Kunde', 'Fjellheim')
  await page.getByRole('button', { name: 'Opprett', exact: true }).click()
  await expectToast(page, 'Avtale opprettet', 'Samtidig')
  letGo()
  await page.waitForTimeout(500)
  await expect(page.getByRole('dialog', { name: 'Samtidig' })).toBeVisible()
})

test('what is accepted offers a copy instead of a form, and a form leads back to where it was opened', async ({
  page,
  admin,
}) => {
  const customerId = await addCustomerWithContact(admin)
  const accepted = await addAgreement(admin, customerId, { title: 'Ferdig' })
  await sendAgreement(admin, accepted)
  const answer = await admin.post(`/api/agreement-response/${accepted.responseToken}`, { data: { action: 'accept' } })
  expect(answer.status()).toBe(200)
  await openAgreements(page)
  await page.getByRole('button', { name: 'Rediger avtale: Ferdig' }).click()
  const dialog = page.getByRole('dialog')
  await expect(dialog).toContainText('Avtalen er akseptert og kan ikke endres. Kopier den i stedet.')
  await expectAccessible(page)
  await dialog.getByRole('button', { name: 'Kopier avtale' }).click()
  await expectToast(page, 'Avtale opprettet', 'Kopi av Ferdig')
  const copy = page.getByRole('dialog', { name: 'Kopi av Ferdig' })
  await copy.getByRole('button', { name: 'Rediger', exact: true }).click()
  await page.getByLabel('Tittel').fill('Ny runde')
  await page.getByRole('button', { name: 'Lagre', exact: true }).click()
  await expectToast(page, 'Avtale oppdatert', 'Ny runde')
  const changed = page.getByRole('dialog', { name: 'Ny runde' })
  await expect(changed).toContainText('Produktlinjer')
  await changed.getByRole('button', { name: 'Send avtale' }).click()
  await page.getByRole('dialog', { name: 'Send avtale' }).getByRole('button', { name: 'Avbryt' }).click()
  await expect(changed).toContainText('Produktlinjer')
})

test('on paper an agreement is dark on light, whatever the screen likes', async ({ page, admin }) => {
  const agreement = await addAgreement(admin, await addCustomerWithContact(admin))
  await sendAgreement(admin, agreement)
  await page.emulateMedia({ media: 'print', colorScheme: 'dark' })
  await page.goto(`/agreement-response/${agreement.responseToken}`)
  await expect(page.getByRole('heading', { level: 1 })).toHaveCSS('color', 'rgb(16, 38, 43)')
  await expect(page.getByRole('region', { name: 'Svar på avtalen' })).toBeHidden()
})
