import type { LeadStatus } from '@kontor/contract/leads/leads.rules'
import { beforeEach, expect, test } from 'vitest'
import { commands, page, userEvent } from 'vitest/browser'
import { errorAnswer, intercept } from '../../testing/calls.ts'
import { addLeads, clearLeads, failCalls, leadsPath, readLeads, seedLeads, statusPath } from '../../testing/leads.ts'
import { expectToast, focus } from '../../testing/locators.ts'
import { openOffice, shownUrl } from '../../testing/office.tsx'
import { logIn } from '../../testing/session.ts'

const column = (name: LeadStatus) => page.getByRole('region', { name })
const card = (name: string) => page.getByRole('button', { name: `Åpne ${name}` })
const cards = page.getByRole('main').css('[data-card]')
const bakery = cards.filter({ hasText: 'Bakeri' })
const refresh = page.getByRole('button', { name: 'Oppdater' })
const storedStatuses = async () => (await readLeads()).map(({ status }) => status)

beforeEach(async () => {
  await clearLeads()
  await logIn('sales')
  await addLeads([{ company_name: 'Eksempel Bakeri AS' }])
})

test('moves a card by its keys, by drag and by the status menu; moves it back when the server rejects that', async () => {
  await addLeads([{ company_name: 'Eksempel Bygg AS' }])
  await openOffice('/leads', 'sales')
  await page.getByRole('button', { name: 'Vis som tavle' }).click()
  await expect.poll(shownUrl).toBe('/leads?view=board')
  await expect.element(column('Ny').getByRole('listitem')).toHaveLength(2)
  await userEvent.keyboard('{ArrowDown}')
  await expect.element(card('Eksempel Bygg AS')).toHaveFocus()
  await userEvent.keyboard('?')
  await expect.element(page.getByRole('dialog', { name: 'Hurtigtaster' })).toMatchTextContent('Gå til første kort↓')
  await userEvent.keyboard('{Escape}')
  await expect.element(card('Eksempel Bygg AS')).toHaveFocus()
  await userEvent.keyboard('{Shift>}{ArrowRight}{/Shift}')
  await expect.element(column('Kontaktet')).toMatchTextContent('Eksempel Bygg AS')
  await expect.element(card('Eksempel Bygg AS')).toHaveFocus()
  await expectToast('Status oppdatert vellykket', 'Eksempel Bygg AS: Kontaktet')
  await bakery.dropTo(column('Avtalt møte'))
  await expect.element(column('Avtalt møte')).toMatchTextContent('Eksempel Bakeri AS')
  await expect.poll(storedStatuses).toEqual(['Avtalt møte', 'Kontaktet'])
  await focus(card('Eksempel Bakeri AS'))
  await userEvent.keyboard('s')
  await expect.element(page.getByRole('option', { name: 'Avtalt møte' })).toHaveFocus()
  await userEvent.keyboard('k')
  await expect.element(page.getByRole('option', { name: 'Kunde' })).toHaveFocus()
  await userEvent.keyboard('{Enter}')
  await page
    .getByRole('dialog', { name: /til kunde/ })
    .getByRole('button', { name: 'Avbryt' })
    .click()
  await expect.element(column('Kunde')).toMatchTextContent('Eksempel Bakeri AS')
  await expect.element(card('Eksempel Bakeri AS')).toHaveFocus()
  await expect.poll(storedStatuses).toEqual(['Kunde', 'Kontaktet'])

  const mayAnswer = Promise.withResolvers<void>()
  intercept('PATCH', statusPath, async () => {
    await mayAnswer.promise
    return errorAnswer(503, 'Databasen er borte.')
  })
  const alert = page.getByRole('alert')
  await bakery.dropTo(column('Kontaktet'))
  await expect.element(column('Kontaktet')).toMatchTextContent('Eksempel Bakeri AS')
  mayAnswer.resolve()
  await expect.element(alert).toMatchTextContent('Statusen til Eksempel Bakeri AS ble ikke endret til Kontaktet.')
  await expect.element(column('Kunde')).toMatchTextContent('Eksempel Bakeri AS')
  await expect.element(card('Eksempel Bakeri AS')).toHaveFocus()
  expect(await storedStatuses()).toEqual(['Kunde', 'Kontaktet'])
})

test('says once that the first fetch failed; refreshes, and keeps the cards when that fails', async () => {
  const failure = page.getByText(/Failed to fetch leads/)
  let reconnect = failCalls('GET', leadsPath)
  await openOffice('/leads?view=board', 'sales')
  await expect.element(page.getByRole('heading', { name: 'Failed to fetch leads' })).toBeVisible()
  await refresh.click()
  await expect.element(refresh).toBeEnabled()
  await expect.element(failure).toHaveLength(1)
  reconnect()
  await page.getByRole('button', { name: 'Prøv igjen' }).click()
  await expect.element(cards).toHaveLength(1)

  await addLeads([{ company_name: 'Eksempel Bygg AS', status: 'Kunde' }])
  await refresh.click()
  await expect.element(column('Kunde')).toMatchTextContent('Eksempel Bygg AS')
  reconnect = failCalls('GET', leadsPath)
  await refresh.click()
  await expect
    .element(page.getByRole('alert').filter({ hasText: 'Failed to fetch leads. Listen kan være gammel.' }))
    .toHaveLength(1)
  await expect.element(cards).toHaveLength(2)
  reconnect()
})

