import { beforeEach, expect, test } from 'vitest'
import { page, userEvent } from 'vitest/browser'
import { expectAccessible } from '../../testing/axe.ts'
import { errorAnswer, intercept } from '../../testing/calls.ts'
import { clearEnquiries, enquiry, sendEnquiries } from '../../testing/contacts.ts'
import { expectTexts, pageWidth } from '../../testing/locators.ts'
import { openOffice, shownUrl } from '../../testing/office.tsx'

/** Oldest first. Only Norwegian collation sorts these correctly; one has no company. */
const enquiries = [
  { name: 'Åse Dahl', email: 'b@dahl.example', company: 'Zeta AS', subject: 'support', message: 'Skriveren står' },
  { name: 'Bjørn Aas', email: 'c@aas.example', company: '', subject: 'product', message: 'Pris på verktøyet?' },
  { name: 'Ærlend Vik', email: 'd@vik.example', company: 'Ødegård AS', subject: 'Åpent emne', message: 'Hei' },
  { name: 'anne Moe', email: 'a@moe.example', company: 'Alfa AS', subject: 'product', message: 'Hei igjen' },
]

const names = page.getByRole('table').css('tbody tr[data-index] button[aria-label^="Les"]')
const search = page.getByRole('searchbox')
const filterMark = page.getByText('Filter aktiv')
const head = (name: string) => page.getByRole('columnheader', { name })
const sortBy = (name: string) => head(name).getByRole('button').click()
const chooseSubject = async (name: string): Promise<void> => {
  await page.getByRole('combobox', { name: 'Filtrer på emne' }).click()
  await page.getByRole('option', { name, exact: true }).click()
}

beforeEach(async () => {
  await clearEnquiries()
  await sendEnquiries(enquiries)
})

test('lists the newest enquiry first and counts them', async () => {
  await openOffice('/admin')
  await expect.element(page.getByRole('heading', { name: 'Kontakthenvendelser (4 totalt)' })).toBeVisible()
  await expectTexts(names, ['anne Moe', 'Ærlend Vik', 'Bjørn Aas', 'Åse Dahl'])
  await expect.element(head('Dato')).toHaveAttribute('aria-sort', 'descending')
  await expect.element(filterMark).not.toBeInTheDocument()
  await expectAccessible()
})

test('sorts a new column ascending, then toggles, and keeps empty values last', async () => {
  await openOffice('/admin')
  await sortBy('Navn')
  await expectTexts(names, ['anne Moe', 'Bjørn Aas', 'Ærlend Vik', 'Åse Dahl'])
  await expect.element(head('Navn')).toHaveAttribute('aria-sort', 'ascending')
  await sortBy('Navn')
  await expectTexts(names, ['Åse Dahl', 'Ærlend Vik', 'Bjørn Aas', 'anne Moe'])
  await expect.element(head('Navn')).toHaveAttribute('aria-sort', 'descending')
  await sortBy('Bedrift')
  await expectTexts(names, ['anne Moe', 'Åse Dahl', 'Ærlend Vik', 'Bjørn Aas'])
  await sortBy('Bedrift')
  await expectTexts(names, ['Ærlend Vik', 'Åse Dahl', 'anne Moe', 'Bjørn Aas'])
  await sortBy('E-post')
  await expectTexts(names, ['anne Moe', 'Åse Dahl', 'Bjørn Aas', 'Ærlend Vik'])
  await sortBy('Emne')
  await expect.element(names.last()).toHaveTextContent('Ærlend Vik')
  await sortBy('Dato')
  await expectTexts(names, ['Åse Dahl', 'Bjørn Aas', 'Ærlend Vik', 'anne Moe'])
})

test('searches name, e-mail, company, subject and message, in any case', async () => {
  await openOffice('/admin')
  for (const [text, found] of [
    ['ÆRLEND', 'Ærlend Vik'],
    ['b@dahl', 'Åse Dahl'],
    ['ødegård', 'Ærlend Vik'],
    ['åpent', 'Ærlend Vik'],
    ['verktøyet', 'Bjørn Aas'],
  ] as const) {
    await search.fill(`  ${text} `)
    await expectTexts(names, [found])
    await expect.element(filterMark).toBeVisible()
    await expect.element(page.getByText('Viser 1 av 4 henvendelser')).toBeVisible()
    await search.clear()
    await expect.poll(() => names.elements().length).toBe(4)
  }
})

