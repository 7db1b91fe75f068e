import { listEmailLogs } from '@kontor/contract/emails/emails.endpoints'
import { beforeEach, expect, test } from 'vitest'
import { commands, page, userEvent } from 'vitest/browser'
import { call } from '../../platform/api-client.ts'
import { expectAccessible } from '../../testing/axe.ts'
import { countCalls, errorAnswer, intercept } from '../../testing/calls.ts'
import { enquiry, sendEnquiries } from '../../testing/contacts.ts'
import { truncateTables } from '../../testing/database.ts'
import { chooseFromMenu } from '../../testing/list-menu.ts'
import { expectTexts } from '../../testing/locators.ts'
import { openOffice, shownUrl } from '../../testing/office.tsx'
import { logIn } from '../../testing/session.ts'

const mail = {
  id: 'en',
  to: 'kari@kunde.example',
  cc: [] as string[],
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

const retrying = { ...mail, delivery: 'retrying', status: 'other', sentAt: null, errorMessage: '451 Prøv senere' }
const failed = { ...mail, delivery: 'failed', status: 'failed', sentAt: null, errorMessage: '550 Ukjent mottaker' }

const log = '/admin?tab=email-logs'
const listPath = /^\/api\/email-logs$/
const summaryPath = /^\/api\/email-logs\/summary$/
const rows = page.getByRole('table').css('tbody tr[data-index]')
const dialog = page.getByRole('dialog')
const question = page.getByRole('alertdialog', { name: 'Sende e-posten på nytt?' })
const look = page.getByRole('button', { name: /^Se e-post/ })
const resend = dialog.getByRole('button', { name: 'Send på nytt' })
const refresh = page.getByRole('button', { name: 'Oppdater' })
const rowsOf = (to: string) => page.getByRole('row').filter({ hasText: to })

/** Opens the log with these mails instead of the server's. */
const show = (mails: readonly (typeof mail)[]): Promise<void> => {
  intercept('GET', listPath, () => Response.json(mails))
  const deliveries = { queued: 0, retrying: 0, stored: 0, sent: 0, failed: 0 }
  intercept('GET', summaryPath, () => Response.json({ total: mails.length, deliveries, found: mails.length }))
  for (const one of mails) {
    const htmlContent = one.hasContent ? '<p>Hei</p>' : null
    intercept('GET', new RegExp(`^/api/email-logs/${one.id}$`), () => Response.json({ ...one, htmlContent, tries: [] }))
  }
  return openOffice(log)
}

const choose = async (filter: string, option: string): Promise<void> => {
  await page.getByRole('combobox', { name: filter }).click()
  await page.getByRole('option', { name: option }).click()
}

const deliveries = async (to: string): Promise<string[]> => {
  const mails = await call(listEmailLogs, { query: {} })
  return mails.filter((one) => one.to === to).map(({ delivery }) => delivery)
}

beforeEach(() => logIn('admin'))

test('lists the newest mail first, with recipient, subject, type, status and date, and the sender if asked to', async () => {
  const to = 'siste@kunde.example'
  await commands.sql('DELETE FROM email_logs WHERE to_address = $1', [to])
  await sendEnquiries([enquiry(), enquiry({ name: 'Siste Mann', email: to })])
  await expect.poll(() => deliveries(to)).toEqual(['sent'])
  await commands.sql(`UPDATE email_logs SET created_at = created_at - interval '2 hours'`)
  await openOffice(log)
  await expectTexts(page.getByRole('columnheader'), ['Mottaker', 'Emne', 'Type', 'Status', 'Dato', 'Handlinger'])
  await expect.element(rowsOf(to)).toMatchTextContent('Takk for din henvendelse')
  await expect.element(rowsOf(to)).toMatchTextContent('Sendt')
  await expect.element(rows.first()).toMatchTextContent(/siste@|kontoret@eksempel\.example/)
  await expect.element(rows.first()).toMatchTextContent('Kontakt')
  await expect.element(rows.first()).toMatchTextContent('for 2 timer siden')
  await chooseFromMenu('Kolonner')
  await page.getByRole('checkbox', { name: 'Avsender' }).click()
  await userEvent.keyboard('{Escape}')
  await expect.element(rows.first()).toMatchTextContent('post@eksempel.example')
})

test('links a recipient to the enquiry that the mail answers; Enter on the row still shows the mail', async () => {
  await commands.sql('DELETE FROM email_logs')
  await sendEnquiries([enquiry({ name: 'Lenket Person', email: 'lenket@kunde.example' })])
  await openOffice(`${log}&q=lenket@`)
  const link = rowsOf('lenket@kunde.example').getByRole('link', { name: 'lenket@kunde.example' })
  await expect.element(link).toHaveAttribute('href', expect.stringMatching(/^\/admin\/kontakter\/[0-9a-f-]{36}$/))
  await page.getByRole('searchbox').click()
  await userEvent.keyboard('{ArrowDown}')
  await expect.element(look).toHaveFocus()
  await userEvent.keyboard('{Enter}')
  await dialog.getByRole('link', { name: 'lenket@kunde.example' }).click()
  await expect.element(page.getByRole('dialog', { name: 'Lenket Person' })).toBeVisible()
})

test('never calls a mail sent that was only stored', async () => {
  await show([{ ...mail, delivery: 'stored', status: 'other' }])
  await look.click()
  await expectTexts(dialog.getByRole('term'), ['Til', 'Fra', 'Emne', 'Type', 'Status', 'Lagret'])
})

test('names each state of delivery', async () => {
  await show([
    { ...mail, id: '1', delivery: 'queued', status: 'other', sentAt: null },
    { ...retrying, id: '2' },
    { ...mail, id: '3', delivery: 'stored', status: 'other' },
    { ...mail, id: '4' },
    { ...failed, id: '5' },
  ])
  for (const [index, text] of ['I kø', 'Prøver igjen', 'Lagret, ikke sendt', 'Sendt', 'Feilet'].entries()) {
    await expect.element(rows.nth(index)).toMatchTextContent(text)
  }
  await expect.element(rows.nth(1)).toMatchTextContent('451 Prøv senere')
  await expect.element(rows.nth(4)).toMatchTextContent('550 Ukjent mottaker')
  await expectAccessible()
})

test('says when the content of a mail was not kept, and offers no resending', async () => {
  await show([{ ...mail, hasContent: false }])
  await look.click()
  await expect.element(dialog).toMatchTextContent('Innholdet er ikke tilgjengelig')
  await expect.element(dialog).toMatchTextContent('24. mars 2024')
  await expect.element(dialog.getByText(/Innholdet finnes ikke lenger/)).toBeVisible()
  await expect.element(resend).toHaveAttribute('aria-disabled', 'true')
  await expectAccessible()
})

test('the preview is named by the subject, and only the mail in it scrolls, also on a phone', async () => {
  const scrolling = () =>
    [...dialog.element().querySelectorAll('*')].filter(
      (element) =>
        /auto|scroll/.test(getComputedStyle(element).overflowY) && element.scrollHeight > element.clientHeight + 1,
    )
  for (const [width, height] of [
    [1440, 900],
    [390, 844],
  ] as const) {
    await page.viewport(width, height)
    await show([failed])
    await look.first().click()
    await expect.element(page.getByRole('dialog', { name: 'Takk for din henvendelse', exact: true })).toBeVisible()
    await expect.element(dialog.getByTitle('E-postens innhold')).toBeVisible()
    expect(scrolling()).toEqual([])
    await userEvent.keyboard('{Escape}')
    await expect.element(dialog).not.toBeInTheDocument()
  }
})

test('names who got a copy', async () => {
  await show([{ ...mail, cc: ['leder@kunde.example', 'styret@kunde.example'] }])
  await look.click()
  await expect.element(dialog).toMatchTextContent('Kopileder@kunde.example, styret@kunde.example')
})

test('offers no resending of a mail that is still to be delivered', async () => {
  await show([retrying])
  await look.click()
  await expect.element(dialog.getByText(/fortsatt på vei/)).toBeVisible()
  await expect.element(resend).toHaveAttribute('aria-disabled', 'true')
  await userEvent.keyboard('{Escape}')
  await expect.element(dialog).not.toBeInTheDocument()
})

test('explains a log that could not be loaded, then an empty one', async () => {
  const stop = intercept('GET', listPath, () => errorAnswer(503, 'Databasen er borte.'))
  await openOffice(log)
  await expect.element(page.getByRole('alert')).toMatchTextContent('Databasen er borte.')
  await expectAccessible()
  stop()
  intercept('GET', listPath, () => Response.json([]))
  await page.getByRole('button', { name: 'Prøv igjen' }).click()
  await expect.element(page.getByText('Ingen e-post ennå')).toBeVisible()
  await expectAccessible()
})

/** Replaces all stored mails: the first is the newest, one per minute, every other one about a webinar. */
const store = async (count: number): Promise<void> => {
  await truncateTables('email_logs')
  await commands.sql(
    `INSERT INTO email_logs (to_address, from_address, from_name, subject, html_content, type, delivery, error_message, message_id, created_at)
     SELECT 'person' || n || '@kunde.example', 'post@eksempel.example', 'Eksempel AS', 'Emne ' || n, '<p>Hei</p>',
       CASE WHEN n % 2 = 0 THEN 'contact' ELSE 'webinar' END, CASE WHEN n = 3 THEN 'failed' ELSE 'sent' END,
       CASE WHEN n = 3 THEN '550 Ukjent postkasse' END, 'mail' || n || '@eksempel.example', now() - make_interval(mins => n)
     FROM generate_series(1, $1::integer) AS n`,
    [count],
  )
}

test('searches, filters and sorts, and keeps the filters in the URL', async () => {
  await store(4)
  await openOffice(log)
  await expect.element(page.getByText('Viser 4 av 4 e-poster')).toBeVisible()
  await expect.element(rows.first()).toMatchTextContent('person1@')
  await page.getByRole('button', { name: /^Dato/ }).click()
  await expect.element(rows.first()).toMatchTextContent('person4@')
  await expect.poll(shownUrl).toContain('sort=createdAt')
  await page.getByRole('searchbox').fill('UKJENT')
  await expect.element(page.getByText('Viser 1 av 4 e-poster')).toBeVisible()
  await expect.poll(() => rows.elements().length).toBe(1)
  await page.getByRole('searchbox').fill('')
  await choose('Filtrer på type', 'Webinar')
  await expect.poll(() => rows.elements().length).toBe(2)
  await expect.element(rows.first()).toMatchTextContent('person3@')
  await choose('Filtrer på status', 'Lagret, ikke sendt (0)')
  await expect.element(page.getByText('Ingen resultater funnet')).toBeVisible()
  await expect.poll(shownUrl).toContain('type=webinar&delivery=stored')
  await expectAccessible()
  await page.getByRole('button', { name: /^Nullstill filtre/ }).click()
  await expect.poll(() => rows.elements().length).toBe(4)
  await expect.element(page.getByRole('searchbox')).toHaveFocus()
})

test('shows what the mail server said to each try of a failed mail, and sends it again once', async () => {
  const to = 'feiler@kunde.example'
  await commands.sql('DELETE FROM email_logs WHERE to_address = $1', [to])
  const arrived = async () => (await commands.mails()).filter((one) => one.to.includes(to)).length
  const before = await arrived()
  await commands.setSmtp({ refuse: { code: 550, text: '5.1.1 Ukjent postkasse', to } })
  await openOffice(log)
  await sendEnquiries([enquiry({ email: to })])
  await expect.poll(() => deliveries(to)).toEqual(['failed'])
  await commands.setSmtp({})
  await refresh.click()
  await expect.element(rowsOf(to)).toMatchTextContent('Feilet')
  await page.getByRole('button', { name: `Se e-post til ${to}: Takk for din henvendelse` }).click()
  await expect.element(dialog.getByText(/Ukjent postkasse/).first()).toBeVisible()
  await expect.element(dialog.getByRole('listitem')).not.toBeInTheDocument()
  await dialog.getByText('1 forsøk på å levere').click()
  await expect.element(dialog.getByRole('listitem')).toMatchTextContent('Ukjent postkasse')
  await expect.element(dialog.getByTitle('E-postens innhold')).toHaveAttribute('sandbox', '')
  await expectAccessible()

  await resend.click()
  await expect.element(question).toMatchTextContent(/sendes en gang til, til /)
  await expectAccessible()
  await userEvent.keyboard('{Escape}')
  await expect.element(question).not.toBeInTheDocument()
  await resend.click()
  await question.getByRole('button', { name: 'Send', exact: true }).click()
  await expect.element(dialog.getByText('Lagt i køen. Den nye står øverst i loggen.')).toBeVisible()
  expect(countCalls('POST', /\/resend$/)).toBe(1)
  await expect.poll(() => deliveries(to)).toEqual(['sent', 'failed'])
  expect(await arrived()).toBe(before + 1)
  await dialog.getByRole('button', { name: 'Lukk' }).click()
  await refresh.click()
  await expect.poll(() => rowsOf(to).elements().length).toBe(2)
  await page
    .getByRole('row')
    .filter({ hasText: 'Sendt på nytt' })
    .filter({ hasText: to })
    .getByRole('button', { name: /^Se e-post/ })
    .click()
  await dialog
    .getByText(/^Ny utsending av e-posten fra/)
    .getByRole('button')
    .click()
  await expect.element(dialog.getByText('1 forsøk på å levere')).toBeVisible()
  await expect.element(dialog).toMatchTextContent('550')
})

/** Keeps scrolling to the end until a mail's row is there. */
const scrollTo = (to: string): Promise<void> =>
  expect
    .poll(() => {
      window.scrollTo(0, document.documentElement.scrollHeight)
      return rowsOf(to).elements().length
    })
    .toBe(1)

test('fetches more mails as it scrolls, and opens and resends one far down', async () => {
  await store(450)
  await openOffice(log)
  await expect.element(page.getByText('Viser 450 av 450 e-poster')).toBeVisible()
  // React's strict mode mounts the screen twice.
  const firstCalls = countCalls('GET', listPath)
  await scrollTo('person450@kunde.example')
  expect(countCalls('GET', listPath)).toBe(firstCalls + 2)
  expect(rows.elements().length).toBeLessThan(100)
  await rowsOf('person450@kunde.example')
    .getByRole('button', { name: /^Se e-post/ })
    .click()
  await expect.element(dialog.getByTitle('E-postens innhold')).toBeVisible()
  await resend.click()
  await question.getByRole('button', { name: 'Send', exact: true }).click()
  await expect.element(dialog.getByText('Lagt i køen. Den nye står øverst i loggen.')).toBeVisible()
  await expect.element(page.getByText('Viser 451 av 451 e-poster')).toBeInTheDocument()
  await dialog.getByRole('button', { name: 'Lukk' }).click()
  await choose('Filtrer på status', 'Feilet (1)')
  await expect.element(page.getByText('Viser 1 av 451 e-poster')).toBeVisible()
  await expect.element(rows.first()).toMatchTextContent('person3@')
})

test('says why more mails could not be fetched, and fetches them on request', async () => {
  await store(250)
  const stop = intercept('GET', listPath, (request, forward) =>
    new URL(request.url).searchParams.has('cursor') ? errorAnswer(503, 'Databasen er borte.') : forward(),
  )
  await openOffice(log)
  await expect.element(rows.first()).toBeVisible()
  const firstCalls = countCalls('GET', listPath)
  await expect
    .poll(() => {
      window.scrollTo(0, document.documentElement.scrollHeight)
      return page.getByText('Kunne ikke hente flere e-poster. Databasen er borte.').elements().length
    })
    .toBe(1)
  expect(countCalls('GET', listPath)).toBe(firstCalls + 1)
  await expectAccessible()
  stop()
  await page.getByRole('button', { name: 'Prøv igjen' }).click()
  await scrollTo('person250@kunde.example')
})
