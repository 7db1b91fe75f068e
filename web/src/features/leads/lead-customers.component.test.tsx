import { makeLeadCustomer } from '@kontor/contract/leads/leads.endpoints'
import { beforeEach, expect, test } from 'vitest'
import { commands, page, userEvent } from 'vitest/browser'
import { call } from '../../platform/api-client.ts'
import { expectAccessible } from '../../testing/axe.ts'
import { countCalls, errorAnswer, intercept } from '../../testing/calls.ts'
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
import { expectToast } from '../../testing/locators.ts'
import { openOffice } from '../../testing/office.tsx'
import { logIn } from '../../testing/session.ts'

const bakery = { company_name: 'Eksempel Bakeri AS', email: 'post@bakeri.example', org_no: '974760673' }
const builder = { company_name: 'Eksempel Bygg AS' }
const cafe = { company_name: 'Eksempel Kafé AS', email: 'post@kafe.example', org_no: '889640782' }

const customerPath = /^\/api\/leads\/\d+\/customer$/
const dialogs = page.getByRole('dialog')
const offer = (count: number) => page.getByRole('dialog', { name: `Gjøre ${count} leads til kunder?` })

const makeSelectedKunde = async () => {
  await page.getByRole('button', { name: 'Sett status' }).click()
  await page.getByRole('option', { name: 'Kunde' }).click()
}

const makeAllKunde = async () => {
  await page.getByRole('checkbox', { name: 'Velg alle viste' }).click()
  await makeSelectedKunde()
}

const openWith = async (leads: readonly NewLead[]): Promise<number[]> => {
  await logIn('sales')
  const ids = await addLeads(leads)
  await openOffice('/leads', 'sales')
  await expectCount(leads.length)
  return ids
}

const customerNames = async () => (await readCustomers()).map(({ name }) => name)

beforeEach(clearLeads)

test('offers to make a lead that becomes Kunde a customer, once it has an address', async () => {
  await openWith([bakery, builder])
  await setStatus('Eksempel Bygg AS', 'Kunde')
  const dialog = page.getByRole('dialog', { name: 'Gjøre Eksempel Bygg AS til kunde?' })
  await expect.element(dialog).toBeVisible()
  await expectAccessible()
  await dialog.getByRole('button', { name: 'Gjør til kunde' }).click()
  await expect.element(dialog.getByLabelText(/^E-post/)).toHaveFocus()
  expect(await readCustomers()).toEqual([])
  await dialog.getByLabelText(/^E-post/).fill('post@bygg.example')
  await dialog.getByRole('button', { name: 'Gjør til kunde' }).dblClick()
  await expectToast('Kunde opprettet', 'Eksempel Bygg AS')
  expect(await readCustomers()).toEqual([{ name: 'Eksempel Bygg AS', email: 'post@bygg.example' }])
  await page.getByRole('button', { name: 'Rediger Eksempel Bygg AS' }).click()
  const form = page.getByRole('dialog', { name: 'Rediger lead' })
  await expect.element(form.getByText('Er kunde')).toBeVisible()
  await expect.element(form.getByRole('listitem').filter({ hasText: 'Ny → til Kunde' })).toMatchTextContent('salg')
  await expectAccessible()
  // Its own customer is not a duplicate; another lead with the address is.
  const answered: string[] = []
  intercept('GET', /^\/api\/leads\/duplicates$/, async (request, forward) => {
    const answer = await forward()
    answered.push(new URL(request.url).searchParams.get('email') ?? '')
    return answer
  })
  await form.getByLabelText(/^E-post/).fill('POST@bygg.example')
  await expect.poll(() => answered.some((email) => email.toLowerCase() === 'post@bygg.example')).toBe(true)
  await expect.element(form.getByText(/Finnes fra før/)).not.toBeInTheDocument()
  await form.getByLabelText(/^E-post/).fill('POST@bakeri.example')
  await expect.element(form.getByText('Finnes fra før: Eksempel Bakeri AS har samme e-post.')).toBeVisible()
})

