import { beforeEach, expect, test } from 'vitest'
import { commands, type Locator, page, userEvent } from 'vitest/browser'
import { addAgreement, clearAgreements } from '../testing/agreements.ts'
import { expectAccessible } from '../testing/axe.ts'
import { clearEnquiries, enquiry, sendEnquiries } from '../testing/contacts.ts'
import { addCustomers, clearCustomers, expectCustomers } from '../testing/customers.ts'
import { addLeads, clearLeads, expectCount } from '../testing/leads.ts'
import { focus } from '../testing/locators.ts'
import { openOffice } from '../testing/office.tsx'
import { logIn } from '../testing/session.ts'
import { addWebinar, clearWebinars } from '../testing/webinars.ts'

const names = ['Eksempel A AS', 'Eksempel B AS', 'Eksempel C AS']
const search = page.getByRole('searchbox')
const dialog = page.getByRole('dialog')
const question = page.getByRole('alertdialog')

const press = async (on: Locator, keys: string): Promise<void> => {
  await expect.element(on).toHaveFocus()
  await userEvent.keyboard(keys)
}

const closed = async (): Promise<void> => {
  await expect.element(dialog).not.toBeInTheDocument()
  await expect.element(question).not.toBeInTheDocument()
}

interface List {
  readonly what: string
  readonly open: () => Promise<void>
  readonly opener: (name: string) => Locator
  /** The dialogs' names. */
  readonly opened: string
  readonly edited: string
}