const shownIn = (name: LeadStatus): number =>
  document.querySelectorAll(`section[aria-label="${name}"] [data-card]`).length

test('loads more than fifty cards by button or scrolling, also after a failure; heads count all cards', async () => {
  await clearLeads()
  await seedLeads(120)
  await commands.sql(`UPDATE leads SET status =
    CASE WHEN org_no < '900000105' THEN 'Ny' WHEN org_no < '900000113' THEN 'Kontaktet' ELSE 'Kunde' END`)
  const late = Promise.withResolvers<void>()
  const stop = intercept('GET', leadsPath, async ({ url }, forward) => {
    const { searchParams } = new URL(url)
    if (searchParams.get('status') === 'Kunde') await late.promise
    return searchParams.get('page') === '2' ? errorAnswer(503, 'Databasen er borte.') : forward()
  })
  await openOffice('/leads?view=board', 'sales')
  const more = column('Ny').getByRole('button', { name: 'Vis flere med status Ny' })
  await expect.element(column('Ny').getByRole('heading')).toMatchTextContent('Ny 104')
  await expect.element(column('Kontaktet').getByRole('heading')).toMatchTextContent('Kontaktet 8')
  await expect.poll(() => [shownIn('Ny'), shownIn('Kontaktet')]).toEqual([50, 8])
  await expect.element(page.getByRole('button', { name: /^Vis flere/ })).toHaveLength(1)
  const cardAt = (index: number) => column('Ny').css('[data-card] [data-lead]').nth(index)
  await focus(cardAt(0))
  // The end of the column is in view.
  await focus(more)
  await expect.element(page.getByRole('alert')).toMatchTextContent('Databasen er borte.')
  await expect.element(more).toMatchTextContent('Prøv igjen')
  // Another column arrives.
  late.resolve()
  await expect.element(column('Kunde').css('[data-card]').first()).toBeVisible()
  await expect.poll(() => shownIn('Ny')).toBe(50)
  await expect.element(more).toHaveFocus()
  stop()
  await userEvent.keyboard('{Enter}')
  await expect.poll(() => shownIn('Ny')).toBe(100)
  await expect.element(cardAt(50)).toHaveFocus()
  const shown = [...document.querySelectorAll('[data-card]')].map((one) => one.getAttribute('data-card'))
  expect(new Set(shown).size).toBe(shown.length)

  const last = await cardAt(99).findElement()
  last.scrollIntoView()
  await expect.poll(() => shownIn('Ny')).toBe(104)
  await expect.element(more).not.toBeInTheDocument()

  await page.css('[data-card]').nth(100).dropTo(column('Kontaktet'))
  await expect.element(column('Ny').getByRole('heading')).toMatchTextContent('Ny 103')
  await expect.element(column('Kontaktet').getByRole('heading')).toMatchTextContent('Kontaktet 9')
  await expect.poll(() => [shownIn('Ny'), shownIn('Kontaktet')]).toEqual([103, 9])
})

test('a card shows next step, date and owner, also in a narrow window, and opens by a click', async () => {
  const username = 'et-langt-brukernavn'
  await commands.sql(`INSERT INTO users (username, password_hash, is_active) VALUES ('${username}', 'x', true)`)
  try {
    await commands.sql(
      `UPDATE leads SET status_since = now() - interval '20 days', owner_id = (SELECT id FROM users WHERE username = '${username}')`,
    )
    const [id = 0] = await addLeads([
      { company_name: 'Forsinket AS', next_step: 'Ringe om tilbudet', next_step_at: '2020-02-03', city: 'Bodø' },
    ])
    await page.viewport(1024, 768)
    await openOffice('/leads?view=board', 'sales')
    const owner = await bakery.getByText(username).findElement()
    expect(owner.scrollWidth).toBeLessThanOrEqual(owner.clientWidth)
    await expect.element(bakery).toMatchTextContent(/\d dager i status/)
    const { left, right, width } = column('Avslått').element().getBoundingClientRect()
    expect(right).toBeGreaterThan(1024)
    // Enough of the column is shown that it looks cut off.
    const shownShare = (1024 - left) / width
    expect(shownShare).toBeGreaterThan(0.2)
    expect(shownShare).toBeLessThan(0.6)

    const late = cards.filter({ hasText: 'Forsinket AS' })
    for (const text of ['Ringe om tilbudet', 'Forfalt 03.02.2020', 'Uten ansvarlig'])
      await expect.element(late).toMatchTextContent(text)
    await expect.element(late).not.toMatchTextContent(/Ny|i status/)
    await late.getByText('Ringe om tilbudet').click()
    await expect.poll(shownUrl).toBe(`/leads/${id}?view=board`)
  } finally {
    await commands.sql(`DELETE FROM users WHERE username = '${username}'`)
  }
})
