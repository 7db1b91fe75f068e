import {
  createAgreement,
  createAgreementCondition,
  updateAgreement,
  updateAgreementSettings,
} from '@kontor/contract/agreements/agreements.endpoints'
import { createContactPerson } from '@kontor/contract/customers/customers.endpoints'
import { makeLeadCustomer, setLeadStatus } from '@kontor/contract/leads/leads.endpoints'
import type { LeadStatus } from '@kontor/contract/leads/leads.rules'
import { afterEach, beforeEach, expect, test } from 'vitest'
import { commands, page, userEvent } from 'vitest/browser'
import { call } from '../../../platform/api-client.ts'
import {
  addAgreement,
  addConditions,
  answerByLink,
  clearAgreements,
  press,
  sendAgreement,
} from '../../../testing/agreements.ts'
import { countCalls, failWith503, intercept, loseAnswers } from '../../../testing/calls.ts'
import { addLeads, readLeads, statusPath } from '../../../testing/leads.ts'
import { expectToast } from '../../../testing/locators.ts'
import { followChanges, openOffice } from '../../../testing/office.tsx'
import { logIn } from '../../../testing/session.ts'

const sendPath = /^\/api\/agreements\/[^/]+\/send$/

const dialog = (name: string) => page.getByRole('dialog', { name })
const send = dialog('Send avtale')
const message = send.getByLabelText('Personlig melding')
const openFold = () => send.getByText('Melding, kopi, frist og språk').click()
const verification = page.getByRole('combobox', { name: 'Bekreftelse' })
const retry = page.getByRole('button', { name: /^Prøv igjen/ })
const submit = () => send.getByRole('button', { name: 'Send avtale' }).click()
const changedSince = 'Avtalen er endret i mellomtiden. Se over feltene, og send på nytt.'

const openList = () => openOffice('/admin?tab=agreements')
const openSending = async (title = 'Kvalitetssystem'): Promise<void> => {
  await press(`Send avtale: ${title}`)
  await send.getByRole('radio', { name: /Kari Nordmann/ }).click()
}

const stored = (id: string) =>
  commands.sql(
    `SELECT status, language, verification, verification_chosen AS chosen, valid_until::text FROM agreements WHERE id = $1`,
    [id],
  )

afterEach(() => commands.sql(`DELETE FROM system_settings WHERE key = 'agreements'`))

beforeEach(async () => {
  await logIn('admin')
  await clearAgreements()
})

test('a message is written and previewed, the contact person edited, and all choices are sent', async () => {
  const { customerId } = await addAgreement()
  const other = { customerId, firstName: 'Ola', lastName: 'Hansen', email: 'ola@fjellheim.example' }
  await call(createContactPerson, { body: other })
  const bodies: unknown[] = []
  intercept('POST', sendPath, async (request, forward) => {
    bodies.push(await request.clone().json())
    return forward()
  })
  await openList()
  await press('Send avtale: Kvalitetssystem')
  await expect.element(send.getByText('Ctrl + Enter: Send avtale')).toBeVisible()
  await expect.element(send.getByRole('radio')).toHaveLength(2)
  // Looks disabled without a recipient, but pressing it explains why.
  await expect.element(send.getByRole('radio').first()).toHaveFocus()
  await openFold()
  // Leaving asks after a change of any field.
  await send.getByLabelText('Gyldig til og med').fill('31.12.2099')
  await press('Avbryt')
  await press('Fortsett å redigere')
  await userEvent.keyboard('{Control>}{Enter}{/Control}')
  await expectToast('Feil', 'Du må velge en kontaktperson før sending.')
  await send.getByRole('radio', { name: /Kari Nordmann/ }).click()
  await send.getByRole('button', { name: 'Forhåndsvis e-posten' }).click()
  // Assertions cannot reach into the frame: hovering waits for its text, which the hidden preview at the top may repeat.
  const expectInMail = (text: string) => page.frameLocator(send.css('iframe')).getByText(text).last().hover()
  await expectInMail('Hei, Kari Nordmann!')
  await message.fill('Takk for praten.')
  await expectInMail('Takk for praten.')

  await press('Ny kontaktperson')
  await expect.element(dialog('Ny kontaktperson')).toBeVisible()
  await expect.element(page.getByRole('dialog')).toHaveLength(1)
  await press('Avbryt')
  await expect.element(message).toHaveValue('Takk for praten.')
  // Only a new person becomes the recipient.
  await send.getByRole('button', { name: 'Rediger Ola Hansen' }).click()
  await press('Lagre')
  await expect.element(send.getByRole('radio', { name: /Kari Nordmann/ })).toBeChecked()
  await send.getByRole('button', { name: 'Rediger Kari Nordmann' }).click()
  await page.getByLabelText(/^Fornavn/).fill('Karianne')
  await press('Lagre')
  await expectInMail('Hei, Karianne Nordmann!')

  await send.getByLabelText('Kopi til').fill('sjef@fjellheim.example, ikke en adresse')
  await page.getByRole('combobox', { name: 'Språk' }).click()
  await page.getByRole('option', { name: 'Engelsk', exact: true }).click()
  await expect.element(send.css('iframe')).toHaveAttribute('src', expect.stringContaining('language=en'))
  await verification.click()
  // No provider is configured here.
  await expect.element(page.getByRole('option', { name: 'Lenken og eID' })).not.toBeInTheDocument()
  await page.getByRole('option', { name: 'Lenken og en kode på e-post', exact: true }).click()
  await send.getByRole('checkbox', { name: 'Legg ved PDF' }).click()
  await submit()
  await expect.element(send).toMatchTextContent(/Ugyldig e-postadresse/)
  expect(bodies).toEqual([])
  await send.getByLabelText('Kopi til').fill('sjef@fjellheim.example; regnskap@fjellheim.example')
  await submit()
  await expectToast('Avtale sendt', /Karianne Nordmann/)
  expect(bodies).toMatchObject([
    {
      message: 'Takk for praten.',
      cc: ['sjef@fjellheim.example', 'regnskap@fjellheim.example'],
      attachPdf: true,
      language: 'en',
      verification: 'code',
      validUntil: '2099-12-31',
    },
  ])
})

