import { makeLeadCustomer } from '@kontor/contract/leads/leads.endpoints'
import { beforeEach, expect, test } from 'vitest'
import { commands, page, userEvent } from 'vitest/browser'
import { call } from '../../platform/api-client.ts'
import { countCalls, errorAnswer, intercept, loseAnswers } from '../../testing/calls.ts'
import {
  addLeads,
  clearLeads,
  expectCount,
  type NewLead,
  readCustomers,
  readLeads,
  setStatus,
  statusPath,
} from '../../testing/leads.ts'
import { chooseOption, expectToast } from '../../testing/locators.ts'
import { openOffice } from '../../testing/office.tsx'
import { logIn } from '../../testing/session.ts'

const bakery = { company_name: 'Eksempel Bakeri AS', email: 'post@bakeri.example', org_no: '974760673' }
const builder = { company_name: 'Eksempel Bygg AS' }
const cafe = { company_name: 'Eksempel Kafé AS', email: 'post@kafe.example', org_no: '889640782' }

const customerPath = /^\/api\/leads\/\d+\/customer$/
const dialogs = page.getByRole('dialog')
const offer = (count: number) => page.getByRole('dialog', { name: `Gjøre ${count} leads til kunder?` })

const makeSelectedKunde = async () => {
  await chooseOption(page.getByRole('button', { name: 'Sett status' }), 'Kunde')
}

const makeAllKunde = async () => {
  await page.getByRole('checkbox', { name: 'Velg alle viste' }).click()
  await makeSelectedKunde()
}

const addCustomer = (name: string, email: string, number: string | null = null) =>
  commands.sql('INSERT INTO customers (name, email, organization_number) VALUES ($1, $2, $3)', [name, email, number])

const openWith = async (leads: readonly NewLead[]): Promise<number[]> => {
  await logIn('sales')
  const ids = await addLeads(leads)
  await openOffice('/leads', 'sales')
  await expectCount(leads.length)
  return ids
}

const customerNames = async () => (await readCustomers()).map(({ name }) => name)

beforeEach(clearLeads)

test('offers to make a lead that becomes Kunde a customer, names it, and asks again if that has changed', async () => {
  await addCustomer('EKSEMPEL BYGG AS', 'kunde@bygg.example')
  await openWith([bakery, { ...builder, contact_name: 'Kari', notes: 'Ring først.' }, { company_name: 'Ny AS' }])
  const dialog = (name: string) => page.getByRole('dialog', { name: `Gjøre ${name} til kunde?` })
  const confirm = (name: string) => dialog(name).getByRole('button', { name: 'Gjør til kunde' })
  const told = (name: string) => dialog(name).getByRole('status')
  await setStatus('Ny AS', 'Kunde')
  await confirm('Ny AS').click()
  await expect.element(dialog('Ny AS').getByLabelText(/^E-post/)).toHaveFocus()
  expect(await readCustomers()).toHaveLength(1)
  await dialog('Ny AS')
    .getByLabelText(/^E-post/)
    .fill('post@ny.example')
  await confirm('Ny AS').dblClick()
  await expectToast('Kunde opprettet', 'Ny AS')

  await setStatus('Eksempel Bygg AS', 'Kunde')
  await expect
    .element(told('Eksempel Bygg AS'))
    .toMatchTextContent('kobles til kunden Eksempel Bygg AS, som finnes fra før')
  await confirm('Eksempel Bygg AS').click()
  await expectToast('Koblet til kunde', 'Eksempel Bygg AS')

  const name = 'Eksempel Bakeri AS'
  await setStatus(name, 'Kunde')
  await expect.element(told(name)).toMatchTextContent('Det opprettes en ny kunde: Eksempel Bakeri AS.')
  await addCustomer('Bakeriet', 'kunde@bakeri.example', bakery.org_no)
  await confirm(name).click()
  await expect.element(dialog(name).getByRole('alert')).toMatchTextContent('er en annen enn den du så')
  await expect.element(told(name)).toMatchTextContent('kobles til kunden med organisasjonsnummer')
  await confirm(name).click()
  await expectToast('Koblet til kunde', name)
  expect((await readCustomers()).map(({ email }) => email).toSorted()).toEqual([
    'kunde@bakeri.example',
    'kunde@bygg.example',
    'post@ny.example',
  ])

  await page.getByRole('button', { name: 'Rediger Ny AS' }).click()
  const form = page.getByRole('dialog', { name: 'Rediger lead' })
  await expect.element(form.getByText('Er kunde')).toBeVisible()
  await expect.element(form.getByRole('listitem').filter({ hasText: 'Ny → til Kunde' })).toMatchTextContent('salg')
  // The lead's own customer is not a duplicate.
  const answered: string[] = []
  intercept('GET', /^\/api\/leads\/duplicates$/, async (request, forward) => {
    const answer = await forward()
    answered.push(new URL(request.url).searchParams.get('email')?.toLowerCase() ?? '')
    return answer
  })
  await form.getByLabelText(/^E-post/).fill('POST@ny.example')
  await expect.poll(() => answered).toContain('post@ny.example')
  await expect.element(form.getByText(/Finnes fra før/)).not.toBeInTheDocument()
})