test('names the customer that the lead becomes, and asks again if that has changed', async () => {
  await commands.sql(`INSERT INTO customers (name, email) VALUES ('EKSEMPEL BYGG AS', 'kunde@bygg.example')`)
  await openWith([{ ...builder, contact_name: 'Kari', notes: 'Ring først.' }, bakery])
  await setStatus('Eksempel Bygg AS', 'Kunde')
  const linking = page.getByRole('dialog', { name: 'Gjøre Eksempel Bygg AS til kunde?' })
  const told = (dialog: typeof linking) => dialog.getByRole('status')
  await expect.element(told(linking)).toMatchTextContent('kobles til kunden Eksempel Bygg AS, som finnes fra før')
  await expectAccessible()
  await linking.getByRole('button', { name: 'Gjør til kunde' }).click()
  await expectToast('Koblet til kunde', 'Eksempel Bygg AS')

  await setStatus('Eksempel Bakeri AS', 'Kunde')
  const making = page.getByRole('dialog', { name: 'Gjøre Eksempel Bakeri AS til kunde?' })
  await expect.element(told(making)).toMatchTextContent('Det opprettes en ny kunde: Eksempel Bakeri AS.')
  await commands.sql(
    `INSERT INTO customers (name, email, organization_number) VALUES ('Bakeriet', 'kunde@bakeri.example', $1)`,
    [bakery.org_no],
  )
  await making.getByRole('button', { name: 'Gjør til kunde' }).click()
  await expect.element(making.getByRole('alert')).toMatchTextContent('er en annen enn den du så')
  await expect.element(told(making)).toMatchTextContent('kobles til kunden med organisasjonsnummer')
  await making.getByRole('button', { name: 'Gjør til kunde' }).click()
  await expectToast('Koblet til kunde', 'Eksempel Bakeri AS')
  expect(await customerNames()).toEqual(expect.arrayContaining(['EKSEMPEL BYGG AS', 'Bakeriet']))
})

test('offers once to make several leads customers, without those that are; the offer may be declined', async () => {
  await logIn('sales')
  const ids = await addLeads([bakery, builder, cafe])
  await call(makeLeadCustomer, { params: { id: String(ids[2]) }, body: {} })
  await openOffice('/leads', 'sales')
  await expectCount(3)
  await makeAllKunde()
  await expectToast('Status oppdatert vellykket', '3 leads: Kunde')
  await expect.element(offer(2)).toMatchTextContent('Ett lead mangler den.')
  await expect.element(offer(2).getByRole('textbox')).toHaveLength(2)
  await expect.element(offer(2).getByLabelText('E-post for Eksempel Bygg AS')).toHaveFocus()
  await expectAccessible()
  await userEvent.keyboard('{Escape}')
  await expect.element(dialogs).not.toBeInTheDocument()
  await expect.element(page.getByRole('alert').filter({ hasText: /./ })).not.toBeInTheDocument()
  expect(await customerNames()).toEqual(['Eksempel Kafé AS'])
  expect((await readLeads()).map(({ status }) => status)).toEqual(['Kunde', 'Kunde', 'Kunde'])

  // No offer if all are customers already; a single lead gets the single-lead dialog.
  await page.getByRole('checkbox', { name: 'Velg Eksempel Kafé AS' }).click()
  await makeSelectedKunde()
  await expectToast('Status oppdatert vellykket', '1 lead: Kunde')
  await expect.element(dialogs).not.toBeInTheDocument()
  await page.getByRole('checkbox', { name: 'Velg Eksempel Bakeri AS' }).click()
  await makeSelectedKunde()
  await expect.element(page.getByRole('dialog', { name: 'Gjøre Eksempel Bakeri AS til kunde?' })).toBeVisible()
})

test('creates or links each customer once; one that fails leaves the others and can be retried', async () => {
  await commands.sql(
    `INSERT INTO customers (name, email, organization_number) VALUES ('Kafeen', 'kunde@kafe.example', $1)`,
    [cafe.org_no],
  )
  await openWith([bakery, builder, cafe])
  await makeAllKunde()
  const dialog = offer(3)
  const create = dialog.getByRole('button', { name: 'Gjør til kunder' })
  await dialog.getByLabelText('E-post for Eksempel Bakeri AS').fill('ikke en adresse')
  await create.click()
  await expect.element(dialog.getByText('Ugyldig e-postadresse')).toBeVisible()
  expect(await readCustomers()).toHaveLength(1)

  await dialog.getByLabelText('E-post for Eksempel Bakeri AS').fill('faktura@bakeri.example')
  await create.dblClick()
  await expectToast('Feil', '1 kunde opprettet, 1 lead koblet til eksisterende kunde, 1 feilet.')
  await expect
    .element(dialog.getByRole('alert'))
    .toHaveTextContent(
      '1 kunde opprettet, 1 lead koblet til eksisterende kunde, 1 feilet: Eksempel Bygg AS (Kunden trenger en e-postadresse).',
    )
  await expect.element(dialog.getByRole('listitem').filter({ hasText: 'Bakeri' })).toMatchTextContent('Kunde opprettet')
  await expect.element(dialog.getByRole('listitem').filter({ hasText: 'Kafé' })).toMatchTextContent('Koblet til kunde')
  const missing = dialog.getByLabelText('E-post for Eksempel Bygg AS')
  await expect.element(missing).toHaveFocus()
  await expectAccessible()
  await missing.fill('post@bygg.example')
  await userEvent.keyboard('{Control>}{Enter}{/Control}')
  await expectToast('Kunde opprettet', '1 kunde opprettet.')
  await expect.element(dialogs).not.toBeInTheDocument()
  expect(await readCustomers()).toEqual([
    { name: 'Eksempel Bakeri AS', email: 'faktura@bakeri.example' },
    { name: 'Eksempel Bygg AS', email: 'post@bygg.example' },
    { name: 'Kafeen', email: 'kunde@kafe.example' },
  ])
  expect((await readLeads()).every(({ customer_id: id }) => typeof id === 'number')).toBe(true)
})

