import { beforeEach, expect, test } from 'vitest'
import { page, userEvent } from 'vitest/browser'
import { addCustomers, clearCustomers, expectCustomers } from '../../testing/customers.ts'
import { pressAbove } from '../../testing/list-menu.ts'
import { openOffice } from '../../testing/office.tsx'
import { logIn } from '../../testing/session.ts'

const dialog = page.getByRole('dialog', { name: 'Eksporter kunder' })
const link = dialog.getByRole('link', { name: 'Eksporter' })
const radio = (name: RegExp) => dialog.getByRole('radio', { name })
const openDialog = () => pressAbove('Eksportvalg')

const addressOf = async (of: typeof link) => new URL((await of.findElement()).getAttribute('href') ?? '', location.href)

/** The query that a link would open, without the session's token. */
const chosen = async (of = link): Promise<Record<string, string>> => {
  const { pathname, searchParams } = await addressOf(of)
  expect(pathname).toBe('/api/customers/export')
  const { auth, ...query } = Object.fromEntries(searchParams)
  expect(auth).toMatch(/./)
  return query
}

/** Presses the link without leaving the test's page. */
const catchClicks = (): string[] => {
  const opened: string[] = []
  document.addEventListener('click', (event) => {
    const target = event.target instanceof Element ? event.target.closest('a[target=_blank]') : null
    if (!target) return
    event.preventDefault()
    opened.push(target.getAttribute('href') ?? '')
  })
  return opened
}

beforeEach(async () => {
  await logIn('admin')
  await clearCustomers()
  await addCustomers([
    { name: 'Bø AS', email: 'b@bo.example', city: 'Bø' },
    { name: 'Alfa AS', email: 'a@alfa.example', city: 'Oslo' },
  ])
})

test('exports the list as shown or all, as .xlsx or CSV, in a new tab, and repeats the last choice', async () => {
  const opened = catchClicks()
  await openOffice('/admin?tab=customers&q=as&sort=email:desc')
  await expectCustomers(2)
  const direct = page.getByRole('link', { name: 'Eksporter', exact: true })
  await expect.element(direct).toHaveAttribute('target', '_blank')
  expect(await chosen(direct)).toMatchObject({ q: 'as' })
  expect((await fetch(await addressOf(direct))).headers.get('content-type')).toContain('spreadsheetml')

  await openDialog()
  await expect.element(link).toHaveFocus()
  const columns = 'name,email,organizationNumber,industry,isActive'
  expect(await chosen()).toEqual({ q: 'as', columns, sort: 'email:desc', format: 'xlsx' })
  await radio(/^CSV/).click()
  await expect.poll(() => chosen()).toEqual({ q: 'as', columns, sort: 'email:desc', format: 'csv' })
  const answer = await fetch(await addressOf(link))
  expect((await answer.text()).split('\r\n')).toEqual([
    'Navn;E-post;Org.nr;Bransje;Aktiv',
    'Bø AS;b@bo.example;;;Ja',
    'Alfa AS;a@alfa.example;;;Ja',
  ])
  await radio(/^Alt/).click()
  await expect.poll(() => chosen()).toEqual({ format: 'csv' })
  await userEvent.keyboard('{Enter}')
  await expect.element(dialog).not.toBeInTheDocument()

  await openDialog()
  await expect.element(link).toHaveFocus()
  await expect.element(radio(/^Alt/)).toBeChecked()
  await expect.element(radio(/^CSV/)).toBeChecked()
  await userEvent.keyboard('{Enter}')
  await expect.element(dialog).not.toBeInTheDocument()
  expect(opened).toHaveLength(2)
  expect(opened[1]).toBe(opened[0])
})
