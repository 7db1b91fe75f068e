import { listRegistrations, updateRegistration } from '@kontor/contract/webinars/webinars.endpoints'
import { beforeEach, expect, test } from 'vitest'
import { commands, type Locator, page, userEvent } from 'vitest/browser'
import { call } from '../../platform/api-client.ts'
import { errorAnswer, intercept } from '../../testing/calls.ts'
import { expectToast, focus, pageWidth } from '../../testing/locators.ts'
import { openOffice, shownUrl } from '../../testing/office.tsx'
import { logIn } from '../../testing/session.ts'
import { addWebinar, clearWebinars, registerFor } from '../../testing/webinars.ts'

const press = (name: string) => page.getByRole('button', { name, exact: true }).click()
const opener = page.getByRole('button', { name: 'Påmeldinger til Åpenhetsloven' })
const other = page.getByRole('button', { name: 'Påmeldinger til Uten noen' })
const table = page.getByRole('table', { name: 'Påmeldinger' })
const rowOf = (name: string) => table.getByRole('row').filter({ hasText: name })
const heading = (count: number) => page.getByRole('heading', { name: `Påmeldinger (${count})`, exact: true })
const countRows = () => table.getByRole('row').elements().length
const top = (element: Locator) => element.element().getBoundingClientRect().top

const people = [
  { name: 'Kari Nordmann', email: 'kari@nordmann.example', company: 'Nordmann AS', phone: '12 34 56 78' },
  { name: 'Ola Nordmann', email: 'ola@nordmann.example' },
  { name: 'Åse Østby', email: 'aase@ostby.example', company: 'Østby Bedriftshelsetjenestesamarbeid' },
]

let webinar = ''

beforeEach(async () => {
  await logIn('admin')
  await clearWebinars()
  webinar = await addWebinar({ name: 'Åpenhetsloven' })
  await addWebinar({ name: 'Uten noen' })
  for (const person of people) await registerFor(webinar, person)
})

/** Opens the registrations of the webinar. */
const openRegistrations = () => openOffice(`/admin?tab=webinars&webinar=${webinar}`)

test("shows the registrations beneath their webinar's row, in the URL, each list with keys of its own", async () => {
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
  for (const { name, email } of people) {
    const link = rowOf(name).getByRole('link', { name: email })
    await expect.element(link).toHaveAttribute('href', `mailto:${email}`)
  }
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
  await expect.element(heading(3)).not.toBeInTheDocument()
  await expect.poll(shownUrl).toBe('/admin?tab=webinars')
})

test('shows a name beside its mark whole in a narrow window, and keeps everything within reach on a phone', async () => {
  await page.viewport(1024, 768)
  await commands.sql(`UPDATE webinar_registrations SET state = 'waiting' WHERE name = 'Kari Nordmann'`)
  await openRegistrations()
  await expect.element(rowOf('Kari Nordmann').getByText('Venteliste')).toBeVisible()
  const name = rowOf('Kari Nordmann').getByRole('button', { name: /^Åpne/ }).element()
  expect(name.scrollWidth).toBeLessThanOrEqual(name.clientWidth)
  await press('Lukk')
  await page.viewport(390, 844)
  await opener.click()
  await expect.element(heading(3)).toBeInViewport()
  await expect.element(rowOf('Åse Østby')).toMatchTextContent('Bedriftshelsetjeneste')
  expect(pageWidth()).toBe(390)
})

