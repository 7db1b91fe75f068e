import { expectAccessible } from '../harness/axe.ts'
import { expectToast } from '../harness/customers.ts'
import { addLeads, clearLeads, openLeads, readLeads, rowOf } from '../harness/leads.ts'
import { expect, test } from '../harness/test.ts'

const companies = '/enhetsregisteret/api/enheter'
const place = { adresse: ['Eksempelgata 1'], postnummer: '0151', poststed: 'OSLO', landkode: 'NO' }

test.beforeEach(({ kontor }) => clearLeads(kontor))

test('what the register says stands beside a name and in its form, where it is asked anew', async ({
  page,
  admin,
  register,
  expectedErrors,
}) => {
  expectedErrors.push(/status of 502/)
  const ids = await addLeads(admin, [
    { company_name: 'Konkursrammet', org_no: '900000650' },
    { company_name: 'Avvikles', org_no: '900000766' },
    { company_name: 'Nedlagt', org_no: '900001754' },
    { company_name: 'Flyttet', org_no: '900000103' },
  ])
  const says = (navn: string, forretningsadresse: object) => {
    const company = {
      organisasjonsnummer: '900000103',
      navn,
      forretningsadresse,
      konkurs: false,
      underAvvikling: false,
    }
    const enheter = [{ ...company, organisasjonsform: { kode: 'AS', beskrivelse: 'Aksjeselskap' } }]
    register.misbehave({ bodies: { [companies]: { _embedded: { enheter } } } })
  }
  says('FLYTTET', place)
  await admin.post(`/api/leads/${ids[3]}/register-check`)
  register.misbehave({})
  for (const id of ids.slice(0, 3)) await admin.post(`/api/leads/${id}/register-check`)
  await openLeads(page)
  await expect(rowOf(page, 'Konkursrammet')).toContainText('Konkurs')
  await expect(rowOf(page, 'Avvikles')).toContainText('Under avvikling')
  await expect(rowOf(page, 'Nedlagt')).toContainText('Slettet')
  await expect(rowOf(page, 'Flyttet')).not.toContainText(/Nytt navn|Ny adresse/)

  await page.getByRole('button', { name: 'Åpne Flyttet' }).click()
  const dialog = page.getByRole('dialog', { name: 'Rediger lead' })
  const ask = dialog.getByRole('button', { name: 'Sjekk mot Enhetsregisteret' })
  register.misbehave({ status: 503 })
  await ask.click()
  const alert = (text: string) => dialog.getByRole('alert').filter({ hasText: text })
  await expect(alert('Brønnøysundregistrene svarer ikke')).toBeVisible()
  says('OMDØPT AS', { ...place, adresse: ['Nygata 2'] })
  await ask.click()
  await expect(alert('Heter')).toHaveText(
    'Heter nå OMDØPT AS i Enhetsregisteret. Ny adresse i Enhetsregisteret: Nygata 2, 0151 OSLO.',
  )
  await expectAccessible(page)
  await page.keyboard.press('Escape')
  await expect(rowOf(page, 'Flyttet')).toContainText('Nytt navn')
  await expectAccessible(page)
})

test('asking the register in a form neither undoes what it says nor hides what a colleague has changed', async ({
  page,
  admin,
  expectedErrors,
}) => {
  expectedErrors.push(/status of 409/)
  const [id] = await addLeads(admin, [{ company_name: 'Konkursrammet', org_no: '900000650' }])
  await openLeads(page)
  await page.getByRole('button', { name: 'Åpne Konkursrammet' }).click()
  const dialog = page.getByRole('dialog', { name: 'Rediger lead' })
  const ask = dialog.getByRole('button', { name: 'Sjekk mot Enhetsregisteret' })
  await ask.click()
  // Beside it may stand that a customer has the number.
  await expect(dialog.getByRole('alert').filter({ hasText: 'Konkurs i Enhetsregisteret.' })).toBeVisible()
  await expect(dialog.getByLabel('Konkurs')).toHaveText('Ja')
  await dialog.getByLabel('Notater').fill('Spør bobestyreren')
  await page.keyboard.press('Control+Enter')
  await expectToast(page, 'Lead oppdatert vellykket', 'Konkursrammet')
  expect((await readLeads(admin))[0]).toMatchObject({ bankruptcy: true, notes: 'Spør bobestyreren' })

  await page.getByRole('button', { name: 'Åpne Konkursrammet' }).click()
  await admin.put(`/api/leads/${id}`, { data: { contact_name: 'Kari Nordmann' } })
  await ask.click()
  await expect(dialog.getByText(/^Sjekket/)).toBeVisible()
  await dialog.getByLabel('Notater').fill('Ikke ring')
  await page.keyboard.press('Control+Enter')
  await dialog.getByRole('button', { name: 'Bruk denne: Kontaktperson' }).click()
  await dialog.getByRole('button', { name: 'Lagre likevel' }).click()
  await expect(dialog).toBeHidden()
  expect((await readLeads(admin))[0]).toMatchObject({ contact_name: 'Kari Nordmann', notes: 'Ikke ring' })
})
