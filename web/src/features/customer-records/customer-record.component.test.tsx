import { createAgreement } from '@kontor/contract/agreements/agreements.endpoints'
import { updateCustomer } from '@kontor/contract/customers/customers.endpoints'
import { logLeadCall } from '@kontor/contract/lead-timeline/lead-timeline.endpoints'
import { makeLeadCustomer } from '@kontor/contract/leads/leads.endpoints'
import { beforeEach, expect, test } from 'vitest'
import { commands, page, userEvent } from 'vitest/browser'
import { call } from '../../platform/api-client.ts'
import { errorAnswer, intercept } from '../../testing/calls.ts'
import { addContactPerson, addCustomers, clearCustomers, readCustomers } from '../../testing/customers.ts'
import { addLeads, clearLeads } from '../../testing/leads.ts'
import { expectToast } from '../../testing/locators.ts'
import { openOffice, shownUrl } from '../../testing/office.tsx'
import { logIn } from '../../testing/session.ts'

const [bakery, builder] = ['Eksempel Bakeri AS', 'Eksempel Bygg AS']
const record = (name: string) => page.getByRole('dialog', { name, exact: true })
const part = (name: string) => page.getByRole('region', { name })
const field = (label: string) => page.getByRole('button', { name: new RegExp(`^Endre ${label}`) })
const input = (label: string) => page.getByRole('textbox', { name: label, exact: true })

let ids: number[] = []

beforeEach(async () => {
  await logIn('admin')
  await clearLeads()
  await clearCustomers()
  ids = await addCustomers([
    { name: bakery, email: 'post@bakeri.example', phone: '22 33 44 55', organizationNumber: '900000103' },
    { name: builder, email: 'post@bygg.example' },
    { name: 'Annen AS', email: 'post@annen.example' },
  ])
})

