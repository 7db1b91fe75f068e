import { beforeEach, expect, test } from 'vitest'
import { commands, page, userEvent } from 'vitest/browser'
import { countCalls, errorAnswer, intercept } from '../../testing/calls.ts'
import { clickTrusted } from '../../testing/in-page-actions.ts'
import { focus } from '../../testing/locators.ts'
import { mountSite, siteToast } from '../../testing/site.tsx'
import { WebinarSection } from '../components/webinar-section.tsx'
import { WebinarTitle } from '../components/webinar-title.tsx'

/** One in summer time, one in winter time. */
const summer = { name: 'Internkontroll uten permer', date: '2031-06-24T08:00:00.000Z' }
const winter = { name: 'Kunstig intelligens i HMS-arbeidet', date: '2031-12-09T12:30:00.000Z' }

const section = page.css('#webinar-registration')
const cards = section.getByRole('radio')
const field = (label: string) => section.getByLabelText(label, { exact: false })
const submit = section.getByRole('button', { name: 'Meld meg på' })
const selected = section.css('[data-selected]')

/** Adds the title, which only the build renders inside the section. */
const mountSection = () =>
  mountSite(
    <>
      <WebinarTitle />
      <WebinarSection number={null} />
    </>,
  )

const open = async () => {
  const show = await mountSection()
  await expect.element(cards).toHaveLength(2)
  return show
}

const fill = async (email: string): Promise<void> => {
  await field('Navn').fill('Kari Nordmann')
  await field('E-post').fill(email)
}

const registrations = () =>
  commands.sql('SELECT name, email, company, phone, suspect FROM webinar_registrations ORDER BY created_at')

beforeEach(async () => {
  await commands.sql('DELETE FROM webinars')
  const insert = 'INSERT INTO webinars (name, date, is_active) VALUES ($1, $2, $3)'
  for (const { name, date } of [winter, summer]) await commands.sql(insert, [name, date, true])
  await commands.sql(insert, ['Lukket', '2031-06-25T08:00:00.000Z', false])
  await commands.sql(insert, ['Forbi', '2021-06-25T08:00:00.000Z', true])
})

/** Takes the only seat of the summer's webinar. */
const fillSeat = () =>
  commands.sql(
    `INSERT INTO webinar_registrations (webinar_id, name, email)
     SELECT id, 'Ola', 'ola@webinar.example' FROM webinars WHERE name = $1`,
    [summer.name],
  )

test('names missing fields, also if a script submits; the button says why it waits; registers by keyboard', async () => {
  await open()
  await expect.element(submit).toBeDisabled()
  await expect.element(submit).toHaveAccessibleDescription('Velg et webinar først, så kan du melde deg på.')
  const opacity = async () => getComputedStyle(await submit.findElement()).opacity
  const blocked = await opacity()
  const form = await section.css('form').findElement()
  if (form instanceof HTMLFormElement) form.requestSubmit()
  await expect.element(siteToast('Manglende felter')).toBeVisible()
  await expect.element(section.getByText('Velg et webinar.', { exact: true })).toBeVisible()
  await expect.element(cards.first()).toHaveFocus()
  await userEvent.keyboard(' ')
  await expect.element(cards.first()).toBeChecked()
  await expect.element(submit).toBeEnabled()
  await expect.element(submit).toHaveAccessibleDescription(/^Vi bruker opplysningene til påmeldingen/)
  await expect.poll(opacity).not.toBe(blocked)
  await userEvent.keyboard('{ArrowDown}')
  await expect.element(cards.nth(1)).toBeChecked()
  await expect.element(selected).toMatchTextContent('tirsdag 9. desember 2031 kl. 13:30')
  await userEvent.keyboard('{Tab}')
  await expect.element(field('Navn')).toHaveFocus()

  await field('E-post').fill('ikke en adresse')
  await submit.click()
  await expect.element(siteToast('Manglende felter')).toMatchTextContent('Vennligst fyll inn alle påkrevde felter.')
  await expect.element(field('Navn')).toHaveFocus()
  await expect.element(field('Navn')).toHaveAccessibleDescription('Skriv navnet ditt.')
  await expect.element(field('E-post')).toHaveAccessibleDescription('Skriv en gyldig e-postadresse.')
  expect(countCalls('POST', /./)).toBe(0)
  // An example in a field looks different from a value.
  const phone = field('Telefon').element()
  const [example, value] = [getComputedStyle(phone, '::placeholder'), getComputedStyle(phone)]
  expect([example.fontStyle, value.fontStyle]).toEqual(['italic', 'normal'])
  expect(example.color).not.toBe(value.color)

  await userEvent.keyboard('Ola Nordmann{Tab}ola@webinar.example{Enter}')
  await expect.element(siteToast('Takk for påmeldingen!')).toBeVisible()
  expect(await registrations()).toEqual([expect.objectContaining({ email: 'ola@webinar.example', suspect: false })])
})

