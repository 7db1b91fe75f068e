import { beforeEach, expect, test } from 'vitest'
import { commands, page, userEvent } from 'vitest/browser'
import { hold } from '../../testing/calls.ts'
import { CompanySearchPage } from '../../testing/company-search.tsx'
import { mount } from '../../testing/office.tsx'
import { logIn } from '../../testing/session.ts'

const dialog = page.getByRole('dialog', { name: 'Ny kunde' })
const field = dialog.getByRole('combobox', { name: 'Søk i Enhetsregisteret' })
const options = dialog.getByRole('option')
const value = (label: string) => dialog.getByLabelText(label, { exact: true })

const expectComplete = async (): Promise<void> => {
  await expect.element(options).toBeVisible()
  await expect.element(dialog.css('[role=option] .animate-pulse')).toHaveLength(0)
}

beforeEach(async () => {
  await logIn('admin')
  await mount(<CompanySearchPage />)
  await page.getByRole('button', { name: 'Ny kunde' }).click()
})

test('fills empty fields as values arrive; Esc closes the list, and Enter in it does not save', async () => {
  await field.fill('nordfiktiv')
  await expect.element(options).toBeInViewport()
  await userEvent.keyboard('{Escape}')
  await expect.element(options).toHaveLength(0)
  await expect.element(dialog).toBeVisible()

  const accounts = hold('GET', /\/brreg\/financial\//)
  const { number, bodies } = await commands.freshCompany('FYLLES SENERE AS', '900001649')
  await commands.setRegister({ bodies })
  await field.fill(number)
  await expect.element(options).toMatchTextContent('Fylles Senere AS')
  await userEvent.keyboard('{ArrowDown}{Enter}')
  await expect.element(value('Navn')).toHaveValue('Fylles Senere AS')
  await expect.element(dialog).toMatchTextContent('Lagret 0 ganger')
  await expect.element(value('E-post')).toHaveValue('post@tallmagi.example')
  await expect.element(value('Organisasjonsnummer')).toHaveValue(number)
  await expect.element(value('Omsetning')).toHaveValue('')
  await expect.element(value('Ansatte')).toHaveValue('18')
  accounts.release()
  await expect.element(value('Omsetning')).toHaveValue('28110000')
  await expect.element(page.getByRole('dialog')).toHaveLength(1)
  await userEvent.keyboard('{Escape}')
  await expect.element(dialog).not.toBeInTheDocument()
})

const question = page.getByRole('dialog', { name: 'Erstatte det som står i feltene?' })

const choose = async (text: string): Promise<void> => {
  await field.fill(text)
  await expectComplete()
  await options.click()
}

test('asks field by field before it replaces what a person typed, all fields ticked', async () => {
  await value('Navn').fill('Tallmagi')
  await value('Telefon').fill('22 22 22 22')
  await value('E-post').fill('post@tallmagi.example')
  await choose('tallmagi')
  await expect.element(question.getByRole('checkbox', { checked: true })).toHaveLength(2)
  await expect.element(question).toMatchTextContent('22 22 22 22')
  await userEvent.keyboard('{Control>}{Enter}{/Control}')
  await question.getByRole('checkbox', { name: 'Erstatt Navn' }).click()
  await question.getByRole('button', { name: 'Erstatt valgte' }).click()
  await expect.element(value('Telefon')).toHaveValue('00 00 01 40')
  await expect.element(value('Adresse')).toHaveValue('Tallveien 1-3')
  await expect.element(value('Navn')).toHaveValue('Tallmagi')
  await expect.element(dialog).toMatchTextContent('Lagret 0 ganger')
  await expect.element(field).toHaveFocus()

  await choose('havbruk')
  await expect.element(question).toMatchTextContent('Enhetsregisteret sier noe annet om Oppdiktet Havbruk ASA')
  await expect.element(question.getByRole('checkbox')).toHaveLength(2)
  await question.getByRole('button', { name: 'Behold alt' }).click()
  await expect.element(value('Navn')).toHaveValue('Tallmagi')
  await expect.element(value('Organisasjonsnummer')).toHaveValue('900000219')
})

test('replaces values of another company at once, and asks about those edited since', async () => {
  await choose('900 000 103')
  await expect.element(value('Ansatte')).toHaveValue('42')
  await expect.element(value('Omsetning')).toHaveValue('47119000')
  await value('Telefon').fill('22 22 22 22')
  await value('Omsetning').fill('50000000')
  await choose('900 000 545')
  // Asks only about typed values.
  await expect.element(question.getByRole('checkbox')).toHaveLength(2)
  await expect.element(question).toMatchTextContent('ingenting (feltet tømmes)')
  await question.getByRole('checkbox', { name: 'Erstatt Telefon' }).click()
  await question.getByRole('button', { name: 'Erstatt valgte' }).click()
  await expect.element(value('Omsetning')).toHaveValue('')
  await expect.element(value('Navn')).toHaveValue('Åse Nordmann Blåbærgård')
  await expect.element(value('Ansatte')).toHaveValue('')
  await expect.element(value('Telefon')).toHaveValue('22 22 22 22')
  await expect.element(page.getByRole('dialog')).toHaveLength(1)

  await value('Telefon').fill('')
  await choose('900 000 103')
  await expect.element(value('Omsetning')).toHaveValue('47119000')
  const accounts = hold('GET', /\/brreg\/financial\//)
  const { number, bodies } = await commands.freshCompany('ANNET SELSKAP AS', '900001649')
  await commands.setRegister({ bodies })
  await field.fill(number)
  await options.click()
  await expect.element(value('Navn')).toHaveValue('Annet Selskap AS')
  await expect.element(value('Omsetning')).toHaveValue('')
  accounts.release()
  await expect.element(value('Omsetning')).toHaveValue('28110000')
  await expect.element(page.getByRole('dialog')).toHaveLength(1)
})
