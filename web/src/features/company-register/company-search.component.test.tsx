import { beforeEach, expect, test, vi } from 'vitest'
import { commands, type Locator, page, userEvent } from 'vitest/browser'
import { countCalls, hold, intercept } from '../../testing/calls.ts'
import { CompanySearchPage } from '../../testing/company-search.tsx'
import { mount } from '../../testing/office.tsx'
import { logIn } from '../../testing/session.ts'

const companies = '/enhetsregisteret/api/enheter'
const searchPath = /^\/api\/admin\/brreg\/search$/
const anyPath = /^\/api\/admin\/brreg\//
const accountsPath = /\/brreg\/financial\//
const signaturePath = /\/brreg\/signature\//

const field = page.getByRole('combobox', { name: 'Søk i Enhetsregisteret' }).first()
const options = page.getByRole('option')
const option = (name: string) => options.filter({ hasText: name })
const status = page.getByRole('status').filter({ hasText: /\S/ })
const active = page.css('[role=option][aria-selected=true]')

const expectNone = (locator: Locator) => expect.element(locator).toHaveLength(0)
const handedOver = (which: 'chosen' | 'whole') => JSON.parse(page.getByTestId(which).element().textContent || 'null')

/** Waits until companies are listed with all their details. */
const expectComplete = async (): Promise<void> => {
  await expect.element(options.first()).toBeVisible()
  await expectNone(page.css('[role=option] .animate-pulse'))
}

/** Stops the clock of the delay between the last keystroke and the search; `advance` moves it. */
const stopClock = (): void => void vi.useFakeTimers({ toFake: ['setTimeout', 'clearTimeout'] })
const advance = (milliseconds: number) => vi.advanceTimersByTimeAsync(milliseconds)

beforeEach(async () => {
  await logIn('admin')
  await mount(<CompanySearchPage />)
})

test('finds, describes and chooses a company with the keyboard alone', async () => {
  await userEvent.keyboard('{Tab}')
  await expect.element(field).toHaveFocus()
  await expect.element(field).toHaveAttribute('placeholder', 'Søk bedrift eller org.nr...')
  await expect.element(field).toHaveAttribute('aria-expanded', 'false')
  await userEvent.keyboard('fiktiv')
  await expect.element(field).toHaveAttribute('aria-expanded', 'true')
  await expect.element(page.getByRole('status').filter({ hasText: /treff. Velg med piltastene/ })).toBeInTheDocument()
  expect(options.elements().length).toBeGreaterThan(3)

  await expectNone(active)
  await userEvent.keyboard('{ArrowUp}')
  await expect.element(options.last()).toHaveAttribute('aria-selected', 'true')
  await expect.element(options.last()).toBeInViewport()
  await userEvent.keyboard('{ArrowDown}')
  await expect.element(options.first()).toHaveAttribute('aria-selected', 'true')
  await expect.element(field).toHaveAttribute('aria-activedescendant', (await options.first().findElement()).id)
  await userEvent.keyboard('{ArrowDown}{Home}')
  await expectNone(active)

  await userEvent.keyboard('{Escape}')
  await expectNone(options)
  await expect.element(field).toHaveValue('fiktiv')
  await userEvent.keyboard('{ArrowDown}')
  await expect.element(options.first()).toHaveAttribute('aria-selected', 'true')
  const name = (await active.css('.font-semibold').findElement()).textContent ?? ''
  await userEvent.keyboard('{Enter}')
  await expectNone(options)
  await expect.element(field).toHaveValue(name)
  await expect.element(field).toHaveFocus()
  expect(handedOver('chosen').navn).toBe(name)
})

const nordfiktiv = [
  'Org.nr 900 000 103',
  'Eksempelgata 12 B, 0151 Oslo',
  'Form: Aksjeselskap',
  'Ansatte: 42',
  'Omsetning: 47,1 MNOK (2025)',
  'Daglig leder: Kari Nordmann',
  'Styre: Ola Nordmann, Per Eksempel Nordmann',
  'Signaturrett tilgjengelig: Styrets leder alene eller to styremedlemmer i fellesskap',
  /Registrert: \d{2}\.\d{2}\.\d{4}/,
  /Bransje: \S/,
] as const