test('reports a taken last seat and offers the waiting list, and reports a webinar closed since', async () => {
  await commands.sql('UPDATE webinars SET capacity = 1 WHERE name = $1', [summer.name])
  await open()
  await cards.first().click()
  await fill('venter@webinar.example')
  await fillSeat()
  await submit.click()
  await expect.element(siteToast('Feil ved påmelding')).toMatchTextContent('Den siste plassen ble tatt')
  await expect.element(field('Navn')).toHaveValue('Kari Nordmann')
  await expect.element(section.getByText('Fullt, med venteliste').first()).toBeVisible()
  await section.getByRole('button', { name: 'Fullt: sett meg på venteliste' }).click()
  await expect.element(siteToast('Du står på venteliste')).toBeVisible()
  await expect.element(section.css('[data-result="sent"]')).toMatchTextContent('Du står på venteliste')
  expect(await commands.sql("SELECT email FROM webinar_registrations WHERE state = 'waiting'")).toEqual([
    { email: 'venter@webinar.example' },
  ])

  await section.getByText(winter.name).click()
  await fill('sen@webinar.example')
  await commands.sql('UPDATE webinars SET is_active = false WHERE name = $1', [winter.name])
  await submit.click()
  await expect.element(siteToast('Feil ved påmelding')).toMatchTextContent('ikke lenger åpent')
  await expect.element(cards).toHaveLength(1)
  await expect.element(field('Navn')).toHaveValue('Kari Nordmann')

  // The last one: the form stays, with what was typed and the reason.
  await cards.first().click()
  await commands.sql('UPDATE webinars SET is_active = false')
  await section.getByRole('button', { name: 'Fullt: sett meg på venteliste' }).click()
  await expect.element(cards).toHaveLength(0)
  await expect.element(field('Navn')).toHaveValue('Kari Nordmann')
  await expect.element(section.getByText(/ikke lenger åpent/)).toBeVisible()
})

test("shows a webinar's details, in English to English readers, and sends the reader's language", async () => {
  await commands.sql(
    `UPDATE webinars SET duration_minutes = 45, language = 'no', capacity = 1, description = 'Ta med spørsmål.'
     WHERE name = $1`,
    [summer.name],
  )
  const show = await open()
  const card = section.css('label').filter({ hasText: summer.name })
  await expect.element(card).toMatchTextContent('45 minutter · På norsk · 1 ledig plass')
  await cards.first().click()
  await expect.element(selected).toMatchTextContent('Ta med spørsmål.')
  show('en')
  await expect.element(card).toMatchTextContent('Tuesday at 10:00 (Norwegian time)')
  await expect.element(card).toMatchTextContent('45 minutes · In Norwegian · 1 place left')
  await expect.element(selected).toMatchTextContent('Tuesday, 24 June 2031 at 10:00 (Norwegian time)')
  await field('Name').fill('Jane Doe')
  await field('Email').fill('jane@webinar.example')
  await section.getByRole('button', { name: 'Register' }).click()
  await expect.element(siteToast('Thank you for registering! You will receive a confirmation email.')).toBeVisible()
  expect(await commands.sql('SELECT email, language FROM webinar_registrations')).toEqual([
    { email: 'jane@webinar.example', language: 'en' },
  ])
})

test('shows a skeleton while the list loads, offers a retry when it fails, and says if it is empty', async () => {
  const { promise: mayFail, resolve: fail } = Promise.withResolvers<void>()
  const restore = intercept('GET', /^\/api\/webinars\/active$/, async () => {
    await mayFail
    return errorAnswer(503, 'Nede')
  })
  await mountSection()
  await expect.element(section.getByRole('status')).toMatchTextContent('Henter webinarer')
  fail()
  await expect.element(section.getByText('Webinarene lot seg ikke hente.')).toBeVisible()
  restore()
  await commands.sql('DELETE FROM webinars')
  await section.getByRole('button', { name: 'Prøv igjen' }).click()
  await expect.element(section.getByText('Ingen aktive webinarer')).toBeVisible()
  await expect
    .element(section.getByText('Vi har ingen kommende webinarer for øyeblikket. Sjekk tilbake senere!'))
    .toBeVisible()
  await expect.element(section.css('form')).toHaveLength(0)
})

test('fits a phone, where a chosen webinar brings the fields into view; the keyboard stays in the list', async () => {
  await page.viewport(390, 844)
  await commands.sql('UPDATE webinars SET name = $1 WHERE name = $2', [
    'Arbeidsmiljøutvalgsrepresentantopplæring og minoritetsladningsbærerdiffusjonskoeffisientmålingsapparatur',
    summer.name,
  ])
  const insert = 'INSERT INTO webinars (name, date, is_active) VALUES ($1, $2, true)'
  for (const day of [11, 12, 13, 14, 15, 16])
    await commands.sql(insert, [`Nummer ${day}`, `2031-07-${day}T08:00:00.000Z`])
  await mountSection()
  await expect.element(cards).toHaveLength(8)
  await expect.element(field('Navn')).not.toBeVisible()
  await focus(cards.first())
  await userEvent.keyboard(' ')
  await expect.element(field('Navn')).toBeVisible()
  await expect.element(cards.first()).toBeInViewport()
  await clickTrusted(section.getByText('Nummer 12', { exact: true }))
  await expect.element(field('Navn')).toBeInViewport()
})
