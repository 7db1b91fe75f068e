import { listEmailLogs } from '@kontor/contract/emails/emails.endpoints'
import { beforeEach, expect, test } from 'vitest'
import { commands, page, userEvent } from 'vitest/browser'
import { call } from '../../platform/api-client.ts'
import { countCalls, errorAnswer, intercept } from '../../testing/calls.ts'
import { enquiry, sendEnquiries } from '../../testing/contacts.ts'
import { expectTexts, expectToast } from '../../testing/locators.ts'
import { goTo, openOffice, shownUrl } from '../../testing/office.tsx'
import { logIn } from '../../testing/session.ts'

const mail = {
  id: 'sendt',
  to: 'kari@kunde.example',
  cc: ['leder@kunde.example', 'styret@kunde.example'],
  from: 'post@eksempel.example',
  subject: 'Takk for din henvendelse',
  type: 'contact',
  status: 'sent',
  delivery: 'sent',
  attempts: 1,
  errorMessage: null as string | null,
  relatedId: null as string | null,
  resendOf: null,
  hasContent: true,
  sentAt: '2024-03-24T09:00:05.000Z' as string | null,
  createdAt: '2024-03-24T09:00:00.000Z',
}

/** One in each state of delivery. */
const mails = [
  { ...mail, id: 'ko', delivery: 'queued', status: 'other', sentAt: null },
  { ...mail, id: 'igjen', delivery: 'retrying', status: 'other', sentAt: null, errorMessage: '451 Prøv senere' },
  { ...mail, id: 'lagret', delivery: 'stored', status: 'other' },
  { ...mail, hasContent: false },
  { ...mail, id: 'feilet', delivery: 'failed', status: 'failed', sentAt: null, errorMessage: '550 Ukjent mottaker' },
]

const log = '/admin?tab=email-logs'
const listPath = /^\/api\/email-logs$/
const rows = page.getByRole('table').css('tbody tr[data-index]')
const dialog = page.getByRole('dialog')
const question = page.getByRole('alertdialog', { name: 'Sende e-posten på nytt?' })
const resend = dialog.getByRole('button', { name: 'Send på nytt' })
const rowsOf = (to: string) => page.getByRole('row').filter({ hasText: to })
const lookIn = (row: typeof rows) => row.getByRole('button', { name: /^Se e-post/ }).click()

const close = async (): Promise<void> => {
  await userEvent.keyboard('{Escape}')
  await expect.element(dialog).not.toBeInTheDocument()
}

const choose = async (filter: string, option: string): Promise<void> => {
  await page.getByRole('combobox', { name: filter }).click()
  await page.getByRole('option', { name: option }).click()
}

const deliveries = async (to: string): Promise<string[]> => {
  const found = await call(listEmailLogs, { query: {} })
  return found.filter((one) => one.to === to).map(({ delivery }) => delivery)
}

/** Replaces all stored mails: the first is the newest, one per minute, every other one about a webinar. */
const store = async (count: number): Promise<void> => {
  await commands.sql(
    `INSERT INTO email_logs (to_address, from_address, from_name, subject, html_content, type, delivery, error_message, message_id, created_at)
     SELECT 'person' || n || '@kunde.example', 'post@eksempel.example', 'Eksempel AS', 'Emne ' || n, '<p>Hei</p>',
       CASE WHEN n % 2 = 0 THEN 'contact' ELSE 'webinar' END, CASE WHEN n = 3 THEN 'failed' ELSE 'sent' END,
       CASE WHEN n = 3 THEN '550 Ukjent postkasse' END, 'mail' || n || '@eksempel.example', now() - make_interval(mins => n)
     FROM generate_series(1, $1::integer) AS n`,
    [count],
  )
}

const countPath = /^\/api\/email-logs\/failed$/
const sendPath = /^\/api\/email-logs\/resend-failed$/
const menuButton = page.getByRole('button', { name: 'Send alle feilede siden …' })
const openSending = () => menuButton.click()
const sending = page.getByRole('dialog', { name: 'Send feilede e-poster på nytt' })
const status = sending.getByRole('status')
const send = sending.getByRole('button', { name: /^Send/ })

