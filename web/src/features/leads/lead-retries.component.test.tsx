import { beforeEach, expect, test } from 'vitest'
import { page, userEvent } from 'vitest/browser'
import { countCalls, failWith503, intercept, loseAnswers } from '../../testing/calls.ts'
import { addLeads, clearLeads, expectCount, leadPath, readCustomers, readLeads } from '../../testing/leads.ts'
import { chooseOption, expectToast } from '../../testing/locators.ts'
import { openOffice } from '../../testing/office.tsx'
import { logIn } from '../../testing/session.ts'

const retry = page.getByRole('button', { name: /^Prøv igjen/ })
const button = (name: string) => page.getByRole('button', { name, exact: true })
const firstLead = async () => (await readLeads())[0]

beforeEach(async () => {
  await clearLeads()
  await logIn('sales')
})

test('what could not be saved in a record is saved by the next try, also when its answer was lost or it was closed', async () => {
  const [id] = await addLeads([{ company_name: 'Utført AS', next_step: 'Ringe', next_step_at: '2031-01-02' }])
  await openOffice(`/leads/${id}`, 'sales')
  const record = page.getByRole('dialog', { name: 'Utført AS', exact: true })
  await expect.element(record).toBeVisible()
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

  // The same of a new day, which isn't taken for a change by another user.
  const restorePostpone = loseAnswers('PUT', leadPath)
  await button('Utsett').click()
  await page.getByRole('option', { name: /^I morgen/ }).click()
  await expectToast('Feil', /Fristen ble ikke endret\./)
  restorePostpone()
  const callsBefore = countCalls('PUT', leadPath)
  await retry.click()
  await expect.poll(() => countCalls('PUT', leadPath)).toBe(callsBefore + 1)
  await expect.element(page.getByText(/Fristen ble ikke endret/)).not.toBeInTheDocument()
  expect((await firstLead())?.next_step_at).not.toBe('2031-01-02')

  const { promise, resolve } = Promise.withResolvers<void>()
  const restoreField = intercept('PUT', leadPath, async () => {
    await promise
    throw new TypeError('Failed to fetch')
  })
  await page.getByRole('button', { name: /^Endre Neste steg/ }).click()
  await page.getByRole('textbox', { name: 'Neste steg', exact: true }).fill('Sende tilbud')
  await userEvent.keyboard('{Enter}')
  await expect.poll(() => countCalls('PUT', leadPath)).toBe(callsBefore + 2)
  await button('Lukk').click()
  await expect.element(record).not.toBeInTheDocument()
  resolve()
  await expectToast('Feil', /Neste steg ble ikke lagret\./)
  restoreField()
  await retry.click()
  await expectToast('Lead oppdatert vellykket', 'Utført AS: Neste steg')
  expect(await firstLead()).toMatchObject({ next_step: 'Sende tilbud' })
})

test('leads that could not be made customers are so by the next try, those that were are left alone', async () => {
  await addLeads([
    { company_name: 'Eksempel Bakeri AS', email: 'post@bakeri.example' },
    { company_name: 'Eksempel Bygg AS', email: 'post@bygg.example' },
  ])
  await openOffice('/leads', 'sales')
  await expectCount(2)
  await page.getByRole('checkbox', { name: 'Velg alle viste' }).click()
  await chooseOption(button('Sett status'), 'Kunde')
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
