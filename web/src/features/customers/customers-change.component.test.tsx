import { beforeEach, expect, test } from 'vitest'
import { page, userEvent } from 'vitest/browser'
import { addCustomers, clearCustomers, expectCustomers, readCustomers, rowOf } from '../../testing/customers.ts'
import { expectToast, focus } from '../../testing/locators.ts'
import { openOffice } from '../../testing/office.tsx'
import { logIn } from '../../testing/session.ts'

const people = [
  { name: 'Eksempel Bakeri AS', email: 'post@bakeri.example', organizationNumber: '974760673' },
  { name: 'Eksempel Bygg AS', email: 'post@bygg.example', organizationNumber: '900000650' },
]

const edit = (name: string) => page.getByRole('button', { name: `Rediger ${name}` })
const remove = (name: string) => page.getByRole('button', { name: `Slett ${name}` })
const created = page.getByRole('dialog', { name: 'Ny kunde' })
const changed = page.getByRole('dialog', { name: 'Rediger kunde' })
const save = 'Lagre'

const pressSave = () => userEvent.keyboard('{Control>}{Enter}{/Control}')

beforeEach(async () => {
  await logIn('admin')
  await clearCustomers()
  await addCustomers(people)
  await openOffice('/admin?tab=customers')
  await expectCustomers(2)
})

test('fills a new customer in from the register, and saves a duplicate all the same', async () => {
  await userEvent.keyboard('n')
  await expect.element(created.getByRole('button', { name: save })).toBeDisabled()
  const search = created.getByPlaceholder('Søk bedrift eller org.nr...')
  await expect.element(search).toHaveFocus()
  await search.fill('nordfiktiv teknologi')
  await created.getByRole('option').first().click()
  for (const [label, value] of [
    ['Navn', 'Nordfiktiv Teknologi AS'],
    ['E-post', 'post@nordfiktiv.example'],
    ['Telefon', '00 00 00 11'],
    ['Nettside', 'www.nordfiktiv.example'],
    ['Adresse', 'Eksempelgata 12 B'],
    ['Postnummer', '0151'],
    ['Poststed', 'Oslo'],
  ] as const) {
    await expect.element(created.getByLabelText(new RegExp(`^${label}`))).toHaveValue(value)
  }
  const number = created.getByLabelText('Org.nr', { exact: true })
  await expect.element(number).toHaveValue('900\u00a0000\u00a0103')
  await expect.element(created.getByLabelText(/^Bransje/)).toHaveValue(expect.stringMatching(/^Konsulentvirksomhet/))
  const [button, email] = [created.getByRole('button', { name: save }), created.getByLabelText(/^E-post/)]

  await email.fill('POST@bakeri.example')
  await expect.element(created.getByText('Finnes fra før: Eksempel Bakeri AS har samme e-post.')).toBeVisible()
  await number.fill('123')
  await expect.element(created.getByText(/Dette er ikke et norsk organisasjonsnummer\./)).toBeVisible()
  await button.click()
  await expectToast('Kunde opprettet', 'Nordfiktiv Teknologi AS')
  await expectCustomers(3)
})

test('edits a customer, who is no duplicate of itself, and deletes it', async () => {
  await edit('Eksempel Bakeri AS').click()
  const number = changed.getByLabelText('Org.nr', { exact: true })
  await expect.element(number).toHaveValue('974\u00a0760\u00a0673')
  await expect.element(changed.getByText(/Finnes fra før/)).not.toBeInTheDocument()
  await changed.getByLabelText(/^Telefon/).fill('12 34 56 78')
  // Ctrl+Enter saves from anywhere in the dialog.
  await focus(changed.getByRole('button', { name: 'Avbryt' }))
  await pressSave()
  await expectToast('Kunde oppdatert', 'Eksempel Bakeri AS')
  await expect.element(rowOf('Eksempel Bakeri AS')).toMatchTextContent(/974\s760\s673/)
  expect(await readCustomers()).toContainEqual(expect.objectContaining({ phone: '12 34 56 78' }))

  await remove('Eksempel Bakeri AS').click()
  const question = page.getByRole('alertdialog', { name: 'Bekreft sletting' })
  await expect.element(question).toMatchTextContent('Eksempel Bakeri AS blir slettet. Kan angres i 30 dager')
  await question.getByRole('button', { name: 'Slett' }).click()
  await expectToast('Kunde slettet', 'Eksempel Bakeri AS')
  await expectCustomers(1)
})

test('checks a customer in the register and shows a bankruptcy beside the name', async () => {
  await page.getByRole('button', { name: 'Åpne Eksempel Bygg AS' }).click()
  const dialog = page.getByRole('dialog', { name: 'Eksempel Bygg AS' })
  const status = dialog.getByRole('region', { name: 'Enhetsregisteret' }).getByRole('status')
  await expect.element(status).toHaveTextContent('Ikke sjekket i Enhetsregisteret ennå.')

  await dialog.getByRole('button', { name: 'Sjekk nå' }).click()
  await expect.element(status).toMatchTextContent('Konkurs i Enhetsregisteret.')
  await expect.element(status).toMatchTextContent('Sjekket')
  await userEvent.keyboard('{Escape}')
  await expect.element(rowOf('Eksempel Bygg AS')).toMatchTextContent('Konkurs')
})