const people = ['kari', 'ola', 'aase'].map((name) => `${name}@feilet.example`)

/** Stores mails that failed at this time, the last one without content. */
const storeFailed = async (createdAt: string): Promise<void> => {
  for (const [index, to] of people.entries()) {
    await commands.sql(
      `INSERT INTO email_logs (to_address, from_address, from_name, subject, type, delivery, error_message, html_content, message_id, created_at)
       VALUES ($1, 'post@eksempel.example', 'Eksempel', 'Hei', 'contact', 'failed', '550 Nei', $2, $1, $3)`,
      [to, index < 2 ? '<p>Hei</p>' : null, createdAt],
    )
  }
}

beforeEach(async () => {
  await logIn('admin')
  await commands.sql('DELETE FROM email_logs')
})

test('searches, filters and sorts the log, and keeps that in the URL', async () => {
  await store(4)
  await commands.sql(`UPDATE email_logs SET created_at = created_at - interval '2 hours'`)
  await openOffice(log)
  await expect.element(page.getByText('Viser 4 av 4 e-poster')).toBeVisible()
  const heads = ['Mottaker', 'Emne', 'Type', 'Status', 'Dato', 'Avsender', 'Handlinger']
  await expectTexts(page.getByRole('columnheader'), heads)
  await expect.element(rows.first()).toMatchTextContent(/person1@.*Emne 1.*Webinar.*Sendt.*for 2 timer siden/)
  await page.getByRole('button', { name: /^Dato/ }).click()
  await expect.element(rows.first()).toMatchTextContent('person4@')
  await expect.poll(shownUrl).toContain('sort=createdAt')
  await page.getByRole('searchbox').fill('UKJENT')
  await expect.element(page.getByText('Viser 1 av 4 e-poster')).toBeVisible()
  goTo(`${log}&type=webinar`)
  await expect.poll(() => rows.elements().length).toBe(2)
  await choose('Filtrer på status', 'Lagret, ikke sendt (0)')
  await expect.element(page.getByText('Ingen resultater funnet')).toBeVisible()
  await expect.poll(shownUrl).toContain('type=webinar&delivery=stored')
  await page.getByRole('button', { name: /^Nullstill filtre/ }).click()
  await expect.poll(() => rows.elements().length).toBe(4)
  await expect.element(page.getByRole('searchbox')).toHaveFocus()

  await commands.sql('DELETE FROM email_logs')
  await page.getByRole('button', { name: 'Oppdater' }).click()
  await expect.element(page.getByText('Ingen e-post ennå')).toBeVisible()
})

test('names each state of delivery, and shows each mail with what can be done with it', async () => {
  intercept('GET', listPath, () => Response.json(mails))
  for (const one of mails) {
    const htmlContent = one.hasContent ? '<p>Hei</p>' : null
    const answer = { ...one, htmlContent, tries: [] }
    intercept('GET', new RegExp(`^/api/email-logs/${one.id}$`), () => Response.json(answer))
  }
  await openOffice(log)
  await expectTexts(rows, [
    /KontaktI kø/,
    /451 Prøv senere.*Prøver igjen/,
    /Lagret, ikke sendt/,
    /Sendt/,
    /550 Ukjent mottaker.*Feilet/,
  ])

  await lookIn(rows.nth(1))
  await expect.element(dialog.getByText(/fortsatt på vei/)).toBeVisible()
  await expect.element(resend).toHaveAttribute('aria-disabled', 'true')
  await close()

  await lookIn(rows.nth(2))
  await expectTexts(dialog.getByRole('term'), ['Til', 'Kopi', 'Fra', 'Emne', 'Type', 'Status', 'Lagret'])
  await expect.element(dialog).toMatchTextContent('Kopileder@kunde.example, styret@kunde.example')
  await close()

  await lookIn(rows.nth(3))
  await expect.element(dialog).toMatchTextContent('Innholdet er ikke tilgjengelig')
  await expect.element(dialog).toMatchTextContent('24. mars 2024')
  await expect.element(dialog.getByText(/Innholdet finnes ikke lenger/)).toBeVisible()
  await expect.element(resend).toHaveAttribute('aria-disabled', 'true')
  await close()

  await lookIn(rows.nth(4))
  await expect.element(page.getByRole('dialog', { name: mail.subject, exact: true })).toBeVisible()
  await expect.element(dialog.getByTitle('E-postens innhold')).toHaveAttribute('sandbox', '')
  // Only the mail in the dialog scrolls.
  const scrolling = () =>
    [...dialog.element().querySelectorAll('*')].filter(
      (element) =>
        /auto|scroll/.test(getComputedStyle(element).overflowY) && element.scrollHeight > element.clientHeight + 1,
    )
  expect(scrolling()).toEqual([])
  await page.viewport(390, 844)
  await expect.element(dialog.getByTitle('E-postens innhold')).toBeVisible()
  expect(scrolling()).toEqual([])
})

