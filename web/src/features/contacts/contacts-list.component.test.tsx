import { beforeEach, expect, test } from 'vitest'
import { page } from 'vitest/browser'
import { errorAnswer, intercept } from '../../testing/calls.ts'
import { clearEnquiries, enquiry, sendEnquiries } from '../../testing/contacts.ts'
import { goTo } from '../../testing/go-to.ts'
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
const expectCount = (count: number) => expect.element(page.getByText(`Viser ${count} av 4 henvendelser`)).toBeVisible()
const chooseSubject = async (name: string): Promise<void> => {
  await page.getByRole('combobox', { name: 'Filtrer på emne' }).click()
  await page.getByRole('option', { name, exact: true }).click()
}

beforeEach(async () => {
  await clearEnquiries()
  await sendEnquiries(enquiries)
})

test('explains a list that could not be loaded; sorts the newest first, and empty values last in both directions', async () => {
  const stop = intercept('GET', /^\/api\/contacts$/, () => errorAnswer(500, 'Noe gikk galt hos oss.'))
  await openOffice('/admin')
  await expect.element(page.getByRole('alert')).toMatchTextContent('Noe gikk galt hos oss.')
  stop()
  await page.getByRole('button', { name: 'Prøv igjen' }).click()
  await expect.element(page.getByRole('heading', { name: 'Kontakthenvendelser (4 totalt)' })).toBeVisible()
  await expectTexts(names, ['anne Moe', 'Ærlend Vik', 'Bjørn Aas', 'Åse Dahl'])
  await expect.element(head('Dato')).toHaveAttribute('aria-sort', 'descending')
  await sortBy('Navn')
  await expectTexts(names, ['anne Moe', 'Bjørn Aas', 'Ærlend Vik', 'Åse Dahl'])
  await expect.element(head('Navn')).toHaveAttribute('aria-sort', 'ascending')
  await sortBy('Bedrift')
  await expectTexts(names, ['anne Moe', 'Åse Dahl', 'Ærlend Vik', 'Bjørn Aas'])
  await sortBy('Bedrift')
  await expectTexts(names, ['Ærlend Vik', 'Åse Dahl', 'anne Moe', 'Bjørn Aas'])
  await expect.element(head('Bedrift')).toHaveAttribute('aria-sort', 'descending')
  for (const [column, first] of [
    ['E-post', 'anne Moe'],
    ['Emne', 'Bjørn Aas'],
    ['Dato', 'Åse Dahl'],
  ] as const) {
    await sortBy(column)
    await expect.element(names.first(), { message: column }).toHaveTextContent(first)
  }

  await clearEnquiries()
  await page.getByRole('button', { name: 'Oppdater' }).click()
  await expect.element(page.getByText('Ingen henvendelser ennå')).toBeVisible()
  await page.getByRole('tab', { name: 'Kunder' }).click()
  await sendEnquiries([enquiry({ name: 'Nykommer' })])
  await page.getByRole('tab', { name: 'Kontakter' }).click()
  await expect.element(names.first()).toHaveTextContent('Nykommer')
})

test('searches every field, filters by the subjects in use, and keeps that in the URL', async () => {
  await openOffice('/admin?q=hei&subject=product&sort=name%3Adesc')
  await expectTexts(names, ['anne Moe'])
  await expect.element(search).toHaveValue('hei')
  await expect.element(head('Navn')).toHaveAttribute('aria-sort', 'descending')
  await page
    .getByRole('button', { name: /^Nullstill/ })
    .first()
    .click()
  await expectCount(4)
  await expect.element(search).toHaveValue('')
  await expect.element(filterMark).not.toBeInTheDocument()
  for (const [text, found] of [
    ['ÆRLEND', 'Ærlend Vik'],
    ['b@dahl', 'Åse Dahl'],
    ['ødegård', 'Ærlend Vik'],
    ['åpent', 'Ærlend Vik'],
    ['verktøyet', 'Bjørn Aas'],
  ] as const) {
    await search.fill(`  ${text} `)
    await expectTexts(names, [found])
  }
  await expect.element(filterMark).toBeVisible()
  await search.fill('')
  await page.getByRole('combobox', { name: 'Filtrer på emne' }).click()
  await expectTexts(page.getByRole('option'), ['Alle emner', 'Produktinformasjon', 'Teknisk støtte', 'Åpent emne'])
  await page.getByRole('option', { name: 'Produktinformasjon', exact: true }).click()
  await expectTexts(names, ['Bjørn Aas', 'anne Moe'])
  await search.fill('hei')
  await expectTexts(names, ['anne Moe'])
  await expect.poll(shownUrl).toBe('/admin?sort=name%3Adesc&subject=product&q=hei')
  // As somebody may have typed it.
  goTo('/admin?sort=message:up&subject=%3Cscript%3E')
  await expect.element(page.getByText('Ingen resultater funnet')).toBeVisible()
  await expectCount(0)
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
  expect(pageWidth()).toBeLessThanOrEqual(390)
})