/** Companies with their shown and hidden texts. */
const described: readonly (readonly [
  what: string,
  number: string,
  shown: readonly (string | RegExp)[],
  not: RegExp,
])[] = [
  ['all that the register may know', '900000103', nordfiktiv, /Revisor|fratrådt/],
  ['accounts in euro', '900000219', ['Omsetning: 44,1 mill. EUR (2025)', 'Ansatte: 310'], /MNOK/],
  [
    'a foreign address',
    '900000324',
    ['Beispielstraße 17, DE-20095 Hamburg, Tyskland', '21,9 mill. USD'],
    /Signaturrett/,
  ],
  [
    'nothing filed',
    '900000545',
    ['Omsetning: ikke oppgitt (ingen regnskap i registeret)', 'Ansatte: ikke oppgitt'],
    /(?:Omsetning|Ansatte): 0/,
  ],
  ['a bankruptcy', '900000650', ['Konkurs', 'Bostyrer: Adv. Eksempel Bostyresen'], /Under avvikling/],
  [
    'a rule in words',
    '900000766',
    ['Under avvikling', 'Omsetning: ikke oppgitt (2025)', 'Signaturrett tilgjengelig Styrets leder sammen med'],
    /0,0/,
  ],
  [
    'a rule in words beside combinations',
    '900000871',
    [/Signaturrett tilgjengelig: \S.*Daglig leder alene eller etter nærmere avtale med styret\./],
    /Konkurs/,
  ],
  ['no address and no rule', '900000987', ['Adresse ikke oppgitt'], /Signaturrett/],
  ['few employees', '900001096', ['Ansatte: ikke oppgitt (færre enn 5)', 'Omsetning: 4,0 MNOK (2025)'], /Ansatte: 0/],
  ['unavailable accounts', '900001428', ['Sagatun Fiktiv Forsikring ASA', 'Daglig leder'], /Omsetning/],
  ['a turnover of nothing', '900001533', ['Omsetning: 0,0 MNOK (2023)', 'Dypvannsveien 9, 3241 Sandefjord'], /null/],
]

test("shows a company's details, marks withheld ones and roles that have ended", async () => {
  // Any of the words finds its company.
  const listed = [
    ['teknologi havbruk schiffahrt blåbærgård trolltunge glassberget', described.slice(0, 6)],
    ['samvirkelaget bartebyen heksenes sagatun nøkken', described.slice(6)],
  ] as const
  for (const [words, companies] of listed) {
    await field.fill(words)
    await expect.element(options).toHaveLength(companies.length)
    await expectComplete()
    for (const [what, number, shown, not] of companies) {
      const company = option(number.replace(/(\d{3})(\d{3})/, '$1 $2 '))
      for (const text of shown) await expect.element(company, { message: what }).toMatchTextContent(text)
      await expect.element(company, { message: what }).not.toMatchTextContent(not)
    }
  }

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
  const { number, bodies } = await commands.freshCompany('STYRET AS', '900001649')
  await commands.setRegister({
    bodies: { ...bodies, [`${companies}/${number}/roller`]: { rollegrupper: [board, ...groups] } },
  })
  await field.fill(number)
  await expectComplete()
  await expect.element(options).toMatchTextContent('Styre: Ola Nordmann, Kari Nordmann (fratrådt)')
  await expect.element(options).toMatchTextContent('DAGL: Anne Nordmann')
  await expect.element(options).not.toMatchTextContent(/Per Nordmann|REVI/)
})

test('searches from 3 characters on, once, 300 ms after the last keystroke', async () => {
  const countRegisterSearches = async () =>
    (await commands.registerRequests()).filter((path) => path.startsWith(`${companies}?`)).length
  const before = await countRegisterSearches()
  stopClock()
  await field.fill(' no ')
  await advance(10_000)
  expect(countCalls('GET', searchPath)).toBe(0)
  await expectNone(status)
  await field.fill('')
  for (const letter of 'tallmagifikt') {
    await userEvent.keyboard(letter)
    await advance(299)
  }
  expect(countCalls('GET', searchPath)).toBe(0)
  await advance(1)
  expect(countCalls('GET', searchPath)).toBe(1)
  await expect.element(page.getByText('Ingen resultater funnet for "tallmagifikt"')).toBeVisible()
  expect(countCalls('GET', searchPath)).toBe(1)
  // The server queries the name as typed, then its words.
  expect((await countRegisterSearches()) - before).toBe(2)
})

test('removes the hits when the text changes, reports a running search, and caches what it has shown', async () => {
  await field.fill('nordfiktiv')
  await expect.element(options).toHaveLength(1)
  stopClock()
  const held = hold('GET', searchPath)
  await userEvent.keyboard(' ')
  await expectNone(options)
  await userEvent.keyboard('tek')
  await advance(300)
  vi.useRealTimers()
  await expect.element(page.getByText('Søker...')).toBeVisible()
  await expect.element(page.css('.animate-spin')).toBeVisible()
  held.release()
  await expect.element(options).toHaveLength(1)
  await field.fill('no')
  await expectNone(options)
  await expectNone(status)

  const { number, bodies } = await commands.freshCompany('HUSKET AS', '900000103')
  await commands.setRegister({ bodies })
  await field.fill(number)
  await expectComplete()
  const before = countCalls('GET', anyPath)
  stopClock()
  await userEvent.keyboard('{Backspace}')
  await expectNone(options)
  await userEvent.keyboard(`{End}${number.slice(-1)}`)
  await advance(300)
  await expect.element(options).toMatchTextContent('Omsetning: 47,1 MNOK (2025)')
  expect(countCalls('GET', anyPath)).toBe(before)
})

