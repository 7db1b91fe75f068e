import { listWebinars, updateWebinar } from '@kontor/contract/webinars/webinars.endpoints'
import { beforeEach, expect, test } from 'vitest'
import { commands, type Locator, page, userEvent } from 'vitest/browser'
import { call } from '../../platform/api-client.ts'
import { expectAccessible } from '../../testing/axe.ts'
import { errorAnswer, intercept } from '../../testing/calls.ts'
import { chooseFromMenu } from '../../testing/list-menu.ts'
import { expectToast, focus } from '../../testing/locators.ts'
import { openOffice, shownUrl } from '../../testing/office.tsx'
import { logIn } from '../../testing/session.ts'
import { addWebinar, clearWebinars, inDays, registerFor } from '../../testing/webinars.ts'

const open = () => openOffice('/admin?tab=webinars')
const press = (name: string) => page.getByRole('button', { name, exact: true }).click()
const rowOf = (name: string) => page.getByRole('row').filter({ hasText: name })
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

/** Opens the form for a new webinar. */
const openNew = async (): Promise<Locator> => {
  await open()
  await page.getByRole('button', { name: 'Nytt webinar' }).first().click()
  return dialog('Nytt webinar')
}

/** The mails to an address. */
const mailsTo = async (address: string) => (await commands.mails()).filter(({ to }) => to.includes(address))

beforeEach(async () => {
  await logIn('admin')
  await clearWebinars()
})

test('picks a day in the calendar with the keyboard; the week begins on Monday', async () => {
  const form = await openNew()
  await day(form).fill('31.03.2027')
  const opener = form.getByRole('button', { name: /Velg dato/ })
  const press = async (locator: Locator) => {
    await focus(locator)
    await userEvent.keyboard('{Enter}')
  }
  await press(opener)
  const calendar = dialog('Velg dato')
  await expect.element(calendar.getByRole('button', { name: 'onsdag 31. mars 2027' })).toHaveFocus()
  await expect.element(calendar.getByRole('columnheader').nth(1)).toHaveTextContent('ma')
  await expectAccessible()
  await userEvent.keyboard('{PageDown}')
  await expect.element(calendar.getByRole('button', { name: 'fredag 30. april 2027' })).toHaveFocus()
  await userEvent.keyboard('{Home}{ArrowDown}{ArrowRight}{Enter}')
  await expect.element(calendar).not.toBeInTheDocument()
  await expect.element(day(form)).toHaveValue('04.05.2027')
  await press(opener)
  await expect.element(calendar).toBeVisible()
  await userEvent.keyboard('{Escape}')
  await expect.element(calendar).not.toBeInTheDocument()
  await expect.element(form).toBeVisible()
})

test('shows each fault at its field and moves the focus there', async () => {
  const form = await openNew()
  // The button looks disabled; pressing it explains what is missing.
  await expect.element(form.getByRole('button', { name: 'Opprett' })).toHaveAttribute('aria-disabled', 'true')
  await userEvent.keyboard('{Control>}{Enter}{/Control}')
  await expect.element(form.getByText('Navn er påkrevd')).toBeVisible()
  await expect.element(form.getByText('Dato er påkrevd')).toBeVisible()
  await expect.element(nameOf(form)).toHaveFocus()
  await expectAccessible()
  await nameOf(form).fill('Ett')
  await day(form).fill('30.02.2027')
  await time(form).fill('10')
  await press('Opprett')
  await expect.element(form.getByText('Skriv datoen som dd.mm.åååå og klokkeslettet som tt:mm')).toBeVisible()
  await expect.element(day(form)).toHaveFocus()
  await day(form).fill('28.02.2027')
  await time(form).fill('25')
  await press('Opprett')
  await expect.element(time(form)).toHaveFocus()
  await day(form).fill('28.02.2020')
  await time(form).fill('10')
  await expect.element(part('Tidspunktet har vært.')).toBeVisible()
  await userEvent.keyboard('{Escape}')
  await expect.element(page.getByRole('alertdialog', { name: 'Forkaste endringene?' })).toBeVisible()
  await press('Fortsett å redigere')
  await press('Opprett')
  await expect.element(rowOf('Ett').getByText('Utløpt')).toBeVisible()
})

