import { beforeEach, expect, test } from 'vitest'
import { page, userEvent } from 'vitest/browser'
import { expectAccessible } from '../../testing/axe.ts'
import { addCustomers, clearCustomers, expectCustomers } from '../../testing/customers.ts'
import { chooseFromMenu } from '../../testing/list-menu.ts'
import { openOffice } from '../../testing/office.tsx'
import { logIn } from '../../testing/session.ts'

const dialog = page.getByRole('dialog', { name: 'Eksporter kunder' })
const link = dialog.getByRole('link', { name: 'Eksporter' })
const radio = (name: RegExp) => dialog.getByRole('radio', { name })
const openDialog = () => chooseFromMenu('Eksportvalg')

/** The address that the dialog would open, without the session's token. */
const chosen = async (): Promise<Record<string, string>> => {
  const url = new URL((await link.findElement()).getAttribute('href') ?? '', location.href)
  expect(url.pathname).toBe('/api/customers/export')
  const { auth, ...query } = Object.fromEntries(url.searchParams)
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
  localStorage.removeItem('exportChoice')
  await logIn('admin')
  await clearCustomers()
  await addCustomers([
    { name: 'Bø AS', email: 'b@bo.example', city: 'Bø' },
    { name: 'Alfa AS', email: 'a@alfa.example', city: 'Oslo' },
  ])
})

test('exports the list as shown, or everything, as a spreadsheet or CSV', async () => {
  await openOffice('/admin?tab=customers&q=as&sort=email:desc')
  await expectCustomers(2)
  await openDialog()
  await expect.element(link).toHaveFocus()
  await expectAccessible()
  const columns = 'name,email,organizationNumber,industry,isActive'
  expect(await chosen()).toEqual({ q: 'as', columns, sort: 'email:desc', format: 'xlsx' })
  await radio(/^CSV/).click()
  await expect.poll(chosen).toEqual({ q: 'as', columns, sort: 'email:desc', format: 'csv' })
  const answer = await fetch((await link.findElement()).getAttribute('href') ?? '')
  expect((await answer.text()).split('\r\n')).toEqual([
    'Navn;E-post;Org.nr;Bransje;Aktiv',
    'Bø AS;b@bo.example;;;Ja',
    'Alfa AS;a@alfa.example;;;Ja',
  ])
  await radio(/^Alt/).click()
  await expect.poll(chosen).toEqual({ format: 'csv' })
})

test('repeats the last choice by Enter', async () => {
  const opened = catchClicks()
  await openOffice('/admin?tab=customers')
  await expectCustomers(2)
  await openDialog()
  await radio(/^Alt/).click()
  await radio(/^CSV/).click()
  await expect.element(radio(/^CSV/)).toHaveFocus()
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