test('explains registrations that could not be loaded; searches, sorts and edits them, and a change by another user', async () => {
  const stop = intercept('GET', /\/registrations$/, () => errorAnswer(503, 'Databasen er borte.'))
  await openRegistrations()
  await expect.element(page.getByText('Kunne ikke hente påmeldingene')).toBeVisible()
  stop()
  await press('Prøv igjen')
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
  const rows = await call(listRegistrations, { params: { id: webinar } })
  const ola = rows.find(({ name }) => name === 'Ola Nordmann')?.id ?? ''
  await call(updateRegistration, { params: { id: ola }, body: { phone: '11 11 11 11' } })
  await field(/^Telefon/).fill('98 76 54 32')
  await userEvent.keyboard('{Control>}{Enter}{/Control}')
  await expect.element(dialog.getByText('11 11 11 11')).toBeVisible()
  await press('Lagre likevel')
  await expectToast('Suksess', 'Påmeldingen er oppdatert.')
  await expect.element(rowOf('Ola Nordmann')).toMatchTextContent('98 76 54 32')

  await table.getByRole('button', { name: 'Navn' }).click()
  await expect.element(table.getByRole('row').nth(1)).toMatchTextContent('Kari')
  await expect.element(table.getByRole('row').nth(3)).toMatchTextContent('Åse')
  const search = page.getByRole('searchbox', { name: 'Søk i påmeldinger' })
  const shownCount = page.getByText(/^Viser . av 3 påmeldinger$/)
  // For screen readers alone while the title says as much.
  expect(shownCount.element().getBoundingClientRect().width).toBe(1)
  await userEvent.keyboard('/')
  await expect.element(search).toHaveFocus()
  await search.fill('bedriftshelse')
  await expect.poll(countRows).toBe(2)
  await expect.element(shownCount).toMatchTextContent('Viser 1 av 3 påmeldinger')
  expect(shownCount.element().getBoundingClientRect().width).toBeGreaterThan(100)
  await expect.poll(shownUrl).toMatch(/rq=bedriftshelse/)
  await expect.poll(shownUrl).toContain('rsort=name')
  await search.fill('finnes ikke')
  await expect.element(page.getByText('Ingen resultater funnet')).toBeVisible()
  await page.getByRole('button', { name: 'Tøm søket' }).last().click()
  await expect.poll(countRows).toBe(4)
})

test('approves a suspect registration and keeps the focus in its row; explains a deletion that failed', async () => {
  await registerFor(webinar, { name: 'Ikke Robot', email: 'ikke@robot.example', website: 'https://spam.example' })
  await openRegistrations()
  await expect.element(rowOf('Ikke Robot')).toMatchTextContent('Mistenkelig')
  await press('Godkjenn påmeldingen fra Ikke Robot')
  await expect.element(page.getByRole('alertdialog')).toMatchTextContent('ikke@robot.example')
  await press('Godkjenn og send')
  await expectToast('Påmeldingen er godkjent', 'Ikke Robot er påmeldt.')
  await expect.element(page.getByText('Mistenkelig')).not.toBeInTheDocument()
  await expect.element(page.getByRole('button', { name: 'Rediger påmeldingen fra Ikke Robot' })).toHaveFocus()
  expect((await call(listRegistrations, { params: { id: webinar } })).some(({ suspect }) => suspect)).toBe(false)

  const dialog = page.getByRole('alertdialog', { name: 'Slette påmeldingen?' })
  const restore = intercept('DELETE', /^\/api\/registrations\//, () => errorAnswer(500, 'Noe gikk galt.'))
  await press('Slett påmeldingen fra Kari Nordmann')
  await expect.element(dialog).toMatchTextContent('Kan angres i 30 dager fra Papirkurv.')
  await dialog.getByRole('button', { name: 'Slett' }).click()
  await expectToast('Feil', 'Kunne ikke slette påmelding')
  await expect.element(page.getByText('Påmeldingen ble ikke slettet. Noe gikk galt.')).toBeVisible()
  restore()
  await press('Slett påmeldingen fra Kari Nordmann')
  await dialog.getByRole('button', { name: 'Slett' }).click()
  await expectToast('Suksess', 'Påmeldingen er slettet.')
  await expect.element(heading(3)).toBeVisible()
  const row = page.getByRole('table', { name: 'Webinarer' }).getByRole('row').filter({ hasText: 'Åpenhetsloven' })
  await expect.element(row.getByText('3', { exact: true })).toBeVisible()
})
