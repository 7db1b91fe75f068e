import type { Page } from '@playwright/test'
import { expectAccessible } from '../harness/axe.ts'
import type { Kontor } from '../harness/kontor.ts'
import { chooseLanguage, isHydrated, siteToast } from '../harness/site.ts'
import { expect, test } from '../harness/test.ts'

const section = (page: Page) => page.locator('#webinar-registration')
const cards = (page: Page) => section(page).getByRole('radio')
const submit = (page: Page) => section(page).getByRole('button', { name: 'Meld meg på' })
const field = (page: Page, label: string) => section(page).getByLabel(label)

/** Summer time in one, winter time in the other. */
const summer = { name: 'Internkontroll uten permer', date: '2031-06-24T08:00:00.000Z' }
const winter = { name: 'Kunstig intelligens i HMS-arbeidet', date: '2031-12-09T12:30:00.000Z' }

const seed = async (kontor: Kontor): Promise<void> => {
  await kontor.sql('DELETE FROM webinars')
  const insert = 'INSERT INTO webinars (name, date, is_active) VALUES ($1, $2, $3)'
  for (const { name, date } of [winter, summer]) await kontor.sql(insert, [name, date, true])
  await kontor.sql(insert, ['Lukket', '2031-06-25T08:00:00.000Z', false])
  await kontor.sql(insert, ['Forbi', '2021-06-25T08:00:00.000Z', true])
}

const registrations = (kontor: Kontor) =>
  kontor.sql('SELECT name, email, company, phone, suspect FROM webinar_registrations ORDER BY created_at')

const open = async (page: Page): Promise<void> => {
  await page.goto('/')
  await section(page).scrollIntoViewIfNeeded()
  await expect(cards(page)).toHaveCount(2)
}

const fill = async (page: Page, email: string): Promise<void> => {
  await field(page, 'Navn').fill('Kari Nordmann')
  await field(page, 'E-post').fill(email)
}

test.beforeEach(async ({ kontor }) => seed(kontor))

test('a visitor chooses a webinar and registers: mail, calendar file, notice', async ({ page, kontor, smtp }) => {
  await open(page)
  await expect(cards(page).first()).toHaveAccessibleName(/24.*jun.*Internkontroll uten permer.*tirsdag kl\. 10:00/s)
  await expect(submit(page)).toBeDisabled()
  await expectAccessible(page)

  await section(page).getByText(summer.name).click()
  await expect(section(page).locator('[data-selected]')).toContainText('tirsdag 24. juni 2031 kl. 10:00')
  await expect(section(page).locator('[data-selected]')).toContainText(summer.name)
  await fill(page, 'kari@webinar.example')
  await field(page, 'Bedrift').fill('Nordmann AS')
  await expect(field(page, 'Telefon')).toHaveAttribute('type', 'tel')
  await expect(field(page, 'Telefon')).toHaveAttribute('placeholder', '+47 12 34 56 78')
  await field(page, 'Telefon').fill('+47 40 00 00 00')
  await submit(page).dblclick()

  await expect(siteToast(page, 'Takk for påmeldingen!')).toContainText('Vi sender deg en e-post bekreftelse snart.')
  await expect(section(page).locator('[data-result="sent"]')).toContainText('Takk for påmeldingen!')
  await expect(section(page).locator('[data-result="sent"]')).toBeFocused()
  await expect(field(page, 'Navn')).toHaveValue('')
  await expect(section(page).getByRole('radio', { checked: true })).toHaveCount(0)
  await expect(submit(page)).toBeDisabled()
  await expectAccessible(page)
  expect(await registrations(kontor)).toEqual([
    {
      name: 'Kari Nordmann',
      email: 'kari@webinar.example',
      company: 'Nordmann AS',
      phone: '+47 40 00 00 00',
      suspect: false,
    },
  ])

  const { mail } = await smtp.waitFor(({ to }) => to.includes('kari@webinar.example'))
  expect(mail.text).toContain('tirsdag 24. juni 2031 kl. 10:00')
  const [file] = mail.attachments
  expect(file?.mimeType).toBe('text/calendar')
  const calendar = typeof file?.content === 'string' ? file.content : new TextDecoder().decode(file?.content)
  expect(calendar).toMatch(/DTSTART(?:;TZID=Europe\/Oslo:20310624T100000|:20310624T080000Z)/)
  expect(calendar).toMatch(/^UID:/m)
  await smtp.waitFor(
    ({ to, mail: notice }) =>
      to.includes('kontoret@eksempel.example') && Boolean(notice.text?.includes('kari@webinar.example')),
  )
})