test('asks before it sends an empty, half Norwegian or unprintable agreement; a retry sends it once', async () => {
  const free = { title: 'Gratis', language: 'en' } as const
  const { id, customerId } = await addAgreement(free, { unitPrice: 0, description: 'Kurs i 漢字' })
  const [conditionId = 0] = await addConditions([{ name: 'Betaling', content: '14 dager' }])
  await call(createAgreementCondition, { params: { id }, body: { conditionId } })
  await call(createAgreement, { body: { title: 'Tom avtale', customerId } })
  await openList()
  await openSending('Tom avtale')
  await submit()
  await expect.element(send).toMatchTextContent('Avtalen har ingen produktlinjer. Vil du sende den likevel?')
  const restore = failWith503('POST', sendPath)
  await press('Send likevel')
  await expectToast('Feil ved sending', 'Kunne ikke sende avtale: 503')
  restore()
  await retry.click()
  await expectToast('Avtale sendt', /Kari Nordmann/)
  await expect.element(send).not.toBeInTheDocument()

  // The mail is sent; only the response is lost.
  await openSending('Gratis')
  await submit()
  await expect
    .element(send)
    .toMatchTextContent(
      'Avtalen er på 0 kr. 1 betingelse finnes bare på norsk. PDF-en kan ikke vise 漢 字 og viser «?» i stedet. Vil du sende den likevel?',
    )
  const before = countCalls('POST', sendPath)
  const findAnswers = loseAnswers('POST', sendPath)
  await press('Send likevel')
  await expectToast('Feil ved sending', /Kunne ikke sende avtale/)
  findAnswers()
  await retry.click()
  await expect.element(page.getByText(changedSince)).toBeVisible()
  expect(countCalls('POST', sendPath)).toBe(before + 2)
  expect(await commands.sql(`SELECT FROM email_logs WHERE subject LIKE '%Gratis%'`)).toHaveLength(1)
})

test('shows a code that is required since and a concurrent change, and sends only after they were seen', async () => {
  const { id } = await addAgreement()
  await call(updateAgreementSettings, { body: { codeAbove: 100_000 } })
  await openOffice(`/admin/avtaler/${id}`)
  await expect
    .element(dialog('Kvalitetssystem'))
    .toMatchTextContent(/Bekreftelse \(ny beløpsgrense\)[\s\S]*Bekreftelse\s*Lenken og en kode på e-post/)
  await press('Send avtale')
  await openFold()
  await expect.element(verification).toMatchTextContent('Lenken og en kode på e-post')
  await expect.element(send).toMatchTextContent(/Beløpet er over grensen for kode, 1\s000,00\skr\./)
  await send.getByRole('radio', { name: /Kari Nordmann/ }).click()
  await message.fill('Takk for praten.')
  await send.getByLabelText('Gyldig til og med').fill('31.12.2098')

  await call(updateAgreement, { params: { id }, body: { language: 'en', validUntil: '2099-12-31' } })
  await submit()
  await expect.element(page.getByText(changedSince)).toBeVisible()
  await expect.element(page.getByText('Feil ved sending')).not.toBeInTheDocument()
  await expect.element(send).toMatchTextContent('Gyldig til og med lagret nå: 31.12.2099')
  await expect.element(send.getByLabelText('Gyldig til og med')).toHaveValue('31.12.2098')
  await press('Bruk denne: Gyldig til og med')
  await expect.element(send.getByLabelText('Gyldig til og med')).toHaveValue('31.12.2099')
  await expect.element(page.getByRole('combobox', { name: 'Språk' })).toMatchTextContent('Engelsk')
  await expect.element(message).toHaveValue('Takk for praten.')
  await submit()
  await expectToast('Avtale sendt', /Kari Nordmann/)
  expect(await stored(id)).toEqual([
    { status: 'sent', language: 'en', verification: 'code', chosen: false, valid_until: '2099-12-31' },
  ])
})

