import { beforeEach, expect, test } from 'vitest'
import { commands, page } from 'vitest/browser'
import { countCalls, errorAnswer, hold, intercept } from '../../testing/calls.ts'
import { expectToast } from '../../testing/locators.ts'
import { mountSite, siteToast } from '../../testing/site.tsx'
import { ContactForm } from './contact-form.tsx'

const visitor = { name: 'Kari Nordmann', email: 'kari@kunde.example', message: 'Hva koster det?' }

const labels = {
  no: { name: 'Navn', email: 'E-post', subject: 'Emne', message: 'Melding', send: 'Send melding' },
  en: { name: 'Name', email: 'Email', subject: 'Subject', message: 'Message', send: 'Send message' },
}

const form = page.css('form[aria-labelledby="contact-title"]')
const field = (name: 'name' | 'email' | 'subject' | 'message', language: 'no' | 'en' = 'no') =>
  form.getByLabelText(labels[language][name], { exact: false })
const send = (language: 'no' | 'en' = 'no') => form.getByRole('button', { name: labels[language].send })

const open = () => mountSite(<ContactForm />)

const fill = async (language: 'no' | 'en' = 'no'): Promise<void> => {
  await field('name', language).fill(visitor.name)
  await field('email', language).fill(visitor.email)
  await field('subject', language).selectOptions('product')
  await field('message', language).fill(visitor.message)
}

const stored = () =>
  commands.sql('SELECT name, email, company, subject, message, suspect FROM contacts ORDER BY created_at')

beforeEach(async () => {
  await commands.sql('DELETE FROM contacts')
})

test('names missing fields in both languages, sends nothing, and reports failures in the reader’s language', async () => {
  const show = await open()
  await send().click()
  await expect.element(siteToast('Manglende felter')).toMatchTextContent('Vennligst fyll inn alle påkrevde felter.')
  await expect.element(field('name')).toHaveFocus()

  show('en')
  await field('name', 'en').fill('Jane')
  await send('en').click()
  await expect.element(siteToast('Missing fields')).toMatchTextContent('Please fill in all required fields.')
  await expect.element(field('email', 'en')).toHaveFocus()
  expect(countCalls('POST', /./)).toBe(0)

  intercept('POST', /^\/api\/contacts$/, () => errorAnswer(500, 'Noe gikk galt hos oss.'))
  await fill('en')
  await send('en').click()
  await expect.element(siteToast('Error sending message')).toMatchTextContent('Please try again later.')
  await expect.element(field('name', 'en')).toHaveValue(visitor.name)
})

test("sends a message once on a double click, shows that it is sending, and confirms it in the form's place", async () => {
  const { release } = hold('POST', /^\/api\/contacts$/)
  await open()
  await fill()
  await send().dblClick()
  await expect.element(form.getByRole('button', { name: 'Sender...' })).toBeDisabled()
  release()
  await expectToast('Meldingen er sendt!', 'Vi tar kontakt så snart vi kan.')
  await expect.element(send()).not.toBeInTheDocument()
  for (const name of ['name', 'email', 'message'] as const) await expect.element(field(name)).toHaveValue('')
  expect(await stored()).toEqual([{ ...visitor, subject: 'product', company: null, suspect: false }])
})

test('sends the hidden field that a robot filled in', async () => {
  await open()
  await fill()
  const trap = await form.css('input[name="aside"]').findElement()
  if (trap instanceof HTMLInputElement) trap.value = 'https://spam.example'
  await send().click()
  await expect.poll(stored).toMatchObject([{ suspect: true }])
})

test('keeps the text when no answer comes, and a retry makes no second enquiry', async () => {
  const restore = intercept('POST', /^\/api\/contacts$/, async (_, forward) => {
    await forward()
    throw new TypeError('Failed to fetch')
  })
  await open()
  await fill()
  await send().click()
  await expect.element(siteToast('Feil ved sending av melding')).toMatchTextContent('Prøv igjen senere.')
  await expect.element(field('message')).toHaveValue(visitor.message)
  restore()
  await send().click()
  await expect.element(siteToast('Meldingen er sendt!')).toBeVisible()
  expect(countCalls('POST', /^\/api\/contacts$/)).toBe(2)
  expect(await stored()).toHaveLength(1)
})