test('copies a webinar to a week later at the same time of day, also when summer time begins between', async () => {
  await addWebinar({ name: 'Internkontroll', date: '2027-03-24T10:00', isActive: false })
  await open()
  await press('Kopier Internkontroll')
  const form = dialog('Kopier webinar')
  await expect.element(nameOf(form)).toHaveValue('Kopi av Internkontroll')
  await expect.element(day(form)).toHaveValue('31.03.2027')
  await expect.element(time(form)).toHaveValue('10:00')
  await press('Lag kopi')
  await expectToast('Suksess', 'Webinaret er kopiert.')
  await expect.element(rowOf('Kopi av Internkontroll')).toMatchTextContent('31.03.2027')
  expect(await call(listWebinars, {})).toMatchObject([
    { name: 'Kopi av Internkontroll', date: '2027-03-31T08:00:00.000Z', isActive: false, registrationCount: 0 },
    { name: 'Internkontroll', date: '2027-03-24T09:00:00.000Z' },
  ])
})

test('mails a new time to the registered visitors if wanted, never to robots', async () => {
  const id = await addWebinar({ name: 'Flyttes', date: '2027-03-24T10:00' })
  await registerFor(id, { name: 'Kari Nordmann', email: 'kari@flyttes.example' })
  await registerFor(id, { name: 'Robot', email: 'robot@flyttes.example', website: 'https://spam.example' })
  await open()
  await press('Rediger Flyttes')
  const form = dialog('Rediger webinar')
  const offer = form.getByRole('checkbox', { name: 'Send det nye tidspunktet på e-post til 1 påmeldt' })
  await nameOf(form).fill('Flyttes straks')
  await expect.element(offer).not.toBeInTheDocument()
  await time(form).fill('14')
  await expect.element(offer).toBeChecked()
  await expectAccessible()
  await press('Lagre')
  await expectToast('Suksess', 'Webinaret er oppdatert. Det nye tidspunktet går på e-post til 1 påmeldt.')
  const news = async () => (await mailsTo('kari@flyttes.example')).filter(({ subject }) => /^Nytt/.test(subject))
  await expect.poll(news).toMatchObject([{ subject: 'Nytt tidspunkt: Flyttes straks' }])
  expect((await news())[0]?.text).toContain('onsdag 24. mars 2027 kl. 14:00')
  await press('Rediger Flyttes straks')
  await time(form).fill('15:00')
  await offer.click()
  await press('Lagre')
  await expect.element(rowOf('Flyttes straks')).toMatchTextContent('15:00')
  // Once the last mail of this test has arrived, nothing else is on the way.
  await registerFor(id, { name: 'Sist', email: 'sist@flyttes.example' })
  await expect.poll(async () => (await mailsTo('sist@flyttes.example')).length).toBe(1)
  expect(await news()).toHaveLength(1)
  expect(await mailsTo('robot@flyttes.example')).toEqual([])
})

test('tells how many people a deletion affects, and cancels by mail', async () => {
  const id = await addWebinar({ name: 'Avlyses' })
  for (const name of ['kari', 'ola']) await registerFor(id, { name, email: `${name}@avlyses.example` })
  await open()
  await press('Påmeldinger til Avlyses')
  await expect.poll(shownUrl).toContain(`webinar=${id}`)
  await press('Slett Avlyses')
  const question = page.getByRole('alertdialog', { name: 'Slette webinaret?' })
  await expect
    .element(question)
    .toMatchTextContent('Også påmeldingene til 2 personer blir slettet. Kan angres i 30 dager fra Papirkurv.')
  await expect
    .element(question.getByRole('checkbox', { name: 'Send avlysning på e-post til 2 påmeldte' }))
    .toBeChecked()
  await expectAccessible()
  await confirm()
  await expectToast('Suksess', 'Webinaret er slettet. Avlysning går på e-post til 2 påmeldte.')
  await expect.element(title(0)).toBeVisible()
  await expect.poll(shownUrl).not.toContain('webinar=')
  const cancellations = async () =>
    (await mailsTo('ola@avlyses.example')).filter(({ subject }) => /^Avlyst/.test(subject))
  await expect.poll(async () => (await cancellations()).length).toBe(1)
})

