import { listRegistrations, listWebinars, updateWebinar } from '@kontor/contract/webinars/webinars.endpoints'
import { beforeEach, expect, test } from 'vitest'
import { commands, type Locator, page, userEvent } from 'vitest/browser'
import { call } from '../../platform/api-client.ts'
import { expectTexts, expectToast, focus } from '../../testing/locators.ts'
import { openOffice, shownUrl } from '../../testing/office.tsx'
import { logIn } from '../../testing/session.ts'
import { addWebinar, clearWebinars, inDays, registerFor } from '../../testing/webinars.ts'

const open = () => openOffice('/admin?tab=webinars')
const press = (name: string) => page.getByRole('button', { name, exact: true }).click()
const pressNew = () => page.getByRole('button', { name: 'Nytt webinar' }).first().click()
/** The innermost row: registrations stand in a row of their webinar's table. */
const rowOf = (name: string) => page.getByRole('row').filter({ hasText: name }).last()
const title = (count: number) => page.getByRole('heading', { name: `Webinarer (${count})`, exact: true })
const dialog = (name: string) => page.getByRole('dialog', { name })
const day = (form: Locator) => form.getByRole('textbox', { name: /^Dato/ })
const nameOf = (form: Locator) => form.getByLabelText(/^Navn/)
const time = (form: Locator) => form.getByLabelText(/^Klokkeslett/)
const part = (text: string) => page.getByText(text, { exact: false })
const confirm = () =>
  page
    .getByRole('alertdialog')
    .getByRole('button', { name: /^Slett/ })
    .click()
const person = (name: string, more: object = {}) => ({ name, email: `${name.toLowerCase()}@nordmann.example`, ...more })
/** The subjects of the mails to somebody, oldest first. */
const subjectsTo = async (name: string) =>
  (
    await commands.sql('SELECT subject FROM email_logs WHERE to_address = $1 ORDER BY created_at', [person(name).email])
  ).map(({ subject }) => subject)

const opener = page.getByRole('button', { name: 'Påmeldinger til Åpenhetsloven' })
const other = page.getByRole('button', { name: 'Påmeldinger til Uten noen' })
const table = page.getByRole('table', { name: 'Påmeldinger' })
const personOf = (name: string) => table.getByRole('row').filter({ hasText: name })
const heading = (count: number) => page.getByRole('heading', { name: `Påmeldinger (${count})`, exact: true })
const countRows = () => table.getByRole('row').elements().length
const top = (element: Locator) => element.element().getBoundingClientRect().top

const people = [
  { name: 'Kari Nordmann', email: 'kari@nordmann.example', company: 'Nordmann AS', phone: '12 34 56 78' },
  { name: 'Ola Nordmann', email: 'ola@nordmann.example' },
  { name: 'Åse Østby', email: 'aase@ostby.example', company: 'Østby Bedriftshelsetjenestesamarbeid' },
]

let webinar = ''

/** Adds two webinars, one with registrations. */
const addPeople = async (): Promise<void> => {
  webinar = await addWebinar({ name: 'Åpenhetsloven' })
  await addWebinar({ name: 'Uten noen' })
  for (const person of people) await registerFor(webinar, person)
}

/** Opens the registrations of the webinar. */
const openRegistrations = () => openOffice(`/admin?tab=webinars&webinar=${webinar}`)

beforeEach(async () => {
  await logIn('admin')
  await clearWebinars()
  await commands.sql(`DELETE FROM email_logs WHERE to_address LIKE '%@nordmann.example'`)
})