test('ignores the late answer of an earlier search', async () => {
  const { promise: held, resolve: hold } = Promise.withResolvers<void>()
  const { promise: released, resolve: release } = Promise.withResolvers<void>()
  let late: Response | undefined
  intercept('GET', searchPath, async ({ url }, forward) => {
    const response = await forward()
    if (new URL(url).searchParams.get('q') !== 'nordfiktiv') return response
    const body = await response.text()
    hold()
    await released
    late = new Response(body, { headers: { 'content-type': 'application/json' } })
    return late
  })
  await field.fill('nordfiktiv')
  await held
  await field.fill('havbruk')
  await expect.element(option('Oppdiktet Havbruk ASA')).toBeVisible()
  release()
  await expect.poll(() => late?.bodyUsed).toBe(true)
  await userEvent.keyboard('{ArrowDown}')
  await expect.element(options).toHaveAttribute('aria-selected', 'true')
  await expect.element(options).toHaveLength(1)
  await expect.element(option('Oppdiktet Havbruk ASA')).toBeVisible()
})

test('fills in late details one by one, and passes the company on when chosen and when complete', async () => {
  const [accounts, signature] = [hold('GET', accountsPath), hold('GET', signaturePath)]
  const { number, bodies } = await commands.freshCompany('SENT MEN GODT ASA', '900000219')
  await commands.setRegister({ bodies })
  await field.fill(number)
  await expect.element(options).toMatchTextContent('Daglig leder')
  await expect.element(options).not.toMatchTextContent('Omsetning')
  accounts.release()
  await expect.element(options).toMatchTextContent('Omsetning: 44,1 mill. EUR')
  await expect.element(options).not.toMatchTextContent('Signaturrett')
  signature.release()
  await expectComplete()
  await expect
    .element(options)
    .toMatchTextContent('Signaturrett tilgjengelig: Styrets leder og ett styremedlem i fellesskap')

  const heldAccounts = hold('GET', accountsPath)
  const chosen = await commands.freshCompany('VALGT I HAST AS', '900000103')
  await commands.setRegister({ bodies: chosen.bodies })
  await field.fill(chosen.number)
  await expect.element(options).toMatchTextContent('Signaturrett')
  await options.click()
  await expect.element(field).toHaveValue('Valgt i Hast AS')
  await expect.element(field).toHaveFocus()
  expect(handedOver('chosen')).toMatchObject({
    organisasjonsnummer: chosen.number,
    epost: 'post@nordfiktiv.example',
    roles: { rollegrupper: expect.any(Array) },
    signature: { rutinestatus: { status: 'OK' } },
  })
  expect(handedOver('chosen')).not.toHaveProperty('accounts')
  expect(handedOver('whole')).toBe(null)
  heldAccounts.release()
  await expect
    .poll(() => handedOver('whole'))
    .toMatchObject({ organisasjonsnummer: chosen.number, accounts: [{ regnskapsaar: 2025 }, {}, {}] })
  await expectNone(options)
})

test('a click outside or Tab closes the list, a click in the field reopens it; it scrolls in the page', async () => {
  await field.fill('fiktiv')
  await expect.element(options.first()).toBeVisible()
  await page.getByRole('heading', { name: 'Foretakssøk' }).click()
  await expectNone(options)
  await field.click()
  await expect.element(options.first()).toBeVisible()
  await userEvent.keyboard('{Tab}')
  await expectNone(options)
  await expect.element(page.getByRole('button', { name: 'Ny kunde' })).toHaveFocus()

  await page.viewport(390, 844)
  await field.fill('ikt')
  await expectComplete()
  const list = await page.getByRole('listbox').findElement()
  expect(list.parentElement?.getBoundingClientRect().height).toBe(320)
  expect(list.scrollHeight).toBeGreaterThan(list.clientHeight)
})

test('explains a failed search in the list’s place, and shows a company whose details failed to load', async () => {
  await field.fill('nordfiktiv')
  await expect.element(options).toHaveLength(1)
  await commands.setRegister({ truncated: true })
  await field.fill('nordfiktiv tekno')
  await expect.element(status).toMatchTextContent('Feil ved søk: HTTP error! status: 502')
  await expect.element(status).toMatchTextContent('Brønnøysundregistrene svarer ikke som de skal akkurat nå.')
  await expectNone(options)
  await commands.setRegister({})
  const reconnect = intercept('GET', searchPath, () => {
    throw new TypeError('Failed to fetch')
  })
  await field.fill('nordfiktiv tekn')
  await expect.element(status).toMatchTextContent('Feil ved søk: Fikk ikke kontakt med serveren.')
  reconnect()
  await field.fill('nordfiktiv tek')
  await expect.element(options).toHaveLength(1)

  const { number, bodies } = await commands.freshCompany('BARE NAVNET', '900000545')
  await commands.setRegister({ status: 503, only: 'roller|regnskap|signatur', bodies })
  await field.fill(number)
  await expectComplete()
  await expect.element(options).toMatchTextContent('Bare Navnet')
  await expect.element(options).not.toMatchTextContent(/Omsetning|Innehaver|Signaturrett|Feil/)
})
