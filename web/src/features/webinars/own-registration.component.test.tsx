import { beforeEach, expect, test } from 'vitest'
import { commands, page } from 'vitest/browser'
import { countCalls, errorAnswer, intercept } from '../../testing/calls.ts'
import { openOffice } from '../../testing/office.tsx'
import { logIn } from '../../testing/session.ts'
import { addWebinar, clearWebinars, registerFor } from '../../testing/webinars.ts'

const cancelPath = /^\/api\/webinar-registration\/[^/]+\/cancel$/
const kari = { name: 'Kari Nordmann', email: 'kari@nordmann.example' }
const ola = { name: 'Ola Nordmann', email: 'ola@nordmann.example', waitingList: true }

const heading = (name: string) => page.getByRole('heading', { name, exact: true })
const button = (name: string) => page.getByRole('button', { name, exact: true })

const open = async (email: string): Promise<void> => {
  // The database keeps a link encrypted, and finds it by its hash.
  const token = email.replaceAll(/\W/g, '-').padEnd(43, 'x')
  const hash = `encode(sha256('${token}'), 'hex')`
  await commands.sql(`UPDATE webinar_registrations SET token_hash = ${hash} WHERE email = $1`, [email])
  await openOffice(`/webinar-registration/${token}`)
}
const states = async () =>
  (await commands.sql('SELECT state FROM webinar_registrations ORDER BY created_at')).map(({ state }) => state)

beforeEach(async () => {
  await logIn('admin')
  await clearWebinars()
})

test("only the button cancels, in the form's language; opening the link or a failed call doesn't", async () => {
  const id = await addWebinar({ name: 'Åpenhetsloven', capacity: 1, durationMinutes: 45, language: 'no' })
  await registerFor(id, kari)
  await registerFor(id, { ...ola, language: 'en' })
  const restore = intercept('POST', cancelPath, () => errorAnswer(503, 'Nede'))
  await open(kari.email)
  await expect.element(heading('Åpenhetsloven')).toBeVisible()
  await expect.element(heading('Du er påmeldt')).toBeVisible()
  await expect.element(page.getByText('45 minutter · På norsk')).toBeVisible()
  await button('Bekreft påmeldingen').click()
  await expect.element(button('Bekreft påmeldingen')).not.toBeInTheDocument()
  await expect.element(heading('Du er påmeldt')).toHaveFocus()
  await button('Meld meg av').click()
  await page.getByRole('alertdialog').getByRole('button', { name: 'Avbryt' }).click()
  expect(countCalls('POST', cancelPath)).toBe(0)
  await button('Meld meg av').click()
  await page.getByRole('alertdialog').getByRole('button', { name: 'Meld meg av' }).click()
  await expect.element(page.getByText('Du er ikke meldt av. Prøv igjen, eller svar på e-posten.')).toBeVisible()

  await open(ola.email)
  await expect.element(heading('You are on the waiting list')).toBeVisible()
  await expect.element(page.getByText(/\(Norwegian time\)$/)).toBeVisible()
  await expect.element(page.getByText('45 minutes · In Norwegian')).toBeVisible()
  await expect.poll(() => document.documentElement.lang).toBe('en')
  expect(await states()).toEqual(['registered', 'waiting'])
  restore()
  await button('Leave the waiting list').click()
  await page.getByRole('alertdialog').getByRole('button', { name: 'Leave the waiting list' }).click()
  await expect.element(heading('Your registration is cancelled')).toHaveFocus()
  expect(countCalls('POST', cancelPath)).toBe(2)
  expect(await states()).toEqual(['registered', 'cancelled'])
})

test('explains an invalid link, offers a retry when the server is away, has no button after the start', async () => {
  await openOffice(`/webinar-registration/${'a'.repeat(64)}`)
  await expect.element(heading('Påmeldingen finnes ikke')).toBeVisible()
  expect(page.getByRole('button').elements()).toEqual([])
  await registerFor(await addWebinar({ name: 'Forbi' }), kari)
  const restore = intercept('GET', /^\/api\/webinar-registration\//, () => errorAnswer(503, 'Nede'))
  await open(kari.email)
  await expect.element(heading('Påmeldingen lot seg ikke hente')).toBeVisible()
  restore()
  await commands.sql("UPDATE webinars SET date = '2021-01-01T10:00:00Z'")
  await button('Prøv igjen').click()
  await expect.element(page.getByText('Webinaret har begynt eller er over.')).toBeVisible()
  expect(page.getByRole('button').elements()).toEqual([])
})
