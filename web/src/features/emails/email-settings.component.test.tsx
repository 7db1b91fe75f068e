import {
  createEmailTemplate,
  listEmailLogs,
  listEmailTemplates,
  readEmailSettings,
} from '@kontor/contract/emails/emails.endpoints'
import { afterAll, beforeEach, expect, test } from 'vitest'
import { commands, page, userEvent } from 'vitest/browser'
import { call } from '../../platform/api-client.ts'
import { expectToast } from '../../testing/locators.ts'
import { mailedCode } from '../../testing/mailed-code.ts'
import { openOffice } from '../../testing/office.tsx'
import { logIn } from '../../testing/session.ts'
import type { TemplateInput } from './emails.api.ts'

const overlap = (one: Element, other: Element): boolean => {
  const [a, b] = [one.getBoundingClientRect(), other.getBoundingClientRect()]
  return a.left < b.right && b.left < a.right && a.top < b.bottom && b.top < a.bottom
}

const add = (template: Partial<TemplateInput> = {}) =>
  call(createEmailTemplate, {
    body: { type: 'contact', subject: 'Takk, {name}', content: '<p>Hei {name}!</p>', isActive: true, ...template },
  })

const clear = async () => {
  await commands.sql('DELETE FROM email_templates')
  await commands.sql('DELETE FROM email_settings')
}
const open = () => openOffice('/admin?tab=email')
const rowOf = (subject: string) => page.getByRole('listitem').filter({ hasText: subject })
const toasts = page
  .getByRole('region', { name: /Varsler/, includeHidden: true })
  .getByRole('listitem', { includeHidden: true })

const field = (name: string) => page.getByLabelText(new RegExp(`^${name}`))
const save = page.getByRole('button', { name: /^Lagre/ })
beforeEach(async () => {
  await logIn('admin')
  await clear()
})
afterAll(clear)

test('reports an unusable template at its field, before and after it is sent', async () => {
  await open()
  await page.getByRole('button', { name: 'Ny e-postmal' }).first().click()
  const dialog = page.getByRole('dialog', { name: 'Ny e-postmal' })
  const subject = dialog.getByRole('textbox', { name: 'Emne' })
  const content = dialog.getByRole('textbox', { name: 'Innhold' })
  await content.click()
  await userEvent.keyboard('{Control>}{Enter}{/Control}')
  await expect.element(dialog.getByText('Emne er påkrevd')).toBeVisible()
  await expect.element(dialog.getByText('Innhold er påkrevd')).toBeVisible()
  await expect.element(subject).toHaveFocus()
  await subject.fill('Hei {navn}')
  await dialog.getByRole('button', { name: 'Sett inn tagg i emnet' }).click()
  await page.getByRole('menuitem', { name: 'Navn {name}' }).click()
  await expect.element(subject).toHaveValue('Hei {navn}{name}')
  await dialog.getByRole('button', { name: 'Vis HTML' }).click()
  await content.fill('<p>Hei</p><script>alert(1)</script>')
  await expect.element(dialog.getByRole('status')).toMatchTextContent('Ukjent tagg: {navn}')
  // Hovering waits for the text inside the preview frame, which the hidden preview at the top repeats.
  await page.frameLocator(dialog.css('iframe:not([aria-hidden])')).getByText('Hei').last().hover()
  await userEvent.keyboard('{Control>}{Enter}{/Control}')
  await expect.poll(() => dialog.getByText(/^Ukjent tagg: {navn}/).elements().length).toBe(2)
  await subject.fill('Hei {name}{phone}')
  await expect.element(dialog.getByText('{phone} blir tom i maler for kontaktskjema.')).toBeVisible()
  await page.viewport(390, 844)
  const buttons = dialog.getByRole('button', { name: /^(?:Avbryt|Opprett)$/ })
  const isToastBeside = () => {
    const toast = toasts.query()
    return toast !== null && !buttons.elements().some((button) => overlap(toast, button))
  }
  await dialog.getByRole('button', { name: 'Opprett' }).click()
  await expectToast('Feil', 'Kunne ikke opprette e-post mal')
  await expect.poll(isToastBeside).toBe(true)
  await expect.element(dialog.getByText(/^<script> kan ikke stå i en e-post/).first()).toBeVisible()
  await expect.element(content).toHaveFocus()
})

