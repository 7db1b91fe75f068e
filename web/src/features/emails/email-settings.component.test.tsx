import { listEmailLogs, readEmailSettings, updateEmailSettings } from '@kontor/contract/emails/emails.endpoints'
import { afterAll, beforeEach, expect, test } from 'vitest'
import { commands, page, userEvent } from 'vitest/browser'
import { call } from '../../platform/api-client.ts'
import { expectToast } from '../../testing/locators.ts'
import { openOffice } from '../../testing/office.tsx'

const field = (name: string) => page.getByLabelText(new RegExp(`^${name}`))
const save = page.getByRole('button', { name: /^Lagre/ })
const clear = () => commands.sql('DELETE FROM email_settings')

beforeEach(async () => {
  await clear()
  await openOffice('/admin?tab=email')
  await expect.element(field('Avsendernavn')).toHaveValue('Eksempel AS')
})
afterAll(clear)

test('saves the settings, reports errors at their fields, and asks before it leaves unsaved ones', async () => {
  await field('Avsenderadresse').fill('post')
  await field('Emne for webinar').fill('{firma}')
  await save.click()
  await expect.element(page.getByText('Ugyldig e-postadresse')).toBeVisible()
  await expect.element(page.getByText(/^Ukjent tagg: {firma}/)).toBeVisible()
  await expect.element(field('Avsenderadresse')).toHaveFocus()
  await field('Avsenderadresse').fill('hei@eksempel.example')
  await field('Emne for webinar').fill('Vi ses på {webinarName}')
  await expect.element(page.getByText(/^Ikke lagret/)).toBeVisible()
  await save.click()
  await expectToast('Suksess', 'E-post innstillinger er oppdatert.')
  await expect.element(page.getByText(/^Ikke lagret/)).not.toBeInTheDocument()
  expect(await call(readEmailSettings, {})).toMatchObject({
    fromEmail: 'hei@eksempel.example',
    webinarSubject: 'Vi ses på {webinarName}',
  })

  await field('Avsendernavn').fill('Halvferdig')
  await page.getByRole('tab', { name: 'Kontakter' }).click()
  const question = page.getByRole('alertdialog', { name: 'Forkaste endringene?' })
  await question.getByRole('button', { name: 'Fortsett å redigere' }).click()
  await expect.element(field('Avsendernavn')).toHaveValue('Halvferdig')
  await page.getByRole('tab', { name: 'Kontakter' }).click()
  await question.getByRole('button', { name: 'Forkast' }).click()
  await expect.element(page.getByRole('heading', { name: /^Kontakthenvendelser/ })).toBeVisible()
})

test("sends a test mail with unsaved settings and shows the server's answer, then what another user saved", async () => {
  const to = 'testmelding@kunde.example'
  await commands.sql('DELETE FROM email_logs WHERE to_address = $1', [to])
  const send = page.getByRole('button', { name: 'Send testmelding' })
  await send.click()
  await expect.element(page.getByText('Ugyldig e-postadresse')).toBeVisible()
  await field('Send testmelding til').fill(to)
  await field('Emne for kontaktskjema').fill('Mitt emne')
  await send.dblClick()
  await expect
    .element(page.getByText(`E-postserveren tok imot testmeldingen til ${to}.`, { exact: false }))
    .toBeVisible()
  await expect.element(page.getByText(/^Svaret var: 250/)).toBeVisible()

  await commands.setSmtp({ refuse: { code: 550, text: '5.1.1 Ukjent postkasse', to } })
  await field('Send testmelding til').click()
  await userEvent.keyboard('{Enter}')
  await expect.element(page.getByRole('alert')).toMatchTextContent('550 5.1.1 Ukjent postkasse')
  const log = await call(listEmailLogs, { query: {} })
  expect(log.filter((mail) => mail.to === to).map(({ type }) => type)).toEqual(['test', 'test'])

  await call(updateEmailSettings, { body: { fromName: 'Den andres navn' } })
  await save.click()
  await expect.element(page.getByText('Endret av en annen i mellomtiden')).toBeVisible()
  await page.getByRole('button', { name: 'Bruk denne: Avsendernavn' }).click()
  await page.getByRole('button', { name: 'Lagre likevel' }).click()
  await expectToast('Suksess', 'E-post innstillinger er oppdatert.')
  expect(await call(readEmailSettings, {})).toMatchObject({ fromName: 'Den andres navn', contactSubject: 'Mitt emne' })
})