const lists: readonly List[] = [
  {
    what: 'enquiries',
    open: async () => {
      await clearEnquiries()
      await sendEnquiries(names.toReversed().map((name) => enquiry({ name })))
      await openOffice('/admin')
      await expect.element(page.getByRole('heading', { name: /^Kontakthenvendelser \(3/ })).toBeVisible()
    },
    opener: (name) => page.getByRole('button', { name: new RegExp(`^Les .*${name}`) }),
    opened: 'Eksempel B AS',
    edited: 'Rediger henvendelse',
  },
  {
    what: 'customers',
    open: async () => {
      await clearCustomers()
      await addCustomers(names.map((name, index) => ({ name, email: `post${index}@kunde.example` })))
      await openOffice('/admin?tab=customers')
      await expectCustomers(3)
    },
    opener: (name) => page.getByRole('button', { name: `Åpne ${name}`, exact: true }),
    opened: 'Eksempel B AS',
    edited: 'Rediger kunde',
  },
  {
    what: 'leads',
    open: async () => {
      await clearLeads()
      await addLeads(names.map((name) => ({ company_name: name })))
      await openOffice('/leads?sort=company_name%3Aasc')
      await expectCount(3)
    },
    opener: (name) => page.getByRole('button', { name: `Åpne ${name}`, exact: true }),
    opened: 'Eksempel B AS',
    edited: 'Rediger lead',
  },
  {
    what: 'agreements as cards',
    open: async () => {
      await clearAgreements()
      const { customerId } = await addAgreement({ title: 'Eksempel A AS' })
      for (const title of names.slice(1)) await addAgreement({ title, customerId })
      await openOffice('/admin?tab=agreements&sort=title%3Aasc')
    },
    opener: (name) => page.getByRole('heading', { name }).getByRole('button'),
    opened: 'Eksempel B AS',
    edited: 'Rediger avtale',
  },
]

beforeEach(async () => {
  await logIn('admin')
})

for (const { what, open, opener, opened, edited } of lists) {
  test(`${what}: the keyboard leads from the search to the rows and back, opens, edits and deletes`, async () => {
    await open()
    const [first, second, third] = ['Eksempel A AS', 'Eksempel B AS', 'Eksempel C AS'].map(opener)
    if (!first || !second || !third) throw new Error('Three rows are expected')
    await expect.element(third).toBeVisible()
    await focus(search)
    await press(search, 'e')
    await press(search, '{Backspace}{ArrowDown}')
    await press(first, '{ArrowUp}')
    await press(search, '{ArrowDown}')
    await press(first, '{ArrowDown}')
    await press(second, '{Enter}')
    await expect.element(page.getByRole('dialog', { name: opened })).toBeVisible()
    await userEvent.keyboard('{Escape}')
    await closed()

    await press(second, 'e')
    await expect.element(page.getByRole('dialog', { name: edited })).toBeVisible()
    await userEvent.keyboard('{Escape}')
    await closed()

    await press(second, '{Control>}e{/Control}')
    await press(second, '{Delete}')
    await expect.element(question).toMatchTextContent('Eksempel B AS')
    await expectAccessible()
    await userEvent.keyboard('{Escape}')
    await closed()
    await press(second, '{Delete}')
    await question.getByRole('button', { name: 'Slett', exact: true }).click()
    await closed()
    await expect.element(second).not.toBeInTheDocument()
    await expect.element(third).toHaveFocus()
    // The last row is gone: the one above it takes over.
    await press(third, '{Delete}')
    await question.getByRole('button', { name: 'Slett', exact: true }).click()
    await closed()
    await expect.element(third).not.toBeInTheDocument()
    await press(first, '{ArrowUp}')
    await expect.element(search).toHaveFocus()
  })
}

test('webinars: Enter opens the registrations, E edits and Delete asks, and the focus stays in the row', async () => {
  await clearWebinars()
  for (const name of ['Eksempel A', 'Eksempel B']) await addWebinar({ name })
  await openOffice('/admin?tab=webinars')
  const row = page.getByRole('button', { name: 'Påmeldinger til Eksempel B' })
  await expect.element(row).toBeVisible()
  await focus(row)
  await press(row, 'e')
  await expect.element(page.getByRole('dialog', { name: 'Rediger webinar' })).toBeVisible()
  await userEvent.keyboard('{Escape}')
  await closed()
  await press(row, '{Delete}')
  await expect.element(question).toMatchTextContent('Eksempel B')
  await userEvent.keyboard('{Escape}')
  await closed()
  await press(row, '{Enter}')
  await expect.element(row).toHaveAttribute('aria-expanded', 'true')
})

test('Space selects where rows have checkboxes, and the help lists the keys', async () => {
  await lists[0]?.open()
  const checkbox = page.getByRole('checkbox', { name: 'Velg henvendelsen fra Eksempel A AS' })
  await expect.element(checkbox).toBeVisible()
  await focus(search)
  await press(search, '{ArrowDown}')
  const first = page.getByRole('button', { name: /^Les .*Eksempel A AS/ })
  await press(first, ' ')
  await expect.element(checkbox).toBeChecked()
  await press(first, ' ')
  await expect.element(checkbox).not.toBeChecked()
  await press(first, '?')
  const help = page.getByRole('dialog', { name: 'Hurtigtaster' })
  for (const label of ['Gå til første rad', 'Neste rad i en liste', 'Åpne raden', 'Rediger raden', 'Slett raden'])
    await expect.element(help.getByText(label, { exact: true })).toBeVisible()
  await userEvent.keyboard('{Escape}')
  await expect.element(help).not.toBeInTheDocument()
  await focus(checkbox)
  await press(checkbox, '{Enter}')
  await expect.element(page.getByRole('dialog', { name: 'Eksempel A AS' })).toBeVisible()
})

test('moves on also to rows that are drawn later', async () => {
  await clearCustomers()
  await commands.sql(
    `INSERT INTO customers (name, email)
     SELECT 'Eksempel ' || lpad(n::text, 3, '0'), 'post@kunde' || n || '.example' FROM generate_series(1, 300) AS n`,
  )
  await openOffice('/admin?tab=customers')
  await expectCustomers(300)
  const opener = (name: string) => page.getByRole('button', { name: `Åpne ${name}`, exact: true })
  await expect.element(opener('Eksempel 001')).toBeVisible()
  await focus(search)
  await press(search, '{ArrowDown}')
  await expect.element(opener('Eksempel 001')).toHaveFocus()
  window.scrollTo(0, document.documentElement.scrollHeight)
  await expect.element(opener('Eksempel 300')).toBeVisible()
  await press(opener('Eksempel 001'), '{ArrowDown}')
  await press(opener('Eksempel 002'), '{ArrowDown}')
  await expect.element(opener('Eksempel 003')).toHaveFocus()
})
