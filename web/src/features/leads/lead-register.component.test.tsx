import { checkLeadRegister, updateLead } from '@kontor/contract/leads/leads.endpoints'
import { beforeEach, expect, test } from 'vitest'
import { commands, page, userEvent } from 'vitest/browser'
import { call } from '../../platform/api-client.ts'
import { truncateTables } from '../../testing/database.ts'
import { addLeads, clearLeads, readLeads, rowOf } from '../../testing/leads.ts'
import { expectToast, focus } from '../../testing/locators.ts'
import { openOffice } from '../../testing/office.tsx'
import { logIn } from '../../testing/session.ts'

const companies = '/enhetsregisteret/api/enheter'
const place = { adresse: ['Eksempelgata 1'], postnummer: '0151', poststed: 'OSLO', landkode: 'NO' }

const dialog = page.getByRole('dialog', { name: 'Rediger lead' })
const ask = dialog.getByRole('button', { name: 'Sjekk mot Enhetsregisteret' })
const says = (text: string, role: 'status' | 'alert' = 'status') => dialog.getByRole(role).filter({ hasText: text })
const check = (id: number) => call(checkLeadRegister, { params: { id: String(id) } })

/** Makes the register return company 900000103 with this name and address. */
const setRegisterCompany = (navn: string, forretningsadresse: object) => {
  const company = {
    organisasjonsnummer: '900000103',
    navn,
    forretningsadresse,
    konkurs: false,
    underAvvikling: false,
    organisasjonsform: { kode: 'AS', beskrivelse: 'Aksjeselskap' },
    overordnetEnhet: null,
  }
  return commands.setRegister({ bodies: { [companies]: { _embedded: { enheter: [company] } } } })
}

beforeEach(async () => {
  await clearLeads()
  // Other files' checks of the same companies would count as earlier states.
  await truncateTables('company_states')
  await logIn('sales')
})

test("shows the register's warnings beside a name and in its form; a new check there loses no change", async () => {
  const ids = await addLeads([
    { company_name: 'Konkursrammet', org_no: '900000650' },
    { company_name: 'Avvikles', org_no: '900000766' },
    { company_name: 'Nedlagt', org_no: '900001754' },
  ])
  const [unchecked] = await addLeads([{ company_name: 'Usjekket', org_no: '900000650' }])
  const [moved] = await addLeads([{ company_name: 'Flyttet', org_no: '900000103' }])
  await setRegisterCompany('FLYTTET', place)
  await check(moved ?? 0)
  await commands.setRegister({})
  for (const id of ids) await check(id)
  await openOffice('/leads', 'sales')
  await expect.element(rowOf('Konkursrammet')).toMatchTextContent('Konkurs')
  await expect.element(rowOf('Avvikles')).toMatchTextContent('Under avvikling')
  await expect.element(rowOf('Nedlagt')).toMatchTextContent('Slettet')
  await expect.element(rowOf('Flyttet')).not.toMatchTextContent(/Nytt navn|Ny adresse/)

  await focus(page.getByRole('button', { name: 'Åpne Flyttet' }))
  await userEvent.keyboard('e')
  await commands.setRegister({ status: 503 })
  await ask.click()
  await expect.element(says('Brønnøysundregistrene svarer ikke', 'alert')).toBeVisible()
  await setRegisterCompany('OMDØPT AS', { ...place, adresse: ['Nygata 2'] })
  await ask.click()
  await expect
    .element(says('Heter'))
    .toHaveTextContent('Heter nå Omdøpt AS i Enhetsregisteret. Ny adresse i Enhetsregisteret: Nygata 2, 0151 Oslo.')
  await userEvent.keyboard('{Escape}')
  await expect.element(rowOf('Flyttet')).toMatchTextContent('Nytt navn')

  const open = page.getByRole('button', { name: 'Rediger Usjekket' })
  const stored = async () => (await readLeads()).find(({ id }) => id === unchecked)
  await commands.setRegister({})
  await open.click()
  await ask.click()
  await expect.element(says('Konkurs i Enhetsregisteret.')).toBeVisible()
  await expect.element(dialog.getByLabelText('Konkurs')).toHaveTextContent('Ja')
  await dialog.getByLabelText('Notater').fill('Spør bobestyreren')
  await userEvent.keyboard('{Control>}{Enter}{/Control}')
  await expectToast('Lead oppdatert vellykket', 'Usjekket')
  expect(await stored()).toMatchObject({ bankruptcy: true, notes: 'Spør bobestyreren' })

  await open.click()
  await call(updateLead, { params: { id: String(unchecked) }, body: { contact_name: 'Kari Nordmann' } })
  await ask.click()
  await expect.element(dialog.getByText(/^Sjekket/)).toBeVisible()
  await dialog.getByLabelText('Notater').fill('Ikke ring')
  await userEvent.keyboard('{Control>}{Enter}{/Control}')
  await dialog.getByRole('button', { name: 'Bruk denne: Kontaktperson' }).click()
  await dialog.getByRole('button', { name: 'Lagre likevel' }).click()
  await expect.element(dialog).not.toBeInTheDocument()
  expect(await stored()).toMatchObject({ contact_name: 'Kari Nordmann', notes: 'Ikke ring' })
})