test('takes templates into use, copies, changes and deletes them', async () => {
  await add({ subject: 'Første' })
  await add({ subject: 'Andre', isActive: false, content: `<p>${'æ'.repeat(99)}</p><p>bc</p>` })
  await open()
  await expect.element(page.getByText(`${'æ'.repeat(99)} …`)).toBeVisible()

  await page.getByRole('button', { name: 'Ta i bruk: Andre' }).click()
  await expectToast('Suksess', 'Malen er tatt i bruk.')
  await expect.element(rowOf('Andre').getByText('I bruk', { exact: true })).toBeVisible()
  await expect.element(rowOf('Første').getByText(/Ikke i bruk/)).toBeVisible()
  await page.getByRole('button', { name: 'Ta ut av bruk: Andre' }).click()
  await expect.poll(() => page.getByText(/Den innebygde teksten er i bruk/).elements().length).toBe(2)
  await page.getByRole('button', { name: 'Ta i bruk: Første' }).click()
  await expect.element(rowOf('Første').getByText('I bruk', { exact: true })).toBeVisible()

  await page.getByRole('button', { name: 'Kopier malen Første' }).click()
  const copy = page.getByRole('dialog', { name: 'Kopier e-postmal' })
  await expect.element(copy.getByRole('checkbox', { name: /^I bruk/ })).not.toBeChecked()
  await expect.element(copy.getByRole('textbox', { name: 'Innhold' })).toMatchTextContent('Hei Navn!')
  await copy.getByRole('textbox', { name: 'Emne' }).fill('Kopien')
  await copy.getByRole('button', { name: 'Opprett' }).click()
  await expect.element(rowOf('Kopien')).toMatchTextContent('Ikke i bruk')

  await page.getByRole('button', { name: 'Rediger malen Kopien' }).click()
  const dialog = page.getByRole('dialog', { name: 'Rediger e-postmal' })
  await dialog.getByRole('textbox', { name: 'Emne' }).fill('Mitt emne')
  await dialog.getByRole('button', { name: 'Lagre' }).click()
  await expectToast('Suksess', 'E-postmalen er oppdatert.')
  await expect.element(rowOf('Første').getByText('I bruk', { exact: true })).toBeVisible()

  await page.getByRole('button', { name: 'Slett malen Første' }).click()
  const question = page.getByRole('alertdialog', { name: 'Slette e-postmalen?' })
  await expect.element(question).toMatchTextContent('kan ikke angres')
  await expect.element(question).toMatchTextContent('den innebygde teksten')
  await question.getByRole('button', { name: 'Slett' }).click()
  await expectToast('Suksess', 'E-postmalen er slettet.')
  await expect.element(rowOf('Første')).not.toBeInTheDocument()
  const left = await call(listEmailTemplates, {})
  expect(left.map(({ subject }) => subject).toSorted()).toEqual(['Andre', 'Mitt emne'])
})

test('reports errors at their fields, sends a test mail with unsaved settings, and saves them', async () => {
  const to = 'testmelding@kunde.example'
  await commands.sql('DELETE FROM email_logs WHERE to_address = $1', [to])
  await open()
  await expect.element(field('Avsendernavn')).toHaveValue('Eksempel AS')
  await field('Avsenderadresse').fill('post')
  await field('Emne for webinar').fill('{firma}')
  await save.click()
  await expect.element(page.getByText('Ugyldig e-postadresse')).toBeVisible()
  await expect.element(page.getByText(/^Ukjent tagg: {firma}/)).toBeVisible()
  await expect.element(field('Avsenderadresse')).toHaveFocus()
  await field('Avsenderadresse').fill('hei@eksempel.example')
  await field('Emne for webinar').fill('Vi ses på {webinarName}')
  await expect.element(page.getByText(/^Ikke lagret/)).toBeVisible()

  const send = page.getByRole('button', { name: 'Send testmelding' })
  await send.click()
  await expect.element(page.getByText('Ugyldig e-postadresse')).toBeVisible()
  await field('Send testmelding til').fill(to)
  await send.dblClick()
  await expect
    .element(page.getByText(`E-postserveren tok imot testmeldingen til ${to}.`, { exact: false }))
    .toBeVisible()
  await expect.element(page.getByText(/^Svaret var: 250/)).toBeVisible()
  await commands.setSmtp({ refuse: { code: 550, text: '5.1.1 Ukjent postkasse', to } })
  await field('Send testmelding til').click()
  await userEvent.keyboard('{Enter}')
  await expect.element(page.getByRole('alert')).toMatchTextContent('550 5.1.1 Ukjent postkasse')
  await commands.setSmtp({})
  const log = await call(listEmailLogs, { query: {} })
  expect(log.filter((mail) => mail.to === to).map(({ type }) => type)).toEqual(['test', 'test'])

  await save.click()
  await expectToast('Suksess', 'E-postinnstillingene er oppdatert.')
  await expect.element(page.getByText(/^Ikke lagret/)).not.toBeInTheDocument()
  expect(await call(readEmailSettings, {})).toMatchObject({
    fromEmail: 'hei@eksempel.example',
    webinarSubject: 'Vi ses på {webinarName}',
  })

  const confirmation = page.getByRole('form', { name: 'Bekreft avsenderadressen' })
  await confirmation.getByLabelText('Kode fra e-posten').fill('1234')
  await confirmation.getByRole('button', { name: 'Bekreft' }).click()
  await expect.element(confirmation.getByText('Koden har åtte sifre')).toBeVisible()
  await confirmation.getByLabelText('Kode fra e-posten').fill(await mailedCode('hei@eksempel.example'))
  await confirmation.getByRole('button', { name: 'Bekreft' }).click()
  await expectToast('Avsenderadressen er bekreftet', 'hei@eksempel.example')
  await expect.element(confirmation).not.toBeInTheDocument()
  await expect.element(field('Avsenderadresse')).toHaveFocus()
})