test('shows what the mail server said to each try of a failed mail, and sends it again once', async () => {
  const to = 'feiler@kunde.example'
  const arrived = async () => (await commands.mails()).filter((one) => one.to.includes(to)).length
  const before = await arrived()
  await commands.setSmtp({ refuse: { code: 550, text: '5.1.1 Ukjent postkasse', to } })
  await openOffice(log)
  await sendEnquiries([enquiry({ email: to, name: 'Kari Feil' })])
  await expect.poll(() => deliveries(to)).toEqual(['failed'])
  await commands.setSmtp({})
  const refresh = page.getByRole('button', { name: 'Oppdater' })
  await refresh.click()
  await expect.element(rowsOf(to)).toMatchTextContent(/Ukjent postkasse.*Feilet/)
  await page.getByRole('button', { name: `Se e-post til ${to}: Takk for din henvendelse` }).click()
  await expect.element(dialog.getByText(/Ukjent postkasse/).first()).toBeVisible()
  await expect.element(dialog.getByRole('listitem')).not.toBeInTheDocument()
  await dialog.getByText('1 forsøk på å levere').click()
  await expect.element(dialog.getByRole('listitem')).toMatchTextContent('Ukjent postkasse')

  await resend.click()
  await question.getByRole('button', { name: 'Send', exact: true }).click()
  await expect.element(dialog.getByText('Lagt i køen. Den nye står øverst i loggen.')).toBeVisible()
  expect(countCalls('POST', /\/resend$/)).toBe(1)
  await expect.poll(() => deliveries(to)).toEqual(['sent', 'failed'])
  expect(await arrived()).toBe(before + 1)
  await dialog.getByRole('button', { name: 'Lukk' }).click()
  await refresh.click()
  await expect.poll(() => rowsOf(to).elements().length).toBe(2)
  await lookIn(rowsOf(to).filter({ hasText: 'Sendt på nytt' }))
  await dialog
    .getByText(/^Ny utsending av e-posten fra/)
    .getByRole('button')
    .click()
  await expect.element(dialog.getByText('1 forsøk på å levere')).toBeVisible()
  await expect.element(dialog).toMatchTextContent('550')
  await close()

  // Enter on the row shows the mail, though its recipient is a link.
  const link = rowsOf(to).first().getByRole('link', { name: to })
  await expect.element(link).toHaveAttribute('href', expect.stringMatching(/^\/admin\/kontakter\/[0-9a-f-]{36}$/))
  await page.getByRole('searchbox').fill(to)
  await expect.poll(() => rows.elements().length).toBe(2)
  await userEvent.keyboard('{ArrowDown}')
  await expect.element(rows.first().getByRole('button', { name: /^Se e-post/ })).toHaveFocus()
  await userEvent.keyboard('{Enter}')
  await dialog.getByRole('link', { name: to }).click()
  await expect.element(page.getByRole('dialog', { name: 'Kari Feil' })).toBeVisible()
})

