import type { Page } from '@playwright/test'
import { expectAccessible } from '../harness/axe.ts'
import { expect, openMounted, test } from '../harness/mount.ts'
import { freshCompany } from '../stand-ins/fresh-company.ts'

const companies = '/enhetsregisteret/api/enheter'

/** Accounts that the register cannot give: the browser reports our 502, the screen does not. */
const accountsOfInsurer = /status of 502 .*financial\/900001428/

const field = (page: Page) => page.getByRole('combobox', { name: 'Søk i Enhetsregisteret' }).first()
const options = (page: Page) => page.getByRole('option')
const option = (page: Page, name: string) => page.getByRole('option').filter({ hasText: name })
const status = (page: Page) => page.getByRole('status').filter({ hasText: /\S/ })

const chosen = async (page: Page, which: 'chosen' | 'whole' = 'chosen') =>
  JSON.parse((await page.getByTestId(which).textContent()) ?? 'null')

/** Waits until companies are there and nothing of them is on its way any more. */
const complete = async (page: Page): Promise<void> => {
  await expect(options(page).first()).toBeVisible()
  await expect(page.locator('[role=option] .animate-pulse')).toHaveCount(0)
}

test.beforeEach(({ page, companySearch }) => openMounted(page, companySearch))

test('a company is found, read about and chosen with the keyboard alone', async ({ page, expectedErrors }) => {
  expectedErrors.push(accountsOfInsurer)
  await page.keyboard.press('Tab')
  await expect(field(page)).toBeFocused()
  await expect(field(page)).toHaveAttribute('placeholder', 'Søk bedrift eller org.nr...')
  await expect(field(page)).toHaveAttribute('aria-expanded', 'false')
  await page.keyboard.type('fiktiv')
  await expect(field(page)).toHaveAttribute('aria-expanded', 'true')
  await expect(page.getByRole('status').filter({ hasText: /treff. Velg med piltastene/ })).toBeAttached()
  const count = await options(page).count()
  expect(count).toBeGreaterThan(3)

  const active = () => page.locator('[role=option][aria-selected=true]')
  const pointed = async () => (await field(page).getAttribute('aria-activedescendant')) ?? ''
  await expect(active()).toHaveCount(0)
  await page.keyboard.press('ArrowUp')
  await expect(options(page).last()).toHaveAttribute('aria-selected', 'true')
  await expect(options(page).last()).toBeInViewport()
  await page.keyboard.press('ArrowDown')
  await expect(options(page).first()).toHaveAttribute('aria-selected', 'true')
  expect(await pointed()).toBe(await options(page).first().getAttribute('id'))
  await page.keyboard.press('ArrowDown')
  await page.keyboard.press('Home')
  await expect(active()).toHaveCount(0)

  await page.keyboard.press('Escape')
  await expect(options(page)).toHaveCount(0)
  await expect(field(page)).toHaveValue('fiktiv')
  await page.keyboard.press('ArrowDown')
  await expect(options(page).first()).toHaveAttribute('aria-selected', 'true')
  const name = (await active().locator('.font-semibold').textContent()) ?? ''
  await page.keyboard.press('Enter')
  await expect(options(page)).toHaveCount(0)
  await expect(field(page)).toHaveValue(name)
  await expect(field(page)).toBeFocused()
  expect((await chosen(page)).navn).toBe(name)
})

test('a result shows all that the register tells', async ({ page }) => {
  await field(page).fill('nordfiktiv')
  await complete(page)
  const result = option(page, 'NORDFIKTIV TEKNOLOGI AS')
  for (const text of [
    'Org.nr 900 000 103',
    'Eksempelgata 12 B, 0151 OSLO',
    'Form: Aksjeselskap',
    'Ansatte: 42',
    'Omsetning: 47,1 MNOK (2025)',
    'Daglig leder: Kari Nordmann',
    'Styre: Ola Nordmann, Per Eksempel Nordmann',
    'Signaturrett tilgjengelig: Styrets leder alene eller to styremedlemmer i fellesskap',
  ]) {
    await expect(result).toContainText(text)
  }
  await expect(result).toContainText(/Registrert: \d{2}\.\d{2}\.\d{4}/)
  await expect(result).toContainText(/Bransje: \S/)
  await expect(result).not.toContainText('Revisor')
  await expect(result).not.toContainText('fratrådt')
  await expect(page.getByRole('option', { name: 'NORDFIKTIV TEKNOLOGI AS Org.nr 900 000 103' })).toHaveCount(1)
})