test('offers the subjects in use as a filter, combines it with the search and resets both', async () => {
  await openOffice('/admin')
  await page.getByRole('combobox', { name: 'Filtrer på emne' }).click()
  await expectTexts(page.getByRole('option'), ['Alle emner', 'Produktinformasjon', 'Teknisk støtte', 'Åpent emne'])
  await userEvent.keyboard('{Escape}')
  await chooseSubject('Produktinformasjon')
  await expectTexts(names, ['anne Moe', 'Bjørn Aas'])
  await expect.element(page.getByText('Viser 2 av 4 henvendelser')).toBeVisible()
  await search.fill('igjen')
  await expectTexts(names, ['anne Moe'])
  await expectAccessible()
  await page
    .getByRole('button', { name: /^Nullstill/ })
    .first()
    .click()
  await expect.poll(() => names.elements().length).toBe(4)
  await expect.element(search).toHaveValue('')
  await expect.element(filterMark).not.toBeInTheDocument()
})

test('keeps filters and order in the URL, and the back button restores them', async () => {
  await openOffice('/admin')
  await search.fill('hei')
  await chooseSubject('Produktinformasjon')
  await sortBy('Navn')
  await sortBy('Navn')
  await expect
    .poll(() => Object.fromEntries(new URLSearchParams(location.search)))
    .toEqual({ q: 'hei', subject: 'product', sort: 'name:desc' })
  await page.getByRole('tab', { name: 'Webinarer' }).click()
  await expect.poll(shownUrl).toContain('tab=webinars')
  history.back()
  await expect.element(search).toHaveValue('hei')
  await expectTexts(names, ['anne Moe'])
})

test('opens with the filters and the order of a shared URL', async () => {
  await openOffice('/admin?q=hei&subject=product&sort=name%3Adesc')
  await expectTexts(names, ['anne Moe'])
  await expect.element(search).toHaveValue('hei')
  await expect.element(head('Navn')).toHaveAttribute('aria-sort', 'descending')
})

test('ignores an unknown sort column and finds nothing for an unknown subject', async () => {
  await openOffice('/admin?sort=message:up&subject=%3Cscript%3E')
  await expect.element(page.getByText('Ingen resultater funnet')).toBeVisible()
  await expect.element(page.getByText('Viser 0 av 4 henvendelser')).toBeVisible()
  await expectAccessible()
})

test('treats an empty filter in the URL as no filter', async () => {
  await openOffice('/admin?q=&subject=')
  await expect.element(page.getByText('Viser 4 av 4 henvendelser')).toBeVisible()
  await expect.element(filterMark).not.toBeInTheDocument()
})

test('explains an empty list', async () => {
  await clearEnquiries()
  await openOffice('/admin')
  await expect.element(page.getByRole('heading', { name: 'Kontakthenvendelser (0 totalt)' })).toBeVisible()
  await expect.element(page.getByText('Ingen henvendelser ennå')).toBeVisible()
  await expectAccessible()
})

test('explains a list that could not be loaded and loads it on the next try', async () => {
  const stop = intercept('GET', /^\/api\/contacts$/, () => errorAnswer(500, 'Noe gikk galt hos oss.'))
  await openOffice('/admin')
  await expect.element(page.getByRole('alert')).toMatchTextContent('Noe gikk galt hos oss.')
  await expectAccessible()
  stop()
  await page.getByRole('button', { name: 'Prøv igjen' }).click()
  await expect.poll(() => names.elements().length).toBe(4)
})

test('shows an enquiry that arrived while another tab was open', async () => {
  await openOffice('/admin')
  await expect.poll(() => names.elements().length).toBe(4)
  await page.getByRole('tab', { name: 'Kunder' }).click()
  await sendEnquiries([enquiry({ name: 'Nykommer' })])
  await page.getByRole('tab', { name: 'Kontakter' }).click()
  await expect.element(names.first()).toHaveTextContent('Nykommer')
})

test('sorts and filters on a phone without scrolling sideways', async () => {
  await page.viewport(390, 844)
  await openOffice('/admin')
  await expect.poll(() => names.elements().length).toBe(4)
  await page.getByRole('combobox', { name: 'Sorter etter' }).click()
  await page.getByRole('option', { name: 'Navn, stigende' }).click()
  await expect.element(names.first()).toHaveTextContent('anne Moe')
  await page.getByRole('button', { name: 'Filtre' }).click()
  await chooseSubject('Produktinformasjon')
  await expect.element(page.getByRole('button', { name: 'Filtre 1 aktivt' })).toBeVisible()
  await expectTexts(names, ['anne Moe', 'Bjørn Aas'])
  await expectAccessible()
  await userEvent.keyboard('{Escape}')
  expect(pageWidth()).toBeLessThanOrEqual(390)
  await expectAccessible()
})
