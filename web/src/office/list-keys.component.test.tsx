import { beforeEach, expect, test } from 'vitest'
import { commands, type Locator, page, userEvent } from 'vitest/browser'
import { addAgreement, clearAgreements } from '../testing/agreements.ts'
import { clearEnquiries, enquiry, sendEnquiries } from '../testing/contacts.ts'
import { addLeads, clearLeads } from '../testing/leads.ts'
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

const deleteByKey = async (row: Locator): Promise<void> => {
  await press(row, '{Delete}')
  await question.getByRole('button', { name: 'Slett', exact: true }).click()
  await closed()
  await expect.element(row).not.toBeInTheDocument()
}

beforeEach(() => logIn('admin'))

test('the keyboard leads from the search to the rows and back, selects and deletes', async () => {
  await clearEnquiries()
  await sendEnquiries(names.toReversed().map((name) => enquiry({ name })))
  await openOffice('/admin')
  const opener = (name: string) => page.getByRole('button', { name: new RegExp(`^Les .*${name}`) })
  const [first, second, third] = [opener('Eksempel A AS'), opener('Eksempel B AS'), opener('Eksempel C AS')]
  await expect.element(third).toBeVisible()
  await focus(search)
  await press(search, 'e')
  await press(search, '{Backspace}{ArrowDown}')
  await press(first, '{ArrowUp}')
  await press(search, '{ArrowDown}')
  const checkbox = page.getByRole('checkbox', { name: 'Velg henvendelsen fra Eksempel A AS' })
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
  await userEvent.keyboard('{Escape}')
  await closed()

  await focus(first)
  await press(first, '{ArrowDown}')

  await press(second, '{Control>}e{/Control}')
  await press(second, '{Delete}')
  await expect.element(question).toMatchTextContent('Eksempel B AS')
  await userEvent.keyboard('{Escape}')
  await closed()
  await deleteByKey(second)
  await expect.element(third).toHaveFocus()
  // The last row is gone, so the row above it gets the focus.
  await deleteByKey(third)
  await press(first, '{ArrowUp}')
  await expect.element(search).toHaveFocus()
})

interface List {
  /** The tab; the leads have their own page. */
  readonly what: string
  readonly row: Locator
  /** The name of the dialog that Enter opens. */
  readonly opened?: string
  readonly edited: string
}

const lists: readonly List[] = [
  {
    what: 'Avtaler',
    row: page.getByRole('heading', { name: 'Eksempel B AS' }).getByRole('button'),
    opened: 'Eksempel B AS',
    edited: 'Rediger avtale',
  },
  { what: 'Webinarer', row: page.getByRole('button', { name: 'Påmeldinger til B' }), edited: 'Rediger webinar' },
  {
    what: 'Leads System',
    row: page.getByRole('button', { name: 'Åpne Eksempel B AS', exact: true }),
    opened: 'Eksempel B AS',
    edited: 'Rediger lead',
  },
]

test('every list opens, edits and deletes its row by the same keys, also rows that are drawn later', async () => {
  await clearAgreements()
  await clearLeads()
  await clearWebinars()
  await commands.sql(
    `INSERT INTO customers (name, email)
     SELECT 'Eksempel ' || lpad(n::text, 3, '0'), 'post@kunde' || n || '.example' FROM generate_series(1, 100) AS n`,
  )
  await openOffice('/admin?tab=customers')
  const opener = (name: string) => page.getByRole('button', { name: `Åpne ${name}`, exact: true })
  await expect.element(opener('Eksempel 001')).toBeVisible()
  await focus(search)
  await press(search, '{ArrowDown}')
  await expect.element(opener('Eksempel 001')).toHaveFocus()
  window.scrollTo(0, document.documentElement.scrollHeight)
  await expect.element(opener('Eksempel 100')).toBeVisible()
  await press(opener('Eksempel 001'), '{ArrowDown}')
  await press(opener('Eksempel 002'), '{ArrowDown}')
  await press(opener('Eksempel 003'), 'e')
  await expect.element(page.getByRole('dialog', { name: 'Rediger kunde' })).toBeVisible()
  await userEvent.keyboard('{Escape}')
  await closed()
  await deleteByKey(opener('Eksempel 003'))
  await press(opener('Eksempel 004'), '{Enter}')
  await expect.element(page.getByRole('dialog', { name: 'Eksempel 004' })).toBeVisible()
  await userEvent.keyboard('{Escape}')
  await closed()

  const { customerId } = await addAgreement({ title: 'Eksempel B AS' })
  await addAgreement({ title: 'Eksempel A AS', customerId })
  await addWebinar({ name: 'B' })
  await addLeads([{ company_name: 'Eksempel B AS' }])
  for (const { what, row, opened, edited } of lists) {
    const isTab = what !== 'Leads System'
    await page.getByRole(isTab ? 'tab' : 'link', { name: what, exact: true }).click()
    await expect.element(row, { message: what }).toBeVisible()
    await focus(row)
    await press(row, 'e')
    await expect.element(page.getByRole('dialog', { name: edited })).toBeVisible()
    await userEvent.keyboard('{Escape}')
    await closed()
    await press(row, '{Enter}')
    if (!opened) {
      await expect.element(row).toHaveAttribute('aria-expanded', 'true')
      await focus(row)
    } else {
      await expect.element(page.getByRole('dialog', { name: opened })).toBeVisible()
      await userEvent.keyboard('{Escape}')
      await closed()
    }
    await deleteByKey(row)
    if (what === 'Avtaler')
      await expect.element(page.getByRole('heading', { name: 'Eksempel A AS' }).getByRole('button')).toHaveFocus()
  }
})