for (const [number, what, texts, not] of [
  ['900000219', 'accounts in euro', ['Omsetning: 44,1 mill. EUR (2025)', 'Ansatte: 310'], /MNOK/],
  [
    '900000324',
    'a foreign address',
    ['Beispielstraße 17, DE-20095 Hamburg, Tyskland', '21,9 mill. USD'],
    /Signaturrett/,
  ],
  [
    '900000545',
    'nothing filed',
    ['Omsetning: ikke oppgitt (ingen regnskap i registeret)', 'Ansatte: ikke oppgitt'],
    /(?:Omsetning|Ansatte): 0/,
  ],
  ['900000650', 'bankruptcy', ['Konkurs', 'Bostyrer: Adv. Eksempel Bostyresen'], /Under avvikling/],
  [
    '900000766',
    'a rule in words',
    ['Under avvikling', 'Omsetning: ikke oppgitt (2025)', 'bare for avtaler under'],
    /0,0/,
  ],
  ['900000987', 'no address and no rule', ['Adresse ikke oppgitt'], /Signaturrett/],
  ['900001096', 'few employees', ['Ansatte: ikke oppgitt (færre enn 5)', 'Omsetning: 4,0 MNOK (2025)'], /Ansatte: 0/],
  ['900001428', 'accounts that cannot be had', ['SAGATUN FIKTIV FORSIKRING ASA', 'Daglig leder'], /Omsetning/],
  ['900001533', 'a turnover of nothing', ['Omsetning: 0,0 MNOK (2023)', 'Dypvannsveien 9, 3241 SANDEFJORD'], /null/],
] as const) {
  test(`${what}: the company ${number} is shown as it is`, async ({ page, expectedErrors }) => {
    expectedErrors.push(accountsOfInsurer)
    await field(page).fill(number.replace(/(\d{3})(\d{3})/, '$1 $2 '))
    await complete(page)
    await expect(options(page)).toHaveCount(1)
    for (const text of texts) await expect(options(page)).toContainText(text)
    await expect(options(page)).not.toContainText(not)
  })
}

test('of each role group two holders are shown, and who has left is marked', async ({ page, register }) => {
  const type = { kode: 'STYR', beskrivelse: 'Styre' }
  const holder = (fornavn: string, avregistrert: boolean) => ({
    type: { kode: 'MEDL', beskrivelse: 'Styremedlem' },
    person: { fodselsdato: '1970-01-01', navn: { fornavn, etternavn: 'Nordmann' } },
    avregistrert,
  })
  const board = { type, roller: [holder('Kari', true), holder('Ola', false), holder('Per', true)] }
  const groups = ['DAGL', 'REVI'].map((kode) => ({
    type: { kode, beskrivelse: kode },
    roller: [holder('Anne', false)],
  }))
  const { number, bodies } = await freshCompany(register, 'STYRET AS', '900001649')
  register.misbehave({ bodies: { ...bodies, [`${companies}/${number}/roller`]: { rollegrupper: [board, ...groups] } } })
  await field(page).fill(number)
  await complete(page)
  await expect(options(page)).toContainText('Styre: Ola Nordmann, Kari Nordmann (fratrådt)')
  await expect(options(page)).toContainText('DAGL: Anne Nordmann')
  await expect(options(page)).not.toContainText(/Per Nordmann|REVI/)
})

test('the search begins with 3 characters, 300 ms after the last one', async ({ page, register }) => {
  const searches = () => register.requests.filter((path) => path.startsWith(`${companies}?`)).length
  const before = searches()
  await field(page).pressSequentially(' no ', { delay: 30 })
  await page.waitForTimeout(500)
  expect(searches()).toBe(before)
  await expect(status(page)).toHaveCount(0)
  await field(page).fill('')
  await field(page).pressSequentially('tallmagifikt', { delay: 80 })
  await expect(status(page)).toBeAttached()
  // One search, which asks for the name as it stands and then for its words.
  await expect(page.getByText('Ingen resultater funnet for "tallmagifikt"')).toBeVisible()
  expect(searches() - before).toBe(2)
})

test('while it searches it says so, and a change of the text takes the hits away at once', async ({
  page,
  register,
}) => {
  await field(page).fill('nordfiktiv')
  await expect(options(page)).toHaveCount(1)
  register.misbehave({ delayMs: 600 })
  await field(page).pressSequentially(' ')
  await expect(options(page)).toHaveCount(0, { timeout: 100 })
  await field(page).pressSequentially('tek')
  await expect(page.getByText('Søker...')).toBeVisible()
  await expect(page.locator('.animate-spin')).toBeVisible()
  await expectAccessible(page)
  await expect(options(page)).toHaveCount(1)
  await field(page).fill('no')
  await expect(options(page)).toHaveCount(0)
  await expect(status(page)).toHaveCount(0)
})

