import type { Locator, Page } from '@playwright/test'
import { adminPassword, type Kontor, sales } from '../../stand-ins/kontor.ts'
import { type Extent, expectAccessible, expectFits } from '../harness/axe.ts'
import { clearOffice, fillOffice, type Ids, long } from '../harness/full-office.ts'
import { openLeads } from '../harness/leads.ts'
import { chooseFromAccount, chooseFromMenu, passGate, pressAbove, spreadsheet } from '../harness/panel.ts'
import { expect, test } from '../harness/test.ts'
import { countMet, walkForms } from '../harness/unsaved.ts'

// Every screen and dialog of the office, filled with long words, opened once and looked at in each width and colour scheme. Text typed into
// any of their fields must not be lost without a question.

// Long on a busy machine: they wait for hundreds of fields.
test.describe.configure({ timeout: 600_000 })

/** Opens a screen without loading the page again, which would ask for the password. */
const goTo = (page: Page, path: string): Promise<void> =>
  page.evaluate((url) => {
    // The router's own entries have an index, too; its blocker warns of others.
    history.pushState({ idx: history.state.idx + 1 }, '', url)
    dispatchEvent(new PopStateEvent('popstate'))
  }, path)

const walkerFor = (page: Page, kontor: Kontor, password: string) => {
  const walkFields = walkForms(page, kontor, password)
  const dialog = page.getByRole('dialog').last()
  const question = page.getByRole('alertdialog')
  /** Opens a state from the one before and looks at it once it shows `what`. */
  const look = (extent: Extent) => (name: string, open: () => Promise<unknown>, what: Locator) =>
    test.step(name, async () => {
      await open()
      await expect(what.first()).toBeVisible()
      await walkFields()
      await expectFits(page, extent)
    })
  /** Closes the topmost dialog. */
  const close = async () => {
    const top = page.locator('[role=dialog], [role=alertdialog]')
    const before = await top.count()
    await page.keyboard.press('Escape')
    await expect(top).toHaveCount(before - 1)
  }
  return {
    dialog,
    question,
    walkFields,
    /** Opens and closes a form that looks like others: only its fields are walked. */
    form: (name: string, open: () => Promise<unknown>) =>
      test.step(name, async () => {
        await open()
        await expect(page.locator('form').last()).toBeVisible()
        await walkFields()
        await close()
      }),
    close,
    screen: look('screen'),
    section: look('section'),
    part: look('part'),
    text: (what: string | RegExp) => page.getByText(what),
    press: (name: string | RegExp, inside: Page | Locator = page) =>
      inside
        .getByRole('button', { name, exact: typeof name === 'string' })
        .first()
        .click(),
    goTo: (path: string) => goTo(page, path),
    save: () => page.keyboard.press('Control+Enter'),
    /** For controls that a phone lacks or has in a menu. */
    widen: () => page.setViewportSize({ width: 1440, height: 844 }),
  }
}