test('makes or links the customer of each lead once, and retries only leads that failed or changed', async () => {
  await addCustomer('Kafeen', 'kunde@kafe.example', cafe.org_no)
  await openWith([bakery, builder, { ...cafe, email: '' }])
  await makeAllKunde()
  const dialog = offer(3)
  const create = dialog.getByRole('button', { name: 'Gjør til kunder' })
  const rowFor = (name: string) => dialog.getByRole('listitem').filter({ hasText: name })
  await expect.element(rowFor('Bakeri')).toMatchTextContent('Det opprettes en ny kunde: Eksempel Bakeri AS.')
  await expect
    .element(rowFor('Kafé'))
    .toMatchTextContent('Leadet kobles til kunden med organisasjonsnummer 889 640 782, som finnes fra før.')
  // An existing customer has an address already.
  await expect.element(dialog).toMatchTextContent('Ett lead mangler den.')
  await dialog.getByLabelText('E-post for Eksempel Bakeri AS').fill('ikke en adresse')
  await create.click()
  await expect.element(dialog.getByText('Ugyldig e-postadresse')).toBeVisible()
  expect(await readCustomers()).toHaveLength(1)

  await dialog.getByLabelText('E-post for Eksempel Bakeri AS').fill('faktura@bakeri.example')
  await commands.sql('DELETE FROM customers')
  await addCustomer('En annen', 'annen@kafe.example', cafe.org_no)
  await create.dblClick()
  await expectToast('Feil', '1 kunde opprettet, 2 feilet.')
  await expect
    .element(dialog.getByRole('alert'))
    .toMatchTextContent(/^1 kunde opprettet, 2 feilet: .*Eksempel Bygg AS \(Kunden trenger en e-postadresse\)/)
  await expect.element(rowFor('Bakeri')).toMatchTextContent('Kunde opprettet')
  await expect.element(rowFor('Kafé')).toMatchTextContent('er en annen enn den du så')
  // The first failed lead.
  await expect.element(dialog.getByLabelText('E-post for Eksempel Kafé AS')).toHaveFocus()
  await dialog.getByLabelText('E-post for Eksempel Bygg AS').fill('post@bygg.example')
  // The responses are lost: on the next try the leads are customers already.
  const restore = loseAnswers('POST', customerPath)
  await userEvent.keyboard('{Control>}{Enter}{/Control}')
  await expectToast('Feil', /^Feil2 feilet\./)
  restore()
  await page.getByRole('button', { name: /^Prøv igjen/ }).click()
  await expect.element(dialogs).not.toBeInTheDocument()
  expect(await readCustomers()).toEqual([
    { name: 'Eksempel Bakeri AS', email: 'faktura@bakeri.example' },
    { name: 'Eksempel Bygg AS', email: 'post@bygg.example' },
    { name: 'En annen', email: 'annen@kafe.example' },
  ])
  expect((await readLeads()).every(({ customer_id: id }) => typeof id === 'number')).toBe(true)
})