test('an old answer never takes the place of a new one', async ({ page }) => {
  let oldCame = false
  await page.route('**/brreg/search?q=nordfiktiv', async (route) => {
    const response = await route.fetch()
    await new Promise((resolve) => setTimeout(resolve, 1_500))
    oldCame = true
    // The page has let go of it by then; that must be all.
    await route.fulfill({ response }).catch(() => undefined)
  })
  await field(page).fill('nordfiktiv')
  await expect(page.getByText('Søker...')).toBeVisible()
  await field(page).fill('havbruk')
  await expect(option(page, 'OPPDIKTET HAVBRUK ASA')).toBeVisible()
  await expect.poll(() => oldCame).toBe(true)
  await page.waitForTimeout(200)
  await expect(options(page)).toHaveCount(1)
  await expect(option(page, 'OPPDIKTET HAVBRUK ASA')).toBeVisible()
})

test('going back a letter shows the same again, without a call', async ({ page, register }) => {
  const { number, bodies } = await freshCompany(register, 'HUSKET AS', '900000103')
  register.misbehave({ bodies })
  await field(page).fill(number)
  await complete(page)
  const calls: string[] = []
  page.on('request', (request) => calls.push(request.url()))
  await field(page).press('Backspace')
  await expect(options(page)).toHaveCount(0)
  await field(page).press('End')
  await page.keyboard.type(number.slice(-1))
  await expect(options(page)).toContainText('Omsetning: 47,1 MNOK (2025)')
  expect(calls.filter((url) => url.includes('/brreg/') && !url.endsWith(number.slice(0, -1)))).toEqual([])
})

test('details that come later fill in, each by itself', async ({ page, register }) => {
  const { number, bodies } = await freshCompany(register, 'SENT MEN GODT ASA', '900000219')
  register.misbehave({ delayMs: 1_500, only: /regnskap|signatur/, bodies })
  await field(page).fill(number)
  await expect(options(page)).toContainText('Daglig leder')
  await expect(options(page)).not.toContainText('Omsetning')
  await complete(page)
  await expect(options(page)).toContainText('Omsetning: 44,1 mill. EUR')
  await expect(options(page)).toContainText('Signaturrett tilgjengelig: Styrets leder og ett styremedlem i fellesskap')
})

test('choosing by mouse hands the whole record over, and once more when missing details have come', async ({
  page,
  register,
}) => {
  const { number, bodies } = await freshCompany(register, 'VALGT I HAST AS', '900000103')
  register.misbehave({ delayMs: 4_000, only: /regnskap/, bodies })
  await field(page).fill(number)
  await expect(options(page)).toContainText('Signaturrett')
  await options(page).click()
  await expect(field(page)).toHaveValue('VALGT I HAST AS')
  await expect(field(page)).toBeFocused()
  expect(await chosen(page)).toMatchObject({
    organisasjonsnummer: number,
    epost: 'post@nordfiktiv.example',
    roles: { rollegrupper: expect.any(Array) },
    signature: { rutinestatus: { status: 'OK' } },
  })
  expect(await chosen(page)).not.toHaveProperty('accounts')
  await expect.poll(() => chosen(page, 'whole')).toMatchObject({ accounts: [{ regnskapsaar: 2025 }, {}, {}] })
  await page.waitForTimeout(500)
  await expect(options(page)).toHaveCount(0)
})

test('a click outside, and leaving with Tab, close the list; a click in the field opens it again', async ({
  page,
  expectedErrors,
}) => {
  expectedErrors.push(accountsOfInsurer)
  await field(page).fill('fiktiv')
  await expect(options(page).first()).toBeVisible()
  await page.getByRole('heading', { name: 'Foretakssøk' }).click()
  await expect(options(page)).toHaveCount(0)
  await field(page).click()
  await expect(options(page).first()).toBeVisible()
  await page.keyboard.press('Tab')
  await expect(options(page)).toHaveCount(0)
  await expect(page.getByRole('button', { name: 'Ny kunde' })).toBeFocused()
})

test('the list is at most 20rem high and scrolls, and the page holds its width on a phone', async ({
  page,
  expectedErrors,
}) => {
  expectedErrors.push(accountsOfInsurer)
  for (const width of [1280, 390]) {
    await page.setViewportSize({ width, height: 844 })
    await field(page).fill('')
    await field(page).fill('finnes ikke her')
    await expect(page.getByText('Ingen resultater')).toBeVisible()
    await field(page).fill('ikt')
    await complete(page)
    const { height, scrolls } = await page.getByRole('listbox').evaluate((list) => ({
      height: list.parentElement?.getBoundingClientRect().height,
      scrolls: list.scrollHeight > list.clientHeight,
    }))
    expect(height).toBe(320)
    expect(scrolls).toBe(true)
    expect(await page.evaluate(() => document.documentElement.scrollWidth)).toBeLessThanOrEqual(width)
    await expectAccessible(page)
  }
})