test('shows each fault at its field, picks the day by keyboard, and stores and clears the fields', async () => {
  await open()
  await pressNew()
  const form = dialog('Nytt webinar')
  await nameOf(form).fill('Åpenhetsloven')
  await day(form).fill('30.02.2027')
  await time(form).fill('10')
  await form.getByLabelText('Lenke for å bli med').fill('mote.example')
  await press('Opprett')
  await expect.element(form.getByText('Skriv datoen som dd.mm.åååå og klokkeslettet som tt:mm')).toBeVisible()
  await expect.element(form.getByText('Lenken må begynne med https://')).toBeVisible()
  await expect.element(day(form)).toHaveFocus()
  await day(form).fill('28.02.2020')
  await expect.element(part('Tidspunktet har vært.')).toBeVisible()
  await day(form).fill('31.03.2027')
  await time(form).fill('25')
  await press('Opprett')
  await expect.element(time(form)).toHaveFocus()
  await time(form).fill('10')

  // The week begins on Monday.
  await focus(form.getByRole('button', { name: /Velg dato/ }))
  await userEvent.keyboard('{Enter}')
  const calendar = dialog('Velg dato')
  await expect.element(calendar.getByRole('button', { name: 'onsdag 31. mars 2027' })).toHaveFocus()
  await expect.element(calendar.getByRole('columnheader').nth(1)).toHaveTextContent('ma')
  await userEvent.keyboard('{PageDown}')
  await expect.element(calendar.getByRole('button', { name: 'fredag 30. april 2027' })).toHaveFocus()
  await userEvent.keyboard('{Home}{ArrowDown}{ArrowRight}{Enter}')
  await expect.element(calendar).not.toBeInTheDocument()
  await expect.element(day(form)).toHaveValue('04.05.2027')

  await form.getByLabelText('Varighet (minutter)').fill('45')
  await form.getByLabelText('Antall plasser').fill('20')
  await form.getByLabelText('Lenke for å bli med').fill('https://mote.example/1')
  await form.getByLabelText('Beskrivelse').fill('Ta med spørsmål.')
  await press('Opprett')
  await expectToast('Suksess', 'Webinaret er opprettet.')
  expect(await call(listWebinars, {})).toMatchObject([
    {
      date: '2027-05-04T08:00:00.000Z',
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
  for (const label of ['Antall plasser', 'Varighet (minutter)', 'Lenke for å bli med']) {
    await edit.getByLabelText(label).fill('')
  }
  await press('Lagre')
  await expectToast('Suksess', 'Webinaret er oppdatert.')
  const [stored] = await call(listWebinars, {})
  expect(stored).toMatchObject({ language: 'no', description: 'Ta med spørsmål.' })
  for (const field of ['capacity', 'durationMinutes', 'joinLink']) expect(stored).not.toHaveProperty(field)
})

test('offers to mail a new time or link to those with a seat, and does if wanted', async () => {
  const id = await addWebinar({ name: 'Flyttes', date: '2027-03-24T10:00', capacity: 1 })
  await registerFor(id, person('Kari'))
  await registerFor(id, person('Ola', { waitingList: true }))
  await registerFor(id, person('Robot', { aside: 'https://spam.example', waitingList: true }))
  await open()
  const missing = rowOf('Flyttes').getByText('Mangler lenke')
  await expect.element(missing).toBeVisible()
  await press('Rediger Flyttes')
  const form = dialog('Rediger webinar')
  const offer = form.getByRole('checkbox', { name: 'Send det nye tidspunktet på e-post til 1 påmeldt' })
  await nameOf(form).fill('Flyttes straks')
  await expect.element(offer).not.toBeInTheDocument()
  await time(form).fill('14')
  await expect.element(offer).toBeChecked()
  await press('Lagre')
  await expectToast('Suksess', 'Webinaret er oppdatert. Det nye tidspunktet går på e-post til 1 påmeldt.')
  const news = async () => (await subjectsTo('Kari')).slice(1)
  expect(await news()).toEqual(['Nytt tidspunkt: Flyttes straks'])

  await press('Rediger Flyttes straks')
  await time(form).fill('15:00')
  await offer.click()
  await press('Lagre')
  await expect.element(rowOf('Flyttes straks')).toMatchTextContent('15:00')
  expect(await news()).toHaveLength(1)

  await press('Rediger Flyttes straks')
  const promised = form.getByText('Bekreftelsen lover de påmeldte en lenke.')
  await expect.element(promised).toBeVisible()
  await form.getByLabelText('Lenke for å bli med').fill('https://mote.example/ny')
  await expect.element(promised).not.toBeInTheDocument()
  await expect.element(form.getByLabelText('Send den nye lenken på e-post til 1 påmeldt')).toBeChecked()
  await press('Lagre')
  await expectToast('Suksess', 'Webinaret er oppdatert. Den nye lenken går på e-post til 1 påmeldt.')
  expect((await news()).slice(1)).toEqual(['Lenke: Flyttes straks'])
  await expect.element(missing).not.toBeInTheDocument()
})

test('shows seats, waiting and cancelled, counts who is affected by a deletion, and cancels by mail', async () => {
  const id = await addWebinar({ name: 'Fullt webinar', capacity: 1, date: inDays(20) })
  await registerFor(id, person('Kari'))
  for (const name of ['Ola', 'Siri', 'Per']) await registerFor(id, person(name, { waitingList: true }))
  await commands.sql("UPDATE webinar_registrations SET state = 'cancelled' WHERE name = 'Per'")
  await open()
  await expect.element(rowOf('Fullt webinar').getByText('1/1 · 2 venter')).toBeVisible()
  await press('Påmeldinger til Fullt webinar')
  await expect.poll(shownUrl).toContain(`webinar=${id}`)
  await expect.element(page.getByText('1 av 1 plasser · 2 på venteliste · 1 avmeldt')).toBeVisible()
  await expect.element(rowOf('Ola').getByText('Venteliste')).toBeVisible()
  await expect.element(rowOf('Per').getByText('Avmeldt')).toBeVisible()
  await press('Slett påmeldingen fra Kari')
  const question = page.getByRole('alertdialog')
  await expect.element(question.getByText(/Den første på ventelisten får plassen/)).toBeVisible()
  await confirm()
  await expectToast('Suksess', 'Påmeldingen er slettet.')
  await expect.element(page.getByText('1 av 1 plasser · 1 på venteliste · 1 avmeldt')).toBeVisible()
  await expect.element(rowOf('Ola').getByText('Venteliste')).not.toBeInTheDocument()

  await press('Slett Fullt webinar')
  await expect
    .element(question)
    .toMatchTextContent('Også påmeldingene til 3 personer blir slettet. Kan angres i 30 dager fra Papirkurv.')
  await expect
    .element(question.getByLabelText('Send avlysning på e-post til 1 påmeldt og 1 på venteliste'))
    .toBeChecked()
  await confirm()
  await expectToast('Suksess', 'Webinaret er slettet. Avlysning går på e-post til 1 påmeldt og 1 på venteliste.')
  await expect.element(title(0)).toBeVisible()
  await expect.poll(shownUrl).not.toContain('webinar=')
  for (const name of ['Ola', 'Siri']) expect(await subjectsTo(name)).toContain('Avlyst: Fullt webinar')
})

test('begins with the next webinar, then the latest past one, until another order is chosen', async () => {
  for (const days of [9, -30, 2, -1]) await addWebinar({ name: `Om ${days}`, date: inDays(days) })
  await open()
  const names = page.getByRole('button', { name: /^Påmeldinger til/ })
  await expectTexts(names, ['Om 2', 'Om 9', 'Om -1', 'Om -30'])
  await press('Dato')
  await expectTexts(names, ['Om -30', 'Om -1', 'Om 2', 'Om 9'])
})

test('deletes all of them at once, without an offer of mails for past webinars', async () => {
  for (const name of ['Første', 'Andre', 'Tredje']) await addWebinar({ name, date: inDays(-3) })
  await open()
  await press('Velg alle')
  await press('Slett valgte (3)')
  const question = page.getByRole('alertdialog', { name: 'Slette 3 webinarer?' })
  await expect.element(question).toMatchTextContent('Ingen er påmeldt.')
  expect(question.getByRole('checkbox').elements()).toEqual([])
  await confirm()
  await expectToast('Suksess', '3 webinarer er slettet.')
  await expect.element(page.getByText('Ingen webinarer ennå')).toBeVisible()
})

test('shows a conflict of dates as they are typed, and copies all but the link to a week later', async () => {
  const options = { durationMinutes: 30, capacity: 5, language: 'en', description: 'Bring questions.' } as const
  const webinar = { name: 'Opprinnelig', joinLink: 'https://mote.example/1', isActive: false, ...options }
  const id = await addWebinar({ ...webinar, date: '2027-03-22T10:00' })
  await open()
  await press('Rediger Opprinnelig')
  await call(updateWebinar, { params: { id }, query: {}, body: { name: 'Den andres', date: '2027-03-24T12:00' } })
  const form = page.getByRole('dialog')
  await nameOf(form).fill('Ett')
  await press('Lagre')
  await expect.element(form.getByText('Navn lagret nå:')).toBeVisible()
  await expect.element(form.getByText('24.03.2027 12:00')).toBeVisible()
  await press('Bruk denne: Dato')
  await expect.element(time(form)).toHaveValue('12:00')
  await press('Lagre likevel')
  await expect.element(form).not.toBeInTheDocument()

  await press('Kopier Ett')
  await expect.element(nameOf(form)).toHaveValue('Kopi av Ett')
  await expect.element(day(form)).toHaveValue('31.03.2027')
  await expect.element(time(form)).toHaveValue('12:00')
  await press('Lag kopi')
  await expectToast('Suksess', 'Webinaret er kopiert.')
  await expect.element(rowOf('Kopi av Ett')).toMatchTextContent('31.03.2027')
  const webinars = await call(listWebinars, {})
  expect(webinars.find(({ name }) => name === 'Ett')).toMatchObject({ date: '2027-03-24T11:00:00.000Z', version: 3 })
  const copy = webinars.find(({ name }) => name === 'Kopi av Ett')
  expect(copy).toMatchObject({ ...options, date: '2027-03-31T10:00:00.000Z', isActive: false })
  expect(copy).not.toHaveProperty('joinLink')
})

test("shows the registrations beneath their webinar's row, in the URL, each list with keys of its own", async () => {
  await addPeople()
  await openOffice('/admin?tab=webinars')
  await expect.element(other).toBeVisible()
  const [upper, lower] = top(opener) < top(other) ? [opener, other] : [other, opener]
  const title = page.getByRole('heading', { name: /^Påmeldinger \(/ })
  await expect.element(upper).toHaveAttribute('aria-expanded', 'false')
  await upper.click()
  await expect.element(title).toHaveFocus()
  await expect.element(upper).toHaveAttribute('aria-expanded', 'true')
  await expect.poll(() => top(upper) < top(title) && top(title) < top(lower)).toBe(true)
  await focus(upper)
  await userEvent.keyboard('{ArrowDown}')
  await expect.element(lower).toHaveFocus()
  await press('Lukk')
  await expect.element(title).not.toBeInTheDocument()
  await expect.element(upper).toHaveFocus()
  await expect.poll(shownUrl).toBe('/admin?tab=webinars')

  await opener.click()
  await expect.element(heading(3)).toBeVisible()
  const link = personOf('Kari').getByRole('link', { name: 'kari@nordmann.example' })
  await expect.element(link).toHaveAttribute('href', 'mailto:kari@nordmann.example')
  await other.click()
  await expect.element(page.getByText('Ingen påmeldinger ennå')).toBeVisible()
  history.back()
  await expect.element(heading(3)).toBeVisible()
  const first = page.getByRole('button', { name: /^Åpne påmeldingen fra/ }).first()
  await focus(first)
  await userEvent.keyboard('e')
  await expect.element(page.getByRole('dialog', { name: 'Rediger påmelding' })).toBeVisible()
  await userEvent.keyboard('{Escape}')
  await expect.element(page.getByRole('dialog')).not.toBeInTheDocument()
  history.back()
  await expect.poll(shownUrl).toBe('/admin?tab=webinars')
  await page.viewport(390, 844)
  await opener.click()
  await expect.element(heading(3)).toBeInViewport()
  await expect.element(personOf('Åse Østby')).toMatchTextContent('Bedriftshelsetjeneste')
})

test('searches, sorts and edits registrations, and reports an address that is taken', async () => {
  await addPeople()
  await openRegistrations()
  await expect.element(heading(3)).toBeVisible()
  const path = `/api/webinars/${webinar}/registrations/export`
  await expect.element(page.getByRole('link', { name: 'Eksporter' })).toHaveAttribute('href', path)

  await press('Rediger påmeldingen fra Ola Nordmann')
  const dialog = page.getByRole('dialog', { name: 'Rediger påmelding' })
  const field = (name: RegExp) => dialog.getByLabelText(name)
  await field(/^E-post/).fill('kari@nordmann.example')
  await press('Lagre')
  await expect.element(dialog.getByText(/Adressen er allerede påmeldt dette webinaret/).last()).toBeVisible()
  await expect.element(field(/^E-post/)).toHaveFocus()
  await field(/^E-post/).fill('ola@ostby.example')
  await field(/^Telefon/).fill('98 76 54 32')
  await userEvent.keyboard('{Control>}{Enter}{/Control}')
  await expectToast('Suksess', 'Påmeldingen er oppdatert.')
  await expect.element(personOf('Ola Nordmann')).toMatchTextContent('98 76 54 32')

  await table.getByRole('button', { name: 'Navn' }).click()
  await expect.element(table.getByRole('row').nth(1)).toMatchTextContent('Kari')
  await expect.element(table.getByRole('row').nth(3)).toMatchTextContent('Åse')
  const search = page.getByRole('searchbox', { name: 'Søk i påmeldinger' })
  const shownCount = page.getByText(/^Viser . av 3 påmeldinger$/)
  // Only for screen readers while the title shows the same count.
  expect(shownCount.element().getBoundingClientRect().width).toBe(1)
  await userEvent.keyboard('/')
  await expect.element(search).toHaveFocus()
  await search.fill('bedriftshelse')
  await expect.poll(countRows).toBe(2)
  await expect.element(shownCount).toMatchTextContent('Viser 1 av 3 påmeldinger')
  expect(shownCount.element().getBoundingClientRect().width).toBeGreaterThan(100)
  await expect.poll(shownUrl).toMatch(/rq=bedriftshelse/)
  await expect.poll(shownUrl).toContain('rsort=name')
})

test('shows a name beside its mark whole in a narrow window; approves a suspect registration', async () => {
  await addPeople()
  await registerFor(webinar, { name: 'Ikke Robot', email: 'ikke@robot.example', aside: 'https://spam.example' })
  await page.viewport(1024, 768)
  await openRegistrations()
  await expect.element(personOf('Ikke Robot')).toMatchTextContent('Mistenkelig')
  const name = personOf('Ikke Robot').getByRole('button', { name: /^Åpne/ }).element()
  expect(name.scrollWidth).toBeLessThanOrEqual(name.clientWidth)
  await press('Godkjenn påmeldingen fra Ikke Robot')
  await expect.element(page.getByRole('alertdialog')).toMatchTextContent('ikke@robot.example')
  await press('Godkjenn og send')
  await expectToast('Påmeldingen er godkjent', 'Ikke Robot er påmeldt.')
  await expect.element(page.getByText('Mistenkelig')).not.toBeInTheDocument()
  await expect.element(page.getByRole('button', { name: 'Rediger påmeldingen fra Ikke Robot' })).toHaveFocus()
  expect((await call(listRegistrations, { params: { id: webinar } })).some(({ suspect }) => suspect)).toBe(false)
})