test('offers leads without a customer; can be declined or stopped, which finishes the pending one', async () => {
  await logIn('sales')
  const many = Array.from({ length: 6 }, (_, index) => ({
    company_name: `Eksempel ${index} AS`,
    email: `post${index}@kunde.example`,
  }))
  const ids = await addLeads([cafe, builder, ...many])
  await call(makeLeadCustomer, { params: { id: String(ids[0]) }, body: {} })
  await openOffice('/leads', 'sales')
  await expectCount(8)
  await makeAllKunde()
  await expectToast('Status oppdatert vellykket', '8 leads: Kunde')
  const dialog = offer(7)
  await expect.element(dialog).toMatchTextContent('Ett lead mangler den.')
  await expect.element(dialog.getByRole('textbox')).toHaveLength(7)
  await expect.element(dialog.getByLabelText('E-post for Eksempel Bygg AS')).toHaveFocus()
  await userEvent.keyboard('{Escape}')
  await expect.element(dialogs).not.toBeInTheDocument()
  await expect.element(page.getByRole('alert').filter({ hasText: /./ })).not.toBeInTheDocument()
  expect(await customerNames()).toEqual(['Eksempel Kafé AS'])
  expect((await readLeads()).map(({ status }) => status)).toEqual(Array.from({ length: 8 }, () => 'Kunde'))

  // No offer if all are customers already; a single lead gets the single-lead dialog.
  await page.getByRole('checkbox', { name: 'Velg Eksempel Kafé AS' }).click()
  await makeSelectedKunde()
  await expectToast('Status oppdatert vellykket', '1 lead: Kunde')
  await expect.element(dialogs).not.toBeInTheDocument()
  await page.getByRole('checkbox', { name: 'Velg Eksempel 0 AS' }).click()
  await makeSelectedKunde()
  await expect.element(page.getByRole('dialog', { name: 'Gjøre Eksempel 0 AS til kunde?' })).toBeVisible()
  await userEvent.keyboard('{Escape}')
  await expect.element(dialogs).not.toBeInTheDocument()

  const mayAnswer = Promise.withResolvers<void>()
  const stop = intercept('POST', customerPath, async (_, forward) => {
    await mayAnswer.promise
    return forward()
  })
  const callsBefore = countCalls('POST', customerPath)
  await makeAllKunde()
  await dialog.getByLabelText('E-post for Eksempel Bygg AS').fill('post@bygg.example')
  await dialog.getByRole('button', { name: 'Gjør til kunder' }).click()
  await expect.element(dialog.getByRole('progressbar')).toBeVisible()
  await expect.element(dialog.getByRole('button', { name: 'Lagrer 0 av 7 leads …' })).toBeVisible()
  await expect.poll(() => countCalls('POST', customerPath) - callsBefore).toBe(4)
  await userEvent.keyboard('{Escape}')
  await expect.element(dialog.getByRole('button', { name: 'Stopper …' })).toBeVisible()
  mayAnswer.resolve()
  await expect.element(dialog.getByRole('alert')).toHaveTextContent('4 kunder opprettet, 3 ikke prøvd.')
  expect(countCalls('POST', customerPath) - callsBefore).toBe(4)
  expect(await readCustomers()).toHaveLength(5)

  // Failures are shown after closing, too.
  stop()
  intercept('POST', customerPath, () => errorAnswer(503, 'Databasen er borte.'))
  await dialog.getByRole('button', { name: 'Gjør til kunder' }).click()
  await expect.element(dialog.getByRole('alert')).toMatchTextContent(/^3 feilet: .*\(Databasen er borte\)\.$/)
  await dialog.getByRole('button', { name: 'Lukk' }).last().click()
  await expect.element(page.getByRole('alert').filter({ hasText: '3 feilet' })).toBeVisible()
  expect(await readCustomers()).toHaveLength(5)
})

test('queues a late offer until the open form is closed, and makes it once', async () => {
  await openWith([bakery, builder])
  const mayAnswer = Promise.withResolvers<void>()
  let answers = 0
  intercept('PATCH', statusPath, async (_, forward) => {
    await mayAnswer.promise
    const answer = await forward()
    answers += 1
    return answer
  })
  for (const status of ['Kunde', 'Kontaktet', 'Kunde'] as const) await setStatus('Eksempel Bygg AS', status)
  await page.getByRole('button', { name: 'Rediger Eksempel Bakeri AS' }).click()
  const form = page.getByRole('dialog', { name: 'Rediger lead' })
  await form.getByLabelText('Kontaktperson').fill('Kari Nordmann')
  mayAnswer.resolve()
  await expect.poll(() => answers).toBe(3)
  await expectToast('Status oppdatert vellykket', 'Eksempel Bygg AS: Kunde')
  await expect.element(form.getByLabelText('Kontaktperson')).toHaveValue('Kari Nordmann')
  await form.getByRole('button', { name: 'Lagre' }).click()
  await expect.element(page.getByRole('dialog', { name: 'Gjøre Eksempel Bygg AS til kunde?' })).toBeVisible()
  expect((await readLeads())[0]?.contact_name).toBe('Kari Nordmann')
  // The status was chosen twice; the offer comes once.
  await userEvent.keyboard('{Escape}')
  await expect.element(dialogs).not.toBeInTheDocument()
})