test('says for each of several leads which customer it becomes, and stops where that has changed meanwhile', async () => {
  await commands.sql(
    `INSERT INTO customers (name, email, organization_number) VALUES ('Kafeen', 'kunde@kafe.example', $1)`,
    [cafe.org_no],
  )
  await openWith([bakery, builder, { ...cafe, email: '' }])
  await makeAllKunde()
  const dialog = offer(3)
  const rowFor = (name: string) => dialog.getByRole('listitem').filter({ hasText: name })
  await expect.element(rowFor('Bakeri')).toMatchTextContent('Det opprettes en ny kunde: Eksempel Bakeri AS.')
  await expect
    .element(rowFor('Kafé'))
    .toMatchTextContent('Leadet kobles til kunden med organisasjonsnummer 889 640 782, som finnes fra før.')
  // An existing customer has an address already.
  await expect.element(dialog).toMatchTextContent('Ett lead mangler den.')
  await expectAccessible()
  await commands.sql(`DELETE FROM customers`)
  await commands.sql(
    `INSERT INTO customers (name, email, organization_number) VALUES ('En annen', 'annen@kafe.example', $1)`,
    [cafe.org_no],
  )
  await dialog.getByRole('button', { name: 'Gjør til kunder' }).click()
  await expect.element(rowFor('Kafé')).toMatchTextContent('er en annen enn den du så')
  await expect.element(rowFor('Bakeri')).toMatchTextContent('Kunde opprettet')
})

test('finishes what is under way when stopped and starts no more; shows failures after closing, too', async () => {
  const many = Array.from({ length: 7 }, (_, index) => ({
    company_name: `Eksempel ${index} AS`,
    email: `post${index}@kunde.example`,
  }))
  await openWith(many)
  const mayAnswer = Promise.withResolvers<void>()
  const stop = intercept('POST', customerPath, async (_, forward) => {
    await mayAnswer.promise
    return forward()
  })
  await makeAllKunde()
  const dialog = offer(7)
  await dialog.getByRole('button', { name: 'Gjør til kunder' }).click()
  await expect.element(dialog.getByRole('progressbar')).toBeVisible()
  await expect.element(dialog.getByRole('button', { name: 'Lagrer 0 av 7 leads …' })).toBeVisible()
  await expect.poll(() => countCalls('POST', customerPath)).toBe(4)
  await expectAccessible()
  await userEvent.keyboard('{Escape}')
  await expect.element(dialog.getByRole('button', { name: 'Stopper …' })).toBeVisible()
  mayAnswer.resolve()
  await expect.element(dialog.getByRole('alert')).toHaveTextContent('4 kunder opprettet, 3 ikke prøvd.')
  expect(countCalls('POST', customerPath)).toBe(4)
  expect(await readCustomers()).toHaveLength(4)

  stop()
  intercept('POST', customerPath, () => errorAnswer(503, 'Databasen er borte.'))
  await dialog.getByRole('button', { name: 'Gjør til kunder' }).click()
  await expect.element(dialog.getByRole('alert')).toMatchTextContent(/^3 feilet: .*\(Databasen er borte\)\.$/)
  await dialog.getByRole('button', { name: 'Lukk' }).last().click()
  await expect.element(page.getByRole('alert').filter({ hasText: '3 feilet' })).toBeVisible()
  expect(await readCustomers()).toHaveLength(4)
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

test('counts a new customer at once, also in a list of customers that was open before', async () => {
  await logIn('admin')
  await addLeads([bakery])
  await openOffice('/admin')
  const customersTab = page.getByRole('tab', { name: 'Kunder', exact: true })
  await customersTab.click()
  await expect.element(page.getByRole('heading', { name: 'Ingen kunder ennå' })).toBeVisible()
  await page.getByRole('link', { name: 'Leads System' }).click()
  await page.getByRole('button', { name: 'Rediger Eksempel Bakeri AS' }).click()
  await page.getByRole('dialog', { name: 'Rediger lead' }).getByRole('button', { name: 'Gjør til kunde' }).click()
  const confirm = page.getByRole('dialog', { name: 'Gjøre Eksempel Bakeri AS til kunde?' })
  await confirm.getByRole('button', { name: 'Gjør til kunde' }).click()
  await expectToast('Kunde opprettet', 'Eksempel Bakeri AS')
  await expect.element(page.getByRole('button', { name: 'Kunde 1' })).toBeVisible()
  await page.getByRole('link', { name: 'Administrasjon' }).click()
  await customersTab.click()
  await expect.element(page.getByRole('heading', { name: 'Kunder (1)' })).toBeVisible()
})