test('shows agreements with sums, history, contact persons and the lead it came from', async () => {
  const customerId = ids[0] ?? 0
  await addContactPerson({
    customerId,
    firstName: 'Kari',
    lastName: 'Nordmann',
    email: 'kari@bakeri.example',
    telephone: '11 22 33 44',
  })
  const [leadId] = await addLeads([{ company_name: bakery, org_no: '900000103', notes: 'Ring først.' }])
  await call(logLeadCall, { params: { id: String(leadId) }, body: { outcome: 'answered', text: 'Vil ha tilbud.' } })
  await call(makeLeadCustomer, { params: { id: String(leadId) }, body: {} })
  const { agreement } = await call(createAgreement, {
    body: { title: 'Drift', customerId, totalAmount: 100_000, vatAmount: 25_000 },
  })
  await commands.sql(
    `INSERT INTO contacts (name, email, subject, message) VALUES ('Kari', 'KARI@bakeri.example', 'product', 'Hva koster det?')`,
    [],
  )
  await commands.sql(
    `INSERT INTO email_logs (to_address, from_address, from_name, subject, type, delivery, message_id, related_id)
     SELECT 'kari@bakeri.example', 'post@eksempel.example', 'Eksempel AS', 'Takk', 'contact', 'sent', gen_random_uuid(), id
     FROM contacts WHERE message = 'Hva koster det?'`,
  )
  await openOffice(`/admin/kunder/${customerId}`)
  await expect
    .element(part('Historikk').getByRole('link', { name: 'kari@bakeri.example' }).first())
    .toHaveAttribute('href', expect.stringMatching(/^\/admin\/kontakter\//))
  await expect.element(part('Avtaler').getByRole('link')).toHaveAttribute('href', `/admin/avtaler/${agreement.id}`)
  await expect.element(part('Avtaler').getByRole('row').filter({ hasText: 'Utkast' })).toMatchTextContent(/1\D*0/)
  await expect
    .element(part('Kontaktpersoner').getByRole('link', { name: '11 22 33 44' }))
    .toHaveAttribute('href', 'tel:+4711223344')
  await expect.element(part('Historikk')).toMatchTextContent('Drift: opprettet')
  await expect
    .element(part('Historikk').getByRole('listitem').filter({ hasText: 'Kunden ble opprettet' }))
    .toMatchTextContent('Administrator')
  await expect.element(part('Historikk')).toMatchTextContent('Henvendelse: Produktinformasjon (ny)')
  const called = part('Historikk').getByRole('listitem').filter({ hasText: 'Samtale: Svarte' })
  await expect.element(called).toMatchTextContent(`Samtale: Svarte · fra leadet ${bakery}`)
  await expect.element(called).toMatchTextContent(/Administrator\s*Vil ha tilbud\./)
  await expect.element(called.getByRole('link')).toHaveAttribute('href', `/leads/${leadId}`)
  await expect.element(part('Historikk')).toMatchTextContent('Hva koster det?')
  await expect.element(part('Kom fra').getByRole('link')).toHaveAttribute('href', `/leads/${leadId}`)
  await expect.element(part('Bedriften')).toMatchTextContent('Ring først.')
  await expect.element(part('Enhetsregisteret')).toMatchTextContent(/MVA-registrert\s*Ja/)
  await expect
    .element(part('Enhetsregisteret').getByRole('link'))
    .toHaveAttribute('href', 'https://virksomhet.brreg.no/nb/oppslag/enheter/900000103')

  await page.getByRole('button', { name: 'Slett', exact: true }).click()
  await expect
    .element(page.getByRole('alertdialog'))
    .toMatchTextContent(/ slettet, sammen med 1 kontaktperson og 1 avtale\. .*1 lead som ble til kunden, blir stående/)
})

test('is linked from the record of the lead that it came from, not for sales users', async () => {
  const [leadId] = await addLeads([{ company_name: 'Bakeriet', org_no: '900000103' }])
  const { lead } = await call(makeLeadCustomer, { params: { id: String(leadId) }, body: {} })
  await openOffice(`/leads/${leadId}`, 'admin')
  const link = part('Kunde').getByRole('link', { name: bakery })
  await expect.element(link).toHaveAttribute('href', `/admin/kunder/${lead.customer_id}`)
  await openOffice(`/leads/${leadId}`, 'sales')
  await expect.element(part('Historikk')).toMatchTextContent('Ble kunde')
  await expect.element(part('Kunde')).not.toBeInTheDocument()
})

test("edits a field, keeps others' changes, and adds an agreement", async () => {
  await openOffice(`/admin/kunder/${ids[0]}`)
  await page.getByRole('button', { name: /^Vis \d+ tomme felter$/ }).click()
  await field('Poststed').click()
  await call(updateCustomer, { params: { id: String(ids[0]) }, body: { industry: 'Bakeri' } })
  await input('Poststed').fill('Bergen')
  await userEvent.keyboard('{Enter}')
  await expectToast('Kunde oppdatert', `${bakery}: Poststed`)
  await expect.element(field('Poststed')).toHaveFocus()
  await expect.poll(readCustomers).toContainEqual(expect.objectContaining({ city: 'Bergen', industry: 'Bakeri' }))

  await part('Avtaler').getByRole('button', { name: 'Ny avtale' }).click()
  const form = page.getByRole('dialog', { name: 'Ny avtale' })
  await form.getByLabelText(/^Tittel/).fill('Taklegging')
  await form.getByRole('button', { name: 'Opprett' }).click()
  await expectToast('Avtale opprettet', 'Taklegging')
  await expect.poll(shownUrl).toMatch(/^\/admin\/avtaler\//)
  await expect.element(page.getByRole('dialog', { name: 'Taklegging' })).toMatchTextContent(bakery)
})

test('a check in the register brings the facts beneath it up to date', async () => {
  let konkurs = false
  intercept('GET', /\/brreg\/search$/, async (_, forward) => {
    const { _embedded } = await (await forward()).json()
    return Response.json({
      _embedded: { enheter: _embedded.enheter.map((company: object) => ({ ...company, konkurs })) },
    })
  })
  await openOffice(`/admin/kunder/${ids[0]}`)
  const register = part('Enhetsregisteret')
  await expect.element(register).toMatchTextContent(/Konkurs\s*Nei/)
  konkurs = true
  await register.getByRole('button', { name: 'Sjekk nå' }).click()
  await expect.element(register).toMatchTextContent(/Konkurs\s*Ja/)
})

test('retries after a failure', async () => {
  const stop = intercept('GET', /\/record$/, () => errorAnswer(500, 'Noe gikk galt hos oss.'))
  await openOffice(`/admin/kunder/${ids[0]}`)
  await expect.element(record('Kunne ikke hente kunden')).toMatchTextContent('Noe gikk galt hos oss.')
  stop()
  await page.getByRole('button', { name: 'Prøv igjen' }).click()
  await expect.element(record(bakery)).toBeVisible()
})
