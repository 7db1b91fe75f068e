import { chooseLanguage, contactForm, fillForm, isHydrated, labels, sendButton } from '../harness/site.ts'
import { expect, test } from '../harness/test.ts'

const heading = { no: 'Din digitale utviklingspartner', en: 'Your digital development partner' } as const

test('a chosen language changes all texts, keeps a half-filled form and is remembered', async ({ page, context }) => {
  await page.goto('/om-oss')
  await page.goto('/#contact')
  const form = contactForm(page)
  await form.getByLabel(labels.no.name).fill('Kari Nordmann')
  await form.getByLabel(labels.no.subject).selectOption('product')
  await sendButton(page).click()
  await expect(form.getByText('Skriv e-postadressen din.')).toBeVisible()
  await chooseLanguage(page, 'en')
  await expect(form.getByText('Please enter your email address.')).toBeVisible()
  await expect(form.getByLabel(labels.en.name)).toHaveValue('Kari Nordmann')
  await expect(form.getByLabel(labels.en.subject)).toHaveValue('product')

  await expect(page.getByRole('heading', { name: heading.en })).toBeVisible()
  await expect(page.locator('html')).toHaveAttribute('lang', 'en')
  await expect(page).toHaveTitle(/your digital development partner/)
  await expect(page.locator('link[rel="canonical"]')).toHaveAttribute('href', /\/en\/$/)
  await expect(page.locator('meta[property="og:locale"]')).toHaveAttribute('content', 'en_GB')
  await expect(page.locator('meta[property="og:title"]')).toHaveAttribute('content', /your digital development partner/)
  expect(await page.evaluate(() => localStorage.getItem('language'))).toBe('en')
  expect(await context.cookies()).toContainEqual(expect.objectContaining({ name: 'lang', value: 'en' }))
  await page.goBack()
  await expect(page).toHaveURL('/om-oss')

  await page.goto('/')
  await expect(page.getByRole('heading', { name: heading.en })).toBeVisible()
  await chooseLanguage(page, 'no')
  await expect(page.getByRole('heading', { name: heading.no })).toBeVisible()
  await page.reload()
  await expect(page.getByRole('heading', { name: heading.no })).toBeVisible()

  await test.step('/en is English for everybody, and its language switch leads to the Norwegian page', async () => {
    await page.goto('/en')
    await expect(page.getByRole('heading', { name: heading.en })).toBeVisible()
    await chooseLanguage(page, 'no')
    await expect(page.getByRole('heading', { name: heading.no })).toBeVisible()
    expect(new URL(page.url()).pathname).toBe('/')
  })

  await test.step('an invalid stored language is ignored', async () => {
    await context.clearCookies()
    await page.evaluate(() => localStorage.setItem('language', 'de'))
    await page.reload()
    await expect(page.getByRole('heading', { name: heading.no })).toBeVisible()
  })
})

test('a change of language keeps text, webinar, place and open menu; Back skips it', async ({ page, kontor }) => {
  await kontor.sql('DELETE FROM webinars')
  const insert = 'INSERT INTO webinars (name, date) VALUES ($1, $2)'
  for (const name of ['Første', 'Andre']) await kontor.sql(insert, [name, '2031-06-24T08:00:00.000Z'])
  await page.goto('/om-oss')
  await page.goto('/')
  const section = page.locator('#webinar-registration')
  await section.scrollIntoViewIfNeeded()
  await section.getByText('Andre').click()
  await section.getByLabel('Navn').fill('Kari Nordmann')
  const button = page.getByRole('banner').getByRole('button', { name: 'EN', exact: true })
  const top = () => section.evaluate((element) => Math.round(element.getBoundingClientRect().top / 10))
  const before = await top()
  // Not a real click: Playwright would scroll the page for it.
  await button.dispatchEvent('click')
  await expect(page.locator('html')).toHaveAttribute('lang', 'en')
  await expect(section.getByLabel('Name')).toHaveValue('Kari Nordmann')
  await expect(section.getByRole('radio', { name: /Andre/ })).toBeChecked()
  await expect(section.getByRole('button', { name: 'Register' })).toBeEnabled()
  await expect.poll(top).toBe(before)
  await expect(button).toBeFocused()

  await test.step('on a phone the menu stays open and keeps the focus', async () => {
    await page.setViewportSize({ width: 390, height: 844 })
    await page.locator('summary').first().click()
    await chooseLanguage(page, 'no')
    await expect(page.locator('html')).toHaveAttribute('lang', 'nb')
    await expect(section.getByRole('radio', { name: /Andre/ })).toBeChecked()
    await expect(page.getByRole('button', { name: 'NO', exact: true })).toBeFocused()
    await expect(page.locator('[data-menu]')).toHaveAttribute('open')
  })

  await page.reload()
  await expect(section.getByLabel('E-post')).toHaveValue('')
  await page.goBack()
  await expect(page).toHaveURL('/om-oss')

  await test.step('a page that Back restores is reloaded if another language was chosen since', async () => {
    const restorePage = (chosen: string | null) =>
      page.evaluate((language) => {
        dispatchEvent(new PageTransitionEvent('pagehide', { persisted: true }))
        if (language) localStorage.setItem('language', language)
        dispatchEvent(new PageTransitionEvent('pageshow', { persisted: true }))
      }, chosen)
    await page.evaluate(() => document.body.setAttribute('data-here', ''))
    await restorePage(null)
    await expect(page.locator('body')).toHaveAttribute('data-here')
    await restorePage('en')
    await expect(page.locator('html')).toHaveAttribute('lang', 'en')
    await expect(page.locator('body')).not.toHaveAttribute('data-here')
  })
})

