import { beforeEach, expect, test } from 'vitest'
import { page, userEvent } from 'vitest/browser'
import { countCalls, failWith503, intercept, loseAnswers } from '../../testing/calls.ts'
import {
  addLeads,
  clearLeads,
  expectCount,
  leadPath,
  leadsPath,
  readCustomers,
  readLeads,
  seedLeads,
} from '../../testing/leads.ts'
import { expectToast, focus } from '../../testing/locators.ts'
import { openOffice } from '../../testing/office.tsx'
import { logIn } from '../../testing/session.ts'

const retry = page.getByRole('button', { name: /^Prøv igjen/ })
const record = (name: string) => page.getByRole('dialog', { name, exact: true })
const button = (name: string) => page.getByRole('button', { name, exact: true })
const firstLead = async () => (await readLeads())[0]

beforeEach(async () => {
  await clearLeads()
  await logIn('sales')
})

const openLead = async () => {
  const [id] = await addLeads([{ company_name: 'Utført AS', next_step: 'Ringe', next_step_at: '2031-01-02' }])
  await openOffice(`/leads/${id}`, 'sales')
  await expect.element(record('Utført AS')).toBeVisible()
}

test('a next step that could not be finished or put back is so by the next try', async () => {
  await openLead()
  const restoreFinish = failWith503('PUT', leadPath)
  await button('Utført').click()
  await expectToast('Feil', 'Neste steg ble ikke endret. Databasen er borte.')
  restoreFinish()
  await retry.click()
  await expectToast('Neste steg utført', 'Utført AS: Ringe')
  expect(await firstLead()).toMatchObject({ next_step: null, next_step_at: null })

  // The step is put back, but the answer is lost: the next try finds it there.
  const restoreUndo = loseAnswers('PUT', leadPath)
  await page.getByRole('button', { name: /^Angre/ }).click()
  await expectToast('Feil', /^FeilNeste steg ble ikke satt tilbake\./)
  restoreUndo()
  await retry.click()
  await expectToast('Neste steg er satt tilbake', 'Utført AS')
  expect(await firstLead()).toMatchObject({ next_step: 'Ringe', next_step_at: '2031-01-02' })
})

test('a postponement whose answer was lost is not taken for a change by another user', async () => {
  await openLead()
  const restore = loseAnswers('PUT', leadPath)
  await button('Utsett').click()
  await page.getByRole('option', { name: /^I morgen/ }).click()
  await expectToast('Feil', /Fristen ble ikke endret\./)
  restore()
  await retry.click()
  await expect.poll(() => countCalls('PUT', leadPath)).toBe(2)
  await expect.element(page.getByText(/Fristen ble ikke endret/)).not.toBeInTheDocument()
  expect((await firstLead())?.next_step_at).not.toBe('2031-01-02')
})

test('a field that failed after its record was closed is saved by the next try', async () => {
  await openLead()
  const { promise, resolve } = Promise.withResolvers<void>()
  const restore = intercept('PUT', leadPath, async () => {
    await promise
    throw new TypeError('Failed to fetch')
  })
  await page.getByRole('button', { name: /^Endre Neste steg/ }).click()
  await page.getByRole('textbox', { name: 'Neste steg', exact: true }).fill('Sende tilbud')
  await userEvent.keyboard('{Enter}')
  await expect.poll(() => countCalls('PUT', leadPath)).toBe(1)
  await button('Lukk').click()
  await expect.element(record('Utført AS')).not.toBeInTheDocument()
  resolve()
  await expectToast('Feil', /Neste steg ble ikke lagret\./)
  restore()
  await retry.click()
  await expectToast('Lead oppdatert vellykket', 'Utført AS: Neste steg')
  expect(await firstLead()).toMatchObject({ next_step: 'Sende tilbud' })
})

test('the next page of records that could not be fetched opens by the next try', async () => {
  await seedLeads(52)
  const { leads } = await (await fetch('/api/leads?size=50')).json()
  const last = leads.at(-1)
  await openOffice(`/leads/${last.id}`, 'sales')
  await expect.element(record(last.company_name)).toMatchTextContent('50 av 52')
  const restore = failWith503('GET', leadsPath)
  await userEvent.keyboard('j')
  await expectToast('Feil', 'Databasen er borte.')
  restore()
  await retry.click()
  await expect.element(record('Blåfjell Eksempel 51 AS')).toMatchTextContent('51 av 52')
})

test('leads that could not be made customers are so by the next try, those that were are left alone', async () => {
  await addLeads([
    { company_name: 'Eksempel Bakeri AS', email: 'post@bakeri.example' },
    { company_name: 'Eksempel Bygg AS', email: 'post@bygg.example' },
  ])
  await openOffice('/leads', 'sales')
  await expectCount(2)
  await page.getByRole('checkbox', { name: 'Velg alle viste' }).click()
  await button('Sett status').click()
  await page.getByRole('option', { name: 'Kunde' }).click()
  const dialog = page.getByRole('dialog', { name: 'Gjøre 2 leads til kunder?' })
  const customerPath = /^\/api\/leads\/\d+\/customer$/
  const restore = loseAnswers('POST', customerPath)
  await dialog.getByRole('button', { name: 'Gjør til kunder' }).click()
  await expectToast('Feil', '2 feilet.')
  restore()
  await retry.click()
  await expect.element(dialog).not.toBeInTheDocument()
  expect((await readCustomers()).map(({ name }) => name)).toEqual(['Eksempel Bakeri AS', 'Eksempel Bygg AS'])
})

test('a deletion that is repeated leaves the form that was opened meanwhile alone', async () => {
  await addLeads([{ company_name: 'Første AS' }, { company_name: 'Andre AS' }])
  await openOffice('/leads', 'sales')
  await expectCount(2)
  const restore = failWith503('DELETE', leadPath)
  await button('Slett Første AS').click()
  await page.getByRole('alertdialog').getByRole('button', { name: 'Slett' }).click()
  await expect.element(retry).toBeVisible()
  restore()
  await focus(button('Åpne Andre AS'))
  await userEvent.keyboard('e')
  const form = page.getByRole('dialog', { name: 'Rediger lead' })
  await form.getByLabelText(/^Firmanavn/).fill('Nytt navn AS')
  await userEvent.keyboard('{Alt>}z{/Alt}')
  await expectToast('Lead slettet vellykket', 'Første AS')
  await expect.element(form.getByLabelText(/^Firmanavn/)).toHaveValue('Nytt navn AS')
})