test('fetches more mails as it scrolls, also after a failure', async () => {
  const scrollTo = (locator: typeof rows): Promise<void> =>
    expect
      .poll(() => {
        window.scrollTo(0, document.documentElement.scrollHeight)
        return locator.elements().length
      })
      .toBe(1)
  await store(250)
  const stop = intercept('GET', listPath, (request, forward) =>
    new URL(request.url).searchParams.has('cursor') ? errorAnswer(503, 'Databasen er borte.') : forward(),
  )
  await openOffice(log)
  await expect.element(page.getByText('Viser 250 av 250 e-poster')).toBeVisible()
  // React's strict mode mounts the screen twice.
  const firstCalls = countCalls('GET', listPath)
  await scrollTo(page.getByText('Kunne ikke hente flere e-poster. Databasen er borte.'))
  expect(countCalls('GET', listPath)).toBe(firstCalls + 1)
  stop()
  await page.getByRole('button', { name: 'Prøv igjen' }).click()
  const last = rowsOf('person250@kunde.example')
  await scrollTo(last)
  expect(countCalls('GET', listPath)).toBe(firstCalls + 2)
  expect(rows.elements().length).toBeLessThan(100)
})

test('counts mails that failed since a time, stays open when sending fails, and resends each mail once', async () => {
  await storeFailed('2026-01-05T10:00:00.000Z')
  const fails = () => errorAnswer(503, 'Databasen er borte.')
  const stopCount = intercept('GET', countPath, fails)
  await openOffice(log)
  await openSending()
  await expect.element(status).toMatchTextContent('Databasen er borte.')
  stopCount()
  await sending.getByRole('textbox', { name: 'Siden' }).fill('05.01.2026')
  await sending.getByRole('textbox', { name: 'Klokkeslett' }).fill('')
  await expect.element(sending.getByText(/^Skriv datoen som/)).toBeVisible()
  await expect.element(send).toHaveAttribute('aria-disabled', 'true')
  await sending.getByRole('textbox', { name: 'Klokkeslett' }).fill('10:30')
  await expect.element(status).toMatchTextContent('2 e-poster siden 5. januar 2026')
  await expect.element(status).toMatchTextContent('1 e-post til har feilet, men kan ikke sendes på nytt')
  await expect.element(send).toMatchTextContent('Send 2 e-poster på nytt')

  const stopSending = intercept('POST', sendPath, fails)
  await send.click()
  await expect.element(sending.getByText('Databasen er borte.')).toBeVisible()
  stopSending()
  // Too many for one call: the dialog shows what remains.
  const period = { since: '2026-01-05T10:00:00.000Z', until: '2026-01-06T10:00:00.000Z' }
  const stopRest = intercept('POST', sendPath, () => Response.json({ queued: 5_000, remaining: 3, withoutContent: 0 }))
  const stopThree = intercept('GET', countPath, () => Response.json({ ...period, mails: 3, withoutContent: 0 }))
  await send.click()
  await expect.element(status).toMatchTextContent('3 e-poster siden')
  await expect.element(sending.getByText('Databasen er borte.')).not.toBeInTheDocument()
  stopRest()
  stopThree()

  const before = countCalls('POST', sendPath)
  await send.dblClick()
  await expectToast('Suksess', '2 e-poster er lagt i køen på nytt.')
  await expect.element(sending).not.toBeInTheDocument()
  await expect.element(menuButton).toHaveFocus()
  expect(countCalls('POST', sendPath)).toBe(before + 1)
  const copies = async () =>
    (await call(listEmailLogs, { query: {} })).filter(({ to, resendOf }) => people.includes(to) && resendOf)
  await expect.poll(async () => (await copies()).map(({ delivery }) => delivery)).toEqual(['sent', 'sent'])
  await openSending()
  await expect.element(status).toMatchTextContent('Ingen feilede e-poster')
  await expect.element(send).toHaveAttribute('aria-disabled', 'true')
})