const settings = {
  betingelser: /^Betingelser/,
  avtaler: 'Avtaler',
  leads: /årsak/i,
  brukere: /^Brukere \(/,
  innlogging: 'Krav til innlogging',
  bedriften: 'Bedriften',
  tekster: 'Tekster',
  'e-post': 'E-post',
  personvern: 'Personvern',
  hendelser: /^Hendelser/,
  papirkurv: 'Papirkurv',
  system: 'System',
} as const

/** Filled by the first test that runs. */
let stored: Promise<Ids> | undefined

test('every screen of the panel fits each width and passes axe, light and dark', async ({
  page,
  admin,
  request,
  kontor,
  expectedErrors,
}) => {
  expectedErrors.push(/status of 40[134]|status of 503/, /ERR_FAILED/)
  stored ??= fillOffice(admin, request, kontor)
  const ids = await stored
  const { dialog, question, walkFields, form, screen, section, part, text, press, goTo, close, save, widen } =
    walkerFor(page, kontor, adminPassword)

  await page.goto('/admin')
  await screen('the gate', () => page.getByLabel('Passord').focus(), page.getByLabel('Passord'))
  await part('a wrong password', () => passGate(page, 'feil'), text('Feil passord'))
  await screen('enquiries', () => passGate(page), page.getByRole('tabpanel').getByText(long.person))
  await part('the first steps of a company', () => press('Gjør nettstedet til ditt'), dialog.getByRole('combobox'))
  await close()
  const answer = page.getByRole('textbox', { name: /^Svar/ })
  await screen('an enquiry', () => goTo(`/admin/kontakter/${ids.contact}`), answer)
  await part('making a customer of it', () => press('Gjør til kunde', dialog), dialog.getByRole('radio'))
  await close()
  await press('Rediger', dialog)
  await walkFields()
  await dialog.getByLabel(/^Navn/).fill('')
  await part('faults in a form', () => press('Lagre', dialog), dialog.getByText('Navn er påkrevd'))
  await part('discarding what was typed', () => page.keyboard.press('Escape'), question)
  await press('Forkast')
  await part('deleting it', () => press('Slett', dialog), question)
  await close()
  await close()
  await test.step('columns, which a phone has not', async () => {
    await widen()
    await pressAbove(page, 'Kolonner')
    await expect(dialog.getByRole('checkbox').first()).toBeVisible()
    await expectAccessible(page, '[role=dialog]')
  })
  await close()
  await part('shortcuts', () => page.keyboard.press('?'), page.getByRole('dialog', { name: 'Hurtigtaster' }))
  await close()
  await page.keyboard.press('Control+k')
  await part('the search', () => page.keyboard.type('bedrift'), page.getByRole('option'))
  await close()
  await part('nothing found', () => goTo('/admin?q=finnes+ikke'), text('Ingen resultater funnet'))

  await screen('webinars', () => goTo('/admin?tab=webinars'), text(/^Webinar om/))
  const registrations = page.getByRole('heading', { name: 'Påmeldinger (1)' })
  await screen('registrations', () => press(/^Påmeldinger til/), registrations)
  await form('a registration', () => press(/^Åpne påmeldingen/))
  await press('Nytt webinar')
  await part('faults of a webinar', save, text('Dato er påkrevd'))
  await part('the calendar', () => press(/Velg dato/), page.getByRole('dialog', { name: 'Velg dato' }))
  await close()
  await close()

  await screen('customers', () => goTo('/admin?tab=customers'), page.getByRole('tabpanel').getByText(long.name))
  await screen('a customer', () => goTo(`/admin/kunder/${ids.customer}`), dialog.getByText(long.word))
  await form('all of a customer', () => press('Rediger', dialog))
  await part('contact persons', () => press('Kontaktpersoner', dialog), dialog.getByText(long.word))
  await press('Ny kontaktperson', dialog)
  await part('faults of a person', () => press('Opprett', dialog), dialog.getByText('Fornavn er påkrevet'))
  await close()
  await close()
  await goTo('/admin?tab=customers')
  await chooseFromMenu(page, 'Importer')
  const file = dialog.getByLabel('Velg en fil, eller slipp den her')
  const preview = () => file.setInputFiles(spreadsheet('leads-with-bad-rows.xlsx'))
  await part('an import', preview, dialog.getByRole('button', { name: 'Last ned feilede rader' }))
  await close()
  await part('an export', () => chooseFromMenu(page, 'Eksportvalg'), dialog.getByRole('link', { name: 'Eksporter' }))
  await close()

  await screen('products', () => goTo('/admin?tab=products'), page.getByRole('tabpanel').getByText(/^Kurs i/))
  await press('Nytt produkt')
  await part('faults of a product', save, dialog.getByText('Produktnavn er påkrevd'))
  await close()

  await goTo('/admin?tab=agreements')
  await screen('agreements', () => press('Vis oversikten'), page.getByRole('tabpanel').getByRole('listitem'))
  await part('a table of them', () => press('Vis som tabell'), page.getByRole('table', { name: 'Avtaler' }))
  await screen('a draft', () => goTo(`/admin/avtaler/${ids.draft}`), page.getByLabel('Linje 1: antall'))
  await part('a new line', () => press('Ny linje'), page.getByLabel('Ny linje: beskrivelse'))
  await form('a line', () => press(/^Rediger linjen/))
  await form("a condition's text", () => press(/^Egen tekst for/))
  await press('Legg til produkt')
  await press('Nytt produkt', dialog)
  await expect(dialog.getByLabel(/^Produktnummer/)).toBeVisible()
  await walkFields()
  await page.keyboard.press('Escape')
  await expect(page.getByRole('dialog', { name: 'Legg til produkt' })).toBeVisible()
  await close()
  const document = page.getByRole('region', { name: 'Slik ser kunden avtalen' })
  /** On a phone, the rare actions of an agreement are in a menu. */
  const rarely = async (name: string) => {
    await press('Flere handlinger')
    await page.getByRole('menuitem', { name, exact: true }).click()
  }
  await part('the draft for the customer', () => rarely('Se som kunden'), document)
  await part('storing a template', () => rarely('Lagre som avtalemal'), dialog.getByLabel(/^Navn på avtalemalen/))
  await close()
  await part('editing it', () => press('Rediger', dialog), dialog.getByLabel('Gyldig til og med'))
  const rare = dialog.getByText('Flere valg', { exact: true })
  await part('its rare fields', () => rare.click(), dialog.getByLabel('Første påminnelse'))
  await page.keyboard.press('Escape')
  await press('Send avtale')
  await dialog.getByRole('radio').first().check()
  await part('sending it', () => press('Forhåndsvis e-posten', dialog), dialog.locator('iframe'))
  const history = page.getByRole('list', { name: 'Historikk' })
  await press('Avbryt', dialog)
  await screen('a sent agreement', () => goTo(`/admin/avtaler/${ids.sent}`), history)
  await part('an answer by phone', () => rarely('Registrer svar'), dialog.getByLabel(/^Hvem svarte/))
  await close()
  const setLastDay = (day: string | null) =>
    kontor.sql('UPDATE agreements SET valid_until = $1 WHERE id = $2', [day, ids.sent])
  await setLastDay('2020-01-31')
  await form('another last day', () => press('Forleng fristen'))
  await setLastDay(null)

  await screen('mail templates', () => goTo('/admin?tab=email'), page.getByRole('tabpanel').getByText(long.word))
  await part('a new template', () => press('Ny e-postmal'), dialog.getByRole('textbox', { name: 'Innhold' }))
  await close()
  await screen('the mail log', () => goTo('/admin?tab=email-logs'), text('Ukjent postkasse'))
  await part('a mail', () => press(/^Se e-post.*Menneske/), dialog.locator('iframe'))
  await press('Lukk', dialog)
  const resend = () => chooseFromMenu(page, 'Send alle feilede siden …')
  await part('sending all failed mails again', resend, dialog.getByRole('status'))
  await close()

  for (const [id, name] of Object.entries(settings)) {
    const heading = page.getByRole('heading', { level: 3, name, exact: true })
    const open = async () => {
      // Shows few events and texts: axe takes seconds for all of them.
      await goTo(`/admin?tab=settings&section=${id}&kind=customer`)
      if (id === 'tekster') await page.getByRole('searchbox').fill('Felt merket med')
    }
    await section(`settings: ${id}`, open, heading)
  }
  await goTo('/admin?tab=settings&section=betingelser')
  await form('a condition', () => press('Ny betingelse'))
  await goTo('/admin?tab=settings&section=brukere')
  await form('a role', () => press(/^Rolle for/))
  await form('a password', () => press(/^Nytt passord for/))
  await press('Ny bruker')
  await part('faults of a user', save, dialog.getByText('Brukernavn er påkrevd'))
  await close()
  await part('settings alone', () => goTo('/admin/settings'), page.getByRole('tab'))
  await part('an unknown record', () => goTo('/admin/kunder/999999'), dialog.getByText('Adressen er feil'))
  await part('an unknown screen', () => goTo('/admin/kunder/1/2'), text('Siden finnes ikke'))

  await goTo('/admin?tab=settings&section=brukere')
  await press('Ny bruker')
  await dialog.getByLabel(/^Brukernavn/).fill('åse')
  await dialog.getByLabel(/^Passord/).fill('vindauge-kanel-fjelltopp')
  await kontor.sql("UPDATE sessions SET proven_at = proven_at - interval '15 minutes'")
  await part('confirming who it is', save, page.getByRole('dialog', { name: 'Bekreft at det er deg' }))
  const met = await countMet(page)
  expect(met.texts).toBeGreaterThan(100)
  expect(met.saved.toSorted()).toEqual(met.loggedIn.toSorted())
})

test('every screen of the leads and every page of a customer fits each width and passes axe', async ({
  page,
  admin,
  request,
  kontor,
  expectedErrors,
}) => {
  expectedErrors.push(/status of 40[14]|status of 503/)
  stored ??= fillOffice(admin, request, kontor)
  const ids = await stored
  const { dialog, walkFields, form, screen, part, text, press, goTo, close, save, widen } = walkerFor(
    page,
    kontor,
    sales.password,
  )

  await page.goto('/login')
  await screen('the login', () => press('Login'), text('Username is required'))
  await openLeads(page)
  await screen('leads', () => goTo('/leads?sort=company_name:asc'), page.getByText('Ikke fulgt opp på over 30 dager'))
  const check = () => page.getByRole('checkbox', { name: 'Velg Glemt AS' }).check()
  await part('chosen leads', check, page.getByRole('button', { name: 'Sett status' }))
  await part('their next step', () => press('Sett neste steg'), dialog.getByLabel('Neste steg'))
  await close()
  await press('Sett status')
  const lost = () => page.getByRole('option', { name: 'Avslått' }).click()
  await part('why they were lost', lost, page.getByRole('dialog', { name: /^Hvorfor ble/ }))
  await close()
  const statuses = dialog.getByText('Statusen er ikke endret ennå.')
  await widen()
  await press(`Rediger ${long.name}`)
  await expect(statuses).toBeAttached()
  await walkFields()
  await dialog.getByLabel(/^E-post/).fill('nei')
  await part('faults of a lead', save, dialog.getByText('Ugyldig e-postadresse'))
  await page.keyboard.press('Escape')
  await press('Forkast')
  await page.request.post(`/api/leads/${ids.lead}/notes`, { data: { text: 'Ringt' } })
  await screen('a lead', () => goTo(`/leads/${ids.lead}`), page.getByRole('list', { name: 'Historikk' }))
  await part(
    'making it a customer',
    () => press('Gjør til kunde', dialog),
    page.getByRole('dialog', { name: /til kunde\?/ }),
  )
  await close()
  await close()
  await part('deleted leads', () => chooseFromMenu(page, 'Papirkurv'), dialog.getByText('Slettet AS'))
  await close()
  await part('saved views', () => press(/^Visninger/), page.getByRole('dialog', { name: 'Lagrede visninger' }))
  await close()
  await part('the morning mail', () => chooseFromAccount(page, 'Morgenmail'), dialog.getByRole('checkbox'))
  await close()
  await chooseFromAccount(page, 'Bytt passord')
  await part('faults of a password', save, dialog.getByText('Fyll inn passordet du har nå'))
  await close()
  const createdAt = '2026-01-02T08:00:00.000Z'
  const passkey = { id: 1, kind: 'passkey', name: long.word, version: 1, createdAt, lastUsedAt: null }
  const factors = { required: false, recoveryCodesLeft: 2, authenticators: [passkey] }
  await page.route('/api/second-factor', (route) => route.fulfill({ json: factors }))
  await part(
    'the second factor',
    () => chooseFromAccount(page, 'Totrinnsbekreftelse'),
    dialog.getByRole('button', { name: 'Legg til passnøkkel' }),
  )
  await form('renaming a passkey', () => press(/^Gi nytt navn til/))
  await part(
    'adding an app',
    () => press('Legg til autentiseringsapp'),
    dialog.getByText(/^[A-Z2-7]{4}( [A-Z2-7]{4}){7}$/),
  )
  await close()
  await form('adding a passkey', () => press('Legg til passnøkkel'))
  await close()
  for (const name of ['Glemt AS', long.name]) await page.getByRole('checkbox', { name: `Velg ${name}` }).check()
  await press('Sett status')
  await form('making customers', () => page.getByRole('option', { name: 'Kunde' }).click())
  await screen('the board', () => press('Vis som tavle'), page.locator('[data-card]'))
  await screen('figures', () => chooseFromMenu(page, 'Tall'), page.getByRole('region', { name: 'Tall' }).locator('svg'))
  const table = page.getByRole('checkbox', { name: 'Vis som tabell' })
  await part('figures as tables', () => table.check(), page.getByRole('row', { name: 'For dyrt 1' }))
  await page.route(/\/api\/leads\?/, (route) =>
    route.fulfill({ status: 503, json: { error: 'Databasen svarer ikke.' } }),
  )
  await screen('a list that failed', () => goTo('/leads?q=ny'), text('Databasen svarer ikke.'))
  await page.unrouteAll()
  const met = await countMet(page)
  expect(met.saved.toSorted()).toEqual(met.loggedIn.toSorted())
  await page.request.post('/api/auth/logout')
  await part('an expired session', () => goTo('/leads'), page.getByRole('dialog', { name: 'Logg inn igjen' }))

  const agreement = page.getByRole('heading', { level: 1 })
  await screen('an agreement', () => page.goto(`/agreement-response/${ids.token}`), agreement)
  await press('Svar')
  await part('faults of an answer', () => press('Aksepter avtalen'), text('Skriv navnet ditt'))
  await page.getByLabel('Navnet ditt').fill('Kari Nordmann')
  await part(
    'the last question',
    () => press('Aksepter avtalen'),
    page.getByRole('button', { name: 'Bekreft og aksepter' }),
  )
  await goTo(`/agreement-response/${ids.answeredToken}`)
  await part('what is typed is asked about', () => press('Forkast'), text('Bevis for svaret'))
  await screen('an answer', () => text('Bevis for svaret').click(), text(/^[0-9a-f]{64}$/))
  await part('an unknown agreement', () => goTo('/agreement-response/finnes-ikke'), text('Avtale ikke funnet'))
  const registered = page.getByRole('heading', { name: 'Du er påmeldt' })
  await screen('a registration', () => goTo(`/webinar-registration/${ids.registration}`), registered)
  await part('the question', () => press('Meld meg av'), page.getByRole('alertdialog'))
  await part(
    'a cancelled one',
    () => press('Meld meg av', page.getByRole('alertdialog')),
    page.getByRole('heading', { name: 'Du er avmeldt' }),
  )
  await part('none', () => goTo(`/webinar-registration/${'a'.repeat(64)}`), text('Påmeldingen finnes ikke'))
})

test.afterAll(({ kontor }) => clearOffice(kontor))