test('what goes wrong is told in the list’s place, and the next search begins anew', async ({
  page,
  register,
  expectedErrors,
}) => {
  expectedErrors.push(/status of 502|ERR_FAILED/)
  await field(page).fill('nordfiktiv')
  await expect(options(page)).toHaveCount(1)
  register.misbehave({ truncated: true })
  await field(page).fill('nordfiktiv tekno')
  await expect(status(page)).toContainText('Feil ved søk: HTTP error! status: 502')
  await expect(status(page)).toContainText('Brønnøysundregistrene svarer ikke som de skal akkurat nå.')
  await expect(options(page)).toHaveCount(0)
  await expectAccessible(page)
  register.misbehave({})
  await page.route('**/brreg/search**', (route) => route.abort())
  await field(page).fill('nordfiktiv tekn')
  await expect(status(page)).toContainText('Feil ved søk: Fikk ikke kontakt med serveren.')
  await page.unroute('**/brreg/search**')
  await field(page).fill('nordfiktiv tek')
  await expect(options(page)).toHaveCount(1)
})

test('details that cannot be had leave the company as it is, without a word', async ({
  page,
  register,
  expectedErrors,
}) => {
  expectedErrors.push(/status of 502/)
  const { number, bodies } = await freshCompany(register, 'BARE NAVNET', '900000545')
  register.misbehave({ status: 503, only: /roller|regnskap|signatur/, bodies })
  await field(page).fill(number)
  await complete(page)
  await expect(options(page)).toContainText('BARE NAVNET')
  await expect(options(page)).not.toContainText(/Omsetning|Innehaver|Signaturrett|Feil/)
})

test.describe('in a dialog', () => {
  const dialog = (page: Page) => page.getByRole('dialog', { name: 'Ny kunde' })
  const value = (page: Page, label: string) => dialog(page).getByLabel(label, { exact: true })

  test.beforeEach(async ({ page }) => {
    await page.getByRole('button', { name: 'Ny kunde' }).click()
  })

  test('Esc closes the list first, and the dialog only then; Enter does not save the form', async ({ page }) => {
    await field(page).fill('nordfiktiv')
    await expect(options(page)).toBeInViewport()
    await page.keyboard.press('Escape')
    await expect(options(page)).toHaveCount(0)
    await expect(dialog(page)).toBeVisible()
    await page.keyboard.press('ArrowDown')
    await page.keyboard.press('Enter')
    await expect(value(page, 'Navn')).toHaveValue('NORDFIKTIV TEKNOLOGI AS')
    await expect(dialog(page)).toContainText('Lagret 0 ganger')
    await page.keyboard.press('Escape')
    await expect(dialog(page)).toBeHidden()
  })

  test('empty fields are filled at once, also by details that come later', async ({ page, register }) => {
    const { number, bodies } = await freshCompany(register, 'FYLLES SENERE AS', '900001649')
    register.misbehave({ delayMs: 1_500, only: /regnskap/, bodies })
    await field(page).fill(number)
    await options(page).click()
    await expect(value(page, 'E-post')).toHaveValue('post@tallmagi.example')
    await expect(value(page, 'Organisasjonsnummer')).toHaveValue(number)
    await expect(value(page, 'Omsetning')).toHaveValue('')
    await expect(value(page, 'Ansatte')).toHaveValue('18')
    await expect(value(page, 'Omsetning')).toHaveValue('28110000')
    await expect(page.getByRole('dialog')).toHaveCount(1)
  })

  test('over existing values it asks field by field', async ({ page }) => {
    await value(page, 'Navn').fill('Tallmagi')
    await value(page, 'Telefon').fill('22 22 22 22')
    await value(page, 'E-post').fill('post@tallmagi.example')
    await field(page).fill('tallmagi')
    await complete(page)
    await options(page).click()
    const question = page.getByRole('dialog', { name: 'Erstatte det som står i feltene?' })
    await expect(question.getByRole('checkbox')).toHaveCount(2)
    await expect(question).toContainText('22 22 22 22')
    await expectAccessible(page)
    await page.keyboard.press('Control+Enter')
    await question.getByRole('checkbox', { name: 'Erstatt Telefon' }).check()
    await question.getByRole('button', { name: 'Erstatt valgte' }).click()
    await expect(value(page, 'Telefon')).toHaveValue('00 00 01 40')
    await expect(value(page, 'Adresse')).toHaveValue('Tallveien 1-3')
    await expect(value(page, 'Navn')).toHaveValue('Tallmagi')
    await expect(dialog(page)).toContainText('Lagret 0 ganger')
    await expect(field(page)).toBeFocused()

    await field(page).fill('havbruk')
    await complete(page)
    await options(page).click()
    await expect(question).toContainText('Enhetsregisteret sier noe annet om OPPDIKTET HAVBRUK ASA')
    await question.getByRole('button', { name: 'Behold alt' }).click()
    await expect(value(page, 'Organisasjonsnummer')).toHaveValue('900001649')
  })
})
