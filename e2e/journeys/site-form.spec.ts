import { expectAccessible } from '../harness/axe.ts'
import { clearEnquiries } from '../harness/panel.ts'
import { chooseLanguage, contactForm, fillForm, isHydrated, labels, sendButton, siteToast } from '../harness/site.ts'
import { expect, test } from '../harness/test.ts'

const visitor = {
  name: 'Kari Nordmann',
  email: 'kari@kunde.example',
  subject: 'Produktinformasjon',
  message: 'Hva koster det?',
}

test.beforeEach(async ({ admin, page }) => {
  await clearEnquiries(admin)
  await page.goto('/')
})

const stored = async (admin: { get(path: string): Promise<{ json(): Promise<unknown> }> }): Promise<unknown> =>
  (await admin.get('/api/contacts')).json()

test('an empty form says what is missing, in both languages, and sends nothing', async ({ page }) => {
  let posts = 0
  page.on('request', (request) => {
    if (request.method() === 'POST') posts += 1
  })
  await sendButton(page).click()
  await expect(siteToast(page, 'Manglende felter')).toContainText('Vennligst fyll inn alle påkrevde felter.')
  await expect(contactForm(page).getByLabel(labels.no.name)).toBeFocused()
  await expectAccessible(page)

  await chooseLanguage(page, 'en')
  await contactForm(page).getByLabel(labels.en.name).fill('Jane')
  await sendButton(page, 'en').click()
  await expect(siteToast(page, 'Missing fields')).toContainText('Please fill in all required fields.')
  await expect(contactForm(page).getByLabel(labels.en.email)).toBeFocused()
  await expectAccessible(page)
  expect(posts).toBe(0)
})

test('a message is sent once, however often the button is pressed, and the form is empty then', async ({
  page,
  admin,
}) => {
  await fillForm(page, 'no', visitor)
  await sendButton(page).dblclick()
  await expect(siteToast(page, 'Meldingen er sendt!')).toContainText('Vi tar kontakt så snart vi kan.')
  for (const label of [labels.no.name, labels.no.email, labels.no.message]) {
    await expect(contactForm(page).getByLabel(label)).toHaveValue('')
  }
  await expectAccessible(page)
  expect(await stored(admin)).toEqual([
    expect.objectContaining({ ...visitor, subject: 'product', company: null, suspect: false }),
  ])
})

test('while it is sent the button says so and is disabled', async ({ page }) => {
  let answer = () => {}
  const mayAnswer = new Promise<void>((resolve) => {
    answer = resolve
  })
  await page.route('**/api/contacts', async (route) => {
    await mayAnswer
    await route.continue()
  })
  await fillForm(page, 'no', visitor)
  await sendButton(page).click()
  await expect(contactForm(page).getByRole('button', { name: 'Sender...' })).toBeDisabled()
  answer()
  await expect(siteToast(page, 'Meldingen er sendt!')).toBeVisible()
  await expect(sendButton(page)).toBeEnabled()
})

test('without an answer the text stays, and the next try does not make a second enquiry', async ({
  page,
  admin,
  expectedErrors,
}) => {
  expectedErrors.push(/ERR_FAILED/)
  await fillForm(page, 'no', visitor)
  await page.route('**/api/contacts', async (route) => {
    await route.fetch()
    await route.abort()
  })
  await sendButton(page).click()
  await expect(siteToast(page, 'Feil ved sending av melding')).toContainText('Prøv igjen senere.')
  await expect(contactForm(page).getByLabel(labels.no.message)).toHaveValue(visitor.message)
  await expectAccessible(page)
  await page.unrouteAll()
  await sendButton(page).click()
  await expect(siteToast(page, 'Meldingen er sendt!')).toBeVisible()
  expect(await stored(admin)).toHaveLength(1)
})

test('an error is told in English to who reads English', async ({ page, expectedErrors }) => {
  expectedErrors.push(/status of 500/)
  await page.route('**/api/contacts', (route) =>
    route.fulfill({ status: 500, json: { error: 'Noe gikk galt hos oss.' } }),
  )
  await chooseLanguage(page, 'en')
  await fillForm(page, 'en', { ...visitor, subject: 'Technical support' })
  await sendButton(page, 'en').click()
  await expect(siteToast(page, 'Error sending message')).toContainText('Please try again later.')
  await expect(contactForm(page).getByLabel(labels.en.name)).toHaveValue(visitor.name)
})

test('what is typed and pressed before the scripts are there is kept and carried out', async ({ page, admin }) => {
  let arrive = () => {}
  const mayArrive = new Promise<void>((resolve) => {
    arrive = resolve
  })
  await page.route('**/assets/*.js', async (route) => {
    await mayArrive
    await route.continue()
  })
  await page.reload({ waitUntil: 'domcontentloaded' })
  await fillForm(page, 'no', visitor)
  await sendButton(page).click()
  expect(await isHydrated(page)).toBe(false)
  expect(new URL(page.url()).pathname).toBe('/')
  await expect(contactForm(page).getByLabel(labels.no.message)).toHaveValue(visitor.message)
  arrive()
  await expect(siteToast(page, 'Meldingen er sendt!')).toBeVisible()
  expect(await stored(admin)).toEqual([expect.objectContaining({ name: visitor.name, message: visitor.message })])
})

test('a language chosen before the scripts are there is shown when they are, and the typed text stays', async ({
  page,
}) => {
  let arrive = () => {}
  const mayArrive = new Promise<void>((resolve) => {
    arrive = resolve
  })
  await page.route('**/assets/*.js', async (route) => {
    await mayArrive
    await route.continue()
  })
  await page.reload({ waitUntil: 'domcontentloaded' })
  await contactForm(page).getByLabel(labels.no.message).fill('Skrevet tidlig')
  await chooseLanguage(page, 'en')
  arrive()
  await expect(page.locator('html')).toHaveAttribute('lang', 'en')
  await expect(contactForm(page).getByLabel(labels.en.message)).toHaveValue('Skrevet tidlig')
})

test('a robot that fills in the hidden field is thanked; the enquiry is marked and no mail goes out', async ({
  page,
  admin,
  smtp,
}) => {
  const robot = { ...visitor, email: 'robot@spam.example' }
  await fillForm(page, 'no', robot)
  await contactForm(page)
    .locator('input[name="website"]')
    .evaluate((input: HTMLInputElement) => {
      input.value = 'https://spam.example'
    })
  await sendButton(page).click()
  await expect(siteToast(page, 'Meldingen er sendt!')).toBeVisible()
  expect(await stored(admin)).toEqual([expect.objectContaining({ email: robot.email, suspect: true })])
  const log = await (await admin.get('/api/email-logs')).text()
  expect(log).not.toContain(robot.email)
  expect(smtp.mails.filter(({ to }) => to.includes(robot.email))).toEqual([])
})

test('the form and its result fit on a phone', async ({ page }) => {
  await page.setViewportSize({ width: 390, height: 844 })
  await sendButton(page).click()
  await expect(siteToast(page, 'Manglende felter')).toBeVisible()
  expect(await page.evaluate(() => document.documentElement.scrollWidth)).toBeLessThanOrEqual(390)
  await expectAccessible(page)
})
