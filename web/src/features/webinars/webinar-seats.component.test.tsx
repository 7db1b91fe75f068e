import { listWebinars } from '@kontor/contract/webinars/webinars.endpoints'
import { beforeEach, expect, test } from 'vitest'
import { commands, page } from 'vitest/browser'
import { call } from '../../platform/api-client.ts'
import { expectAccessible } from '../../testing/axe.ts'
import { expectToast } from '../../testing/locators.ts'
import { openOffice } from '../../testing/office.tsx'
import { logIn } from '../../testing/session.ts'
import { addWebinar, clearWebinars, inDays, registerFor } from '../../testing/webinars.ts'

const open = () => openOffice('/admin?tab=webinars')
const press = (name: string) => page.getByRole('button', { name, exact: true }).click()
/** The innermost row: registrations stand in a row of their webinar's table. */
const rowOf = (name: string) => page.getByRole('row').filter({ hasText: name }).last()
const dialog = (name: string) => page.getByRole('dialog', { name })
const mailsTo = async (address: string) => (await commands.mails()).filter(({ to }) => to.includes(address))
const person = (name: string, more: object = {}) => ({ name, email: `${name.toLowerCase()}@nordmann.example`, ...more })

beforeEach(async () => {
  await logIn('admin')
  await clearWebinars()
})

test('stores duration, seats, language, link and description, and clears them again', async () => {
  await open()
  await page.getByRole('button', { name: 'Nytt webinar' }).first().click()
  const form = dialog('Nytt webinar')
  await form.getByLabelText(/^Navn/).fill('Åpenhetsloven')
  await form.getByRole('textbox', { name: /^Dato/ }).fill('31.03.2037')
  await form.getByLabelText(/^Klokkeslett/).fill('10:00')
  await form.getByLabelText('Varighet (minutter)').fill('3')
  await form.getByLabelText('Antall plasser').fill('20')
  await form.getByLabelText('Lenke for å bli med').fill('mote.example')
  await form.getByLabelText('Beskrivelse').fill('Ta med spørsmål.')
  await expectAccessible()
  await form.getByRole('button', { name: 'Opprett' }).click()
  await expect.element(form.getByText('Varigheten må være mellom 5 og 720 minutter')).toBeVisible()
  await expect.element(form.getByText('Lenken må begynne med https://')).toBeVisible()
  await form.getByLabelText('Varighet (minutter)').fill('45')
  await form.getByLabelText('Lenke for å bli med').fill('https://mote.example/1')
  await form.getByRole('button', { name: 'Opprett' }).click()
  await expectToast('Suksess', 'Webinaret er opprettet.')
  expect(await call(listWebinars, {})).toMatchObject([
    {
      durationMinutes: 45,
      capacity: 20,
      language: 'no',
      joinLink: 'https://mote.example/1',
      description: 'Ta med spørsmål.',
    },
  ])
  await expect.element(rowOf('Åpenhetsloven').getByText('0/20')).toBeVisible()
  await press('Rediger Åpenhetsloven')
  const edit = dialog('Rediger webinar')
  await expect.element(edit.getByLabelText('Varighet (minutter)')).toHaveValue('45')
  await edit.getByLabelText('Antall plasser').fill('')
  await edit.getByLabelText('Varighet (minutter)').fill('')
  await edit.getByLabelText('Lenke for å bli med').fill('')
  await press('Lagre')
  await expectToast('Suksess', 'Webinaret er oppdatert.')
  const [stored] = await call(listWebinars, {})
  expect(stored).toMatchObject({ language: 'no', description: 'Ta med spørsmål.' })
  for (const field of ['capacity', 'durationMinutes', 'joinLink']) expect(stored).not.toHaveProperty(field)
})

test('offers to send a new link to those with a seat', async () => {
  const id = await addWebinar({ name: 'Åpenhetsloven', capacity: 1 })
  await registerFor(id, person('Kari'))
  await registerFor(id, person('Ola', { waitingList: true }))
  await open()
  const missing = rowOf('Åpenhetsloven').getByText('Mangler lenke')
  await expect.element(missing).toBeVisible()
  await press('Rediger Åpenhetsloven')
  const form = dialog('Rediger webinar')
  const promised = form.getByText('Bekreftelsen lover de påmeldte en lenke.')
  await expect.element(promised).toBeVisible()
  await form.getByLabelText('Lenke for å bli med').fill('https://mote.example/ny')
  await expect.element(promised).not.toBeInTheDocument()
  await expect.element(form.getByLabelText('Send den nye lenken på e-post til 1 påmeldt')).toBeChecked()
  await expectAccessible()
  await press('Lagre')
  await expectToast('Suksess', 'Webinaret er oppdatert. Den nye lenken går på e-post til 1 påmeldt.')
  await expect
    .poll(async () => (await mailsTo('kari@nordmann.example')).map(({ subject }) => subject))
    .toContain('Lenke: Åpenhetsloven')
  await expect.element(missing).not.toBeInTheDocument()
})

test('a copy keeps everything but the link', async () => {
  const options = { durationMinutes: 30, capacity: 5, language: 'en', description: 'Bring questions.' } as const
  await addWebinar({ name: 'Original', joinLink: 'https://mote.example/1', ...options })
  await open()
  await press('Kopier Original')
  await press('Lag kopi')
  await expectToast('Suksess', 'Webinaret er kopiert.')
  const copy = (await call(listWebinars, {})).find(({ name }) => name === 'Kopi av Original')
  expect(copy).toMatchObject(options)
  expect(copy).not.toHaveProperty('joinLink')
})

test('shows seats, who waits and who has cancelled; deleting a seat moves the list up', async () => {
  const id = await addWebinar({ name: 'Fullt webinar', capacity: 1, date: inDays(20) })
  await registerFor(id, person('Kari'))
  for (const name of ['Ola', 'Siri', 'Per']) await registerFor(id, person(name, { waitingList: true }))
  await commands.sql("UPDATE webinar_registrations SET state = 'cancelled' WHERE name = 'Per'")
  await open()
  await expect.element(rowOf('Fullt webinar').getByText('1/1 · 2 venter')).toBeVisible()
  await press('Påmeldinger til Fullt webinar')
  await expect.element(page.getByText('1 av 1 plasser · 2 på venteliste · 1 avmeldt')).toBeVisible()
  await expect.element(rowOf('Ola').getByText('Venteliste')).toBeVisible()
  await expect.element(rowOf('Per').getByText('Avmeldt')).toBeVisible()
  await expectAccessible()
  await press('Slett påmeldingen fra Kari')
  const confirm = page.getByRole('alertdialog')
  await expect.element(confirm.getByText(/Den første på ventelisten får plassen/)).toBeVisible()
  await confirm.getByRole('button', { name: /^Slett/ }).click()
  await expect.element(page.getByText('1 av 1 plasser · 1 på venteliste · 1 avmeldt')).toBeVisible()
  await expect.element(rowOf('Ola').getByText('Venteliste')).not.toBeInTheDocument()
  await press('Slett Fullt webinar')
  await expect.element(page.getByLabelText('Send avlysning på e-post til 1 påmeldt og 1 på venteliste')).toBeChecked()
})