test('warns before sending that the register is silent or reports trouble, also of a number changed since', async () => {
  const { customerId } = await addAgreement()
  const setNumber = (number: string) =>
    commands.sql('UPDATE customers SET organization_number = $1 WHERE id = $2', [number, customerId])
  await setNumber('900000650')
  followChanges()
  await openList()
  await expect.element(page.getByRole('button', { name: 'Oppdater' })).not.toBeInTheDocument()
  const restore = failWith503('GET', /\/brreg\/search$/)
  await press('Send avtale: Kvalitetssystem')
  await expect.element(send).toMatchTextContent('vi vet ikke om kunden er konkurs. Databasen er borte.')
  restore()
  await press('Avbryt')
  await press('Send avtale: Kvalitetssystem')
  await expect.element(send).toMatchTextContent('Trolltunge Fiktivbygg AS er konkurs ifølge Enhetsregisteret.')
  await setNumber('900000766')
  await expect.element(send).toMatchTextContent('Glassberget Eventyreiendom AS er under avvikling ifølge')
})

/** A draft for a customer that came from a lead with this status. */
const addAgreementOfLead = async (status: LeadStatus, company = 'Eksempel Bakeri AS') => {
  const [id = 0] = await addLeads([{ company_name: company, email: 'post@bakeri.example' }])
  const params = { id: String(id) }
  const { lead } = await call(makeLeadCustomer, { params, body: {} })
  await call(setLeadStatus, { params, body: { status } })
  const customerId = lead.customer_id ?? 0
  const person = { customerId, firstName: 'Kari', lastName: 'Nordmann', email: 'kari@bakeri.example' }
  await call(createContactPerson, { body: person })
  return addAgreement({ customerId, title: company })
}

test('sending sets the lead that the customer came from to «Tilbud sendt», unless it is further', async () => {
  await addAgreementOfLead('Kunde', 'Ferdig AS')
  await addAgreementOfLead('Kontaktet')
  const offerFor = (company: string) =>
    page.getByRole('checkbox', { name: `Sett leadet «${company}» til «Tilbud sendt»` })
  const statuses = async () =>
    Object.fromEntries((await readLeads()).map(({ company_name, status }) => [company_name, status]))
  await openList()
  await openSending('Ferdig AS')
  await expect.element(offerFor('Ferdig AS')).not.toBeChecked()
  await submit()
  await expectToast('Avtale sendt', /Kari Nordmann/)
  await expect.element(send).not.toBeInTheDocument()

  await openSending('Eksempel Bakeri AS')
  await expect.element(offerFor('Eksempel Bakeri AS')).toBeChecked()
  const restore = failWith503('PATCH', statusPath)
  await submit()
  await expectToast('Feil', 'Leadet fikk ikke statusen «Tilbud sendt». Databasen er borte.')
  await expect.element(send).not.toBeInTheDocument()
  restore()
  await retry.click()
  await expectToast('Status oppdatert vellykket', 'Eksempel Bakeri AS: Tilbud sendt')
  expect(await statuses()).toEqual({ 'Ferdig AS': 'Kunde', 'Eksempel Bakeri AS': 'Tilbud sendt' })
})

test("a lead shows the customer's answer without a reload, with a link for the administrator only", async () => {
  const agreement = await addAgreementOfLead('Tilbud sendt')
  await sendAgreement(agreement)
  const [lead] = await readLeads()
  followChanges()
  await openOffice(`/leads/${lead?.id}`, 'sales')
  const record = dialog('Eksempel Bakeri AS')
  const region = record.getByRole('region', { name: 'Avtale' })
  await expect.element(region).toMatchTextContent(`${agreement.reference} Eksempel Bakeri AS`)
  await expect.element(region).toMatchTextContent('Sendt')
  await expect.element(region.getByRole('link')).not.toBeInTheDocument()
  await expect.element(page.getByRole('button', { name: 'Oppdater' })).not.toBeInTheDocument()
  await answerByLink(agreement, { action: 'accept' })
  await expect.element(region).toMatchTextContent('Akseptert')
  await expect.element(record.getByRole('list', { name: 'Historikk' })).toMatchTextContent('Besvart: Akseptert')

  await openOffice('/leads')
  await page.getByRole('button', { name: /Rediger Eksempel Bakeri AS/ }).click()
  await dialog('Rediger lead').getByRole('region', { name: 'Avtale' }).getByRole('link').click()
  await expect.element(dialog('Eksempel Bakeri AS')).toMatchTextContent('Akseptert')
})