test('the keyboard alone is enough', async ({ page, kontor }) => {
  await open(page)
  await cards(page).first().focus()
  await page.keyboard.press('Space')
  await expect(cards(page).first()).toBeChecked()
  await page.keyboard.press('ArrowDown')
  await expect(cards(page).nth(1)).toBeChecked()
  await expect(section(page).locator('[data-selected]')).toContainText('tirsdag 9. desember 2031 kl. 13:30')
  await page.keyboard.press('Tab')
  await expect(field(page, 'Navn')).toBeFocused()
  await page.keyboard.type('Ola Nordmann')
  await page.keyboard.press('Tab')
  await page.keyboard.type('ola@webinar.example')
  await page.keyboard.press('Enter')
  await expect(siteToast(page, 'Takk for påmeldingen!')).toBeVisible()
  expect(await registrations(kontor)).toEqual([expect.objectContaining({ email: 'ola@webinar.example' })])
})

test('what is missing is said at the field and as a toast, and nothing is sent', async ({ page, kontor }) => {
  await open(page)
  await cards(page).first().check()
  await field(page, 'E-post').fill('ikke en adresse')
  await submit(page).click()
  await expect(siteToast(page, 'Manglende felter')).toContainText('Vennligst fyll inn alle påkrevde felter.')
  await expect(field(page, 'Navn')).toBeFocused()
  await expect(field(page, 'Navn')).toHaveAccessibleDescription('Skriv navnet ditt.')
  await expect(field(page, 'E-post')).toHaveAccessibleDescription('Skriv en gyldig e-postadresse.')
  await expectAccessible(page)
  // Without a webinar only a script can get that far.
  await page.reload()
  await section(page).scrollIntoViewIfNeeded()
  await section(page)
    .locator('form')
    .evaluate((form: HTMLFormElement) => form.requestSubmit())
  await expect(siteToast(page, 'Manglende felter')).toBeVisible()
  await expect(cards(page).first()).toBeFocused()
  await expect(section(page).getByText('Velg et webinar.', { exact: true })).toBeVisible()
  expect(await registrations(kontor)).toEqual([])
})

test('while it is sent the button says so; an error keeps all, and the next try makes one registration', async ({
  page,
  kontor,
  expectedErrors,
}) => {
  expectedErrors.push(/ERR_FAILED/)
  await open(page)
  await cards(page).first().check()
  await fill(page, 'feil@webinar.example')
  let answer = () => {}
  const mayAnswer = new Promise<void>((resolve) => {
    answer = resolve
  })
  await page.route('**/registrations', async (route) => {
    await mayAnswer
    await route.fetch()
    await route.abort()
  })
  await submit(page).click()
  await expect(section(page).getByRole('button', { name: 'Melder på...' })).toBeDisabled()
  answer()
  await expect(siteToast(page, 'Feil ved påmelding')).toContainText('Prøv igjen senere.')
  await expect(field(page, 'Navn')).toHaveValue('Kari Nordmann')
  await expect(cards(page).first()).toBeChecked()
  await expect(section(page).locator('[data-result="failed"]')).toBeFocused()
  await page.unrouteAll()
  await submit(page).click()
  await expect(siteToast(page, 'Takk for påmeldingen!')).toBeVisible()
  expect(await registrations(kontor)).toHaveLength(1)
})

test('a webinar that was closed in the meantime is told, and leaves the list', async ({
  page,
  kontor,
  expectedErrors,
}) => {
  expectedErrors.push(/status of 409/)
  await open(page)
  await cards(page).first().check()
  await fill(page, 'sen@webinar.example')
  await kontor.sql('UPDATE webinars SET is_active = false WHERE name = $1', [summer.name])
  await submit(page).click()
  await expect(siteToast(page, 'Feil ved påmelding')).toContainText('ikke lenger åpent')
  await expect(cards(page)).toHaveCount(1)
  await expect(field(page, 'Navn')).toHaveValue('Kari Nordmann')
  await expect(submit(page)).toBeDisabled()
})