test('selects all, clears the selection, deletes all at once and offers no mails for past webinars', async () => {
  for (const name of ['Første', 'Andre', 'Tredje']) await addWebinar({ name, date: inDays(-3) })
  await open()
  const first = page.getByRole('checkbox', { name: 'Velg Første' })
  await chooseFromMenu('Velg alle')
  await expect.element(first).toBeChecked()
  await press('Fjern valg')
  await expect.element(first).not.toBeChecked()
  await chooseFromMenu('Velg alle')
  await page.getByRole('searchbox', { name: 'Søk i webinarer' }).fill('r')
  await expect.element(page.getByRole('button', { name: /Slett valgte/ })).not.toBeInTheDocument()
  await chooseFromMenu('Velg alle')
  await press('Slett valgte (3)')
  const question = page.getByRole('alertdialog', { name: 'Slette 3 webinarer?' })
  await expect.element(question).toMatchTextContent('Ingen er påmeldt.')
  expect(question.getByRole('checkbox').elements()).toEqual([])
  await confirm()
  await expectToast('Suksess', '3 webinarer er slettet.')
  await expect.element(page.getByText('Ingen webinarer ennå')).toBeVisible()
})

test('shows the second of two concurrent editors what the first saved, and lets them decide', async () => {
  const id = await addWebinar({ name: 'Opprinnelig', date: '2027-06-01T10:00' })
  await open()
  await press('Rediger Opprinnelig')
  await call(updateWebinar, { params: { id }, query: {}, body: { name: 'Den andres', date: '2027-06-02T12:00' } })
  const form = dialog('Rediger webinar')
  await nameOf(form).fill('Min')
  await press('Lagre')
  await expect.element(form.getByText('Navn lagret nå:')).toBeVisible()
  await expect.element(form.getByText('02.06.2027 12:00')).toBeVisible()
  await expectAccessible()
  await press('Bruk denne: Dato')
  await expect.element(time(form)).toHaveValue('12:00')
  await press('Lagre likevel')
  await expect.element(form).not.toBeInTheDocument()
  expect(await call(listWebinars, {})).toMatchObject([{ name: 'Min', date: '2027-06-02T10:00:00.000Z', version: 3 }])
})

test('shows what the server refuses in its own words and loses nothing typed', async () => {
  for (const name of ['Ett', 'To']) await addWebinar({ name })
  await open()
  for (const method of ['POST', 'PUT', 'DELETE']) {
    intercept(method, /^\/api\/webinars/, () => errorAnswer(500, 'Noe gikk galt hos oss.'))
  }
  await press('Rediger Ett')
  const form = page.getByRole('dialog')
  await nameOf(form).fill('Endret')
  await press('Lagre')
  await expectToast('Feil', 'Kunne ikke oppdatere webinar')
  await expect.element(form.getByText('Noe gikk galt hos oss.', { exact: false })).toBeVisible()
  await expect.element(nameOf(form)).toHaveValue('Endret')
  await press('Avbryt')
  await press('Forkast')
  await press('Kopier Ett')
  await press('Lag kopi')
  await expectToast('Feil', 'Kunne ikke kopiere webinar')
  await press('Avbryt')
  await page.getByRole('button', { name: 'Nytt webinar' }).first().click()
  await nameOf(form).fill('Nytt')
  await day(form).fill('01.02.2027')
  await time(form).fill('10')
  await press('Opprett')
  await expectToast('Feil', 'Kunne ikke opprette webinar')
  await press('Avbryt')
  await press('Forkast')
  await press('Slett Ett')
  await confirm()
  await expectToast('Feil', 'Kunne ikke slette webinar')
  await expect.element(page.getByText('Webinaret ble ikke slettet. Noe gikk galt hos oss.')).toBeVisible()
  await chooseFromMenu('Velg alle')
  await press('Slett valgte (2)')
  await confirm()
  await expectToast('Feil', 'Kunne ikke slette webinarer')
  await expect.element(part('0 av 2 webinarer er slettet, resten er fortsatt valgt.')).toBeVisible()
})

test('explains a list that could not be loaded and loads it on the next try', async () => {
  await addWebinar({ name: 'Kommer' })
  const stop = intercept('GET', /^\/api\/webinars$/, () => errorAnswer(503, 'Databasen er borte.'))
  await open()
  await expect.element(page.getByText('Kunne ikke hente webinarene')).toBeVisible()
  await expectAccessible()
  stop()
  await press('Prøv igjen')
  await expect.element(title(1)).toBeVisible()
})