test('keeps typed text when the visitor comes back in the other language', async ({ page }) => {
  await page.goto('/#contact')
  await contactForm(page).getByLabel(labels.no.name).fill('Kari Nordmann')
  await contactForm(page).getByLabel(labels.no.subject).selectOption('product')
  await contactForm(page).getByLabel(labels.no.message).fill('Vi trenger hjelp.')
  await expect.poll(() => isHydrated(page)).toBe(true)
  await page.getByRole('contentinfo').getByRole('link', { name: 'Kontakt', exact: true }).click()
  await expect(page).toHaveURL('/kontakt')
  await chooseLanguage(page, 'en')
  await expect(page.locator('html')).toHaveAttribute('lang', 'en')
  await page.goBack()
  await expect(page.getByRole('heading', { name: heading.en })).toBeVisible()
  await contactForm(page).scrollIntoViewIfNeeded()
  await expect(contactForm(page).getByLabel(labels.en.name)).toHaveValue('Kari Nordmann')
  await expect(contactForm(page).getByLabel(labels.en.subject)).toHaveValue('product')
  await expect(contactForm(page).getByLabel(labels.en.message)).toHaveValue('Vi trenger hjelp.')
})

test.describe('without scripts', () => {
  test.use({ javaScriptEnabled: false })

  test('the pages are readable and show no dead controls, and the server changes the language', async ({ page }) => {
    await page.goto('/#contact')
    await expect(page.getByRole('heading', { level: 1 })).toBeVisible()
    await expect(page.getByRole('heading', { name: heading.no })).toBeVisible()
    const note = page.locator('#webinar-registration noscript')
    await expect(note).toBeVisible()
    expect(await note.evaluate(({ textContent }) => textContent)).toContain('skriv til post@eksempel.example')

    await page.goto('/om-oss')
    await chooseLanguage(page, 'en')
    await expect(page).toHaveURL('/en/om-oss')
    await expect(page.getByRole('button', { name: 'Change cookie settings' })).toBeHidden()
  })

  test('sends the contact form, names the fields to correct, keeps typed text', async ({ page, expectedErrors }) => {
    expectedErrors.push(/status of 400/)
    await page.goto('/en/#contact')
    // The browser validates the other fields.
    const visitor = { name: 'www.advertising.example', email: 'jane@northlights.example', subject: 'Technical support' }
    await fillForm(page, 'en', { ...visitor, message: 'Hello from a text browser' })
    await sendButton(page, 'en').click()
    const form = contactForm(page)
    await expect(form.getByLabel(labels.en.name)).toHaveAccessibleDescription('The name can’t contain a web address.')
    await expect(form.getByText('Each field says what needs correcting.')).toBeVisible()
    await expect(form.getByLabel(labels.en.message)).toHaveValue('Hello from a text browser')
    await expect(form.getByLabel(labels.en.subject)).toHaveValue('support')
    await expect(page).toHaveURL('/en/#contact')

    await form.getByLabel(labels.en.name).fill('Jane Doe')
    await sendButton(page, 'en').click()
    await expect(page).toHaveURL('/en/#message-sent')
    await expect(page.getByText('Message sent successfully!')).toBeInViewport()
  })
})