test('without webinars the section says so', async ({ page, kontor }) => {
  await kontor.sql('DELETE FROM webinars')
  await page.goto('/')
  await section(page).scrollIntoViewIfNeeded()
  await expect(section(page).getByText('Ingen aktive webinarer')).toBeVisible()
  await expect(
    section(page).getByText('Vi har ingen kommende webinarer for øyeblikket. Sjekk tilbake senere!'),
  ).toBeVisible()
  await expect(section(page).locator('form')).toHaveCount(0)
  await expectAccessible(page)
})

test('while the list is on its way a skeleton stands for it; when it fails one can try again', async ({
  page,
  expectedErrors,
}) => {
  expectedErrors.push(/status of 503/)
  let answer = () => {}
  const mayAnswer = new Promise<void>((resolve) => {
    answer = resolve
  })
  await page.route('**/api/webinars/active', async (route) => {
    await mayAnswer
    await route.fulfill({ status: 503, json: { error: 'Nede' } })
  })
  await page.goto('/')
  await section(page).scrollIntoViewIfNeeded()
  await expect(section(page).getByRole('status')).toContainText('Henter webinarer')
  await expectAccessible(page)
  answer()
  await expect(section(page).getByText('Webinarene lot seg ikke hente.')).toBeVisible()
  await expectAccessible(page)
  await page.unrouteAll()
  await section(page).getByRole('button', { name: 'Prøv igjen' }).click()
  await expect(cards(page)).toHaveCount(2)
})

test('who only turns the wheel sees the list, and so does who sees the section without moving', async ({ page }) => {
  await page.goto('/')
  await page.mouse.wheel(0, 300)
  await expect(cards(page)).toHaveCount(2)

  await page.setViewportSize({ width: 1280, height: 9000 })
  await page.goto('/')
  await expect(cards(page)).toHaveCount(2)
  expect(await isHydrated(page)).toBe(true)
})

test('a robot that fills in the hidden field is thanked and marked, and no mail goes out', async ({
  page,
  kontor,
  admin,
}) => {
  await open(page)
  await cards(page).first().check()
  await fill(page, 'robot@webinar.example')
  await section(page)
    .locator('input[name="website"]')
    .evaluate((input: HTMLInputElement) => {
      input.value = 'https://spam.example'
    })
  await submit(page).click()
  await expect(siteToast(page, 'Takk for påmeldingen!')).toBeVisible()
  expect(await registrations(kontor)).toEqual([expect.objectContaining({ suspect: true })])
  expect(await (await admin.get('/api/email-logs')).text()).not.toContain('robot@webinar.example')
})

test('in English the dates, the form and the answer are English', async ({ page, smtp }) => {
  await open(page)
  await chooseLanguage(page, 'en')
  await section(page).getByText(summer.name).click()
  await expect(section(page).locator('[data-selected]')).toContainText('Tuesday, 24 June 2031 at 10:00')
  await field(page, 'Name').fill('Jane Doe')
  await field(page, 'Email').fill('jane@webinar.example')
  await expectAccessible(page)
  await section(page).getByRole('button', { name: 'Register' }).click()
  await expect(siteToast(page, 'Thank you for registering! You will receive a confirmation email.')).toBeVisible()
  const { mail } = await smtp.waitFor(({ to }) => to.includes('jane@webinar.example'))
  expect(mail.html).toContain('<html lang="en"')
})

test('the list and the form fit on a phone, long words too', async ({ page, kontor }) => {
  await kontor.sql('UPDATE webinars SET name = $1 WHERE name = $2', [
    'Arbeidsmiljøutvalgsrepresentantopplæring og minoritetsladningsbærerdiffusjonskoeffisientmålingsapparatur',
    summer.name,
  ])
  await page.setViewportSize({ width: 390, height: 844 })
  await open(page)
  await cards(page).first().check()
  expect(await page.evaluate(() => document.documentElement.scrollWidth)).toBeLessThanOrEqual(390)
  await expectAccessible(page)
})
