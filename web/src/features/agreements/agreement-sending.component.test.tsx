import { updateAgreement, updateAgreementSettings } from '@kontor/contract/agreements/agreements.endpoints'
import { updateCompany } from '@kontor/contract/company/company.endpoints'
import { afterEach, beforeEach, expect, test } from 'vitest'
import { commands, page } from 'vitest/browser'
import { call } from '../../platform/api-client.ts'
import {
  addAgreement,
  addCustomerWithContact,
  clearAgreements,
  press,
  sendAgreement,
} from '../../testing/agreements.ts'
import { expectAccessible } from '../../testing/axe.ts'
import { intercept } from '../../testing/calls.ts'
import { expectToast } from '../../testing/locators.ts'
import { openOffice } from '../../testing/office.tsx'
import { logIn } from '../../testing/session.ts'

const open = () => openOffice('/admin?tab=agreements')
const dialog = (name: string) => page.getByRole('dialog', { name })
const choose = async (name: string, option: string): Promise<void> => {
  await page.getByRole('combobox', { name }).click()
  await page.getByRole('option', { name: option, exact: true }).click()
}

afterEach(() => commands.sql(`DELETE FROM system_settings WHERE key = 'agreements'`))

beforeEach(async () => {
  await logIn('admin')
  await clearAgreements()
})

test('sends with a message, copies, a PDF, and terms of its own', async () => {
  await addAgreement()
  const bodies: unknown[] = []
  intercept('POST', /\/send$/, async (request, forward) => {
    bodies.push(await request.clone().json())
    return forward()
  })
  await open()
  await press('Send avtale: Kvalitetssystem')
  const send = dialog('Send avtale')
  await send.getByRole('radio', { name: /Kari Nordmann/ }).click()
  await send.getByLabelText('Personlig melding').fill('Takk for praten.')
  await send.getByLabelText('Kopi til').fill('sjef@fjellheim.example, ikke en adresse')
  await send.getByLabelText('Gyldig til og med').fill('31.12.2099')
  await choose('Språk', 'Engelsk')
  await page.getByRole('combobox', { name: 'Bekreftelse' }).click()
  // No provider is configured here.
  await expect.element(page.getByRole('option', { name: 'Lenken og eID' })).not.toBeInTheDocument()
  await page.getByRole('option', { name: 'Lenken og en kode på e-post', exact: true }).click()
  await send.getByRole('checkbox', { name: 'Legg ved PDF' }).click()
  await expectAccessible()
  await send.getByRole('button', { name: 'Send avtale' }).click()
  await expect.element(send).toMatchTextContent(/Ugyldig e-postadresse/)
  expect(bodies).toEqual([])
  await send.getByLabelText('Kopi til').fill('sjef@fjellheim.example; regnskap@fjellheim.example')
  await send.getByRole('button', { name: 'Send avtale' }).click()
  await expectToast('Avtale sendt', /Kari Nordmann/)
  expect(bodies).toMatchObject([
    {
      message: 'Takk for praten.',
      cc: ['sjef@fjellheim.example', 'regnskap@fjellheim.example'],
      attachPdf: true,
      language: 'en',
      verification: 'code',
      validUntil: '2099-12-31',
    },
  ])
})

test('shows the code that an amount set later asks for, in the draft and before it is sent', async () => {
  const { id } = await addAgreement()
  await call(updateAgreementSettings, { body: { codeAbove: 100_000 } })
  await openOffice(`/admin/avtaler/${id}`)
  await expect
    .element(dialog('Kvalitetssystem'))
    .toMatchTextContent(/Bekreftelse\s*Lenken og en kode på e-post[\s\S]*Bekreftelse \(ny beløpsgrense\)/)
  await press('Send avtale')
  const send = dialog('Send avtale')
  await expect
    .element(page.getByRole('combobox', { name: 'Bekreftelse' }))
    .toMatchTextContent('Lenken og en kode på e-post')
  await expect.element(send).toMatchTextContent(/Beløpet er over grensen for kode, 1\s000,00\skr\./)
  await expectAccessible()
  await send.getByRole('radio', { name: /Kari Nordmann/ }).click()
  await send.getByRole('button', { name: 'Send avtale' }).click()
  await expectToast('Avtale sendt', /Kari Nordmann/)
  expect(
    await commands.sql('SELECT verification, verification_chosen AS chosen FROM agreements WHERE id = $1', [id]),
  ).toEqual([{ verification: 'code', chosen: false }])
})

test('shows a concurrent change, and sends only after it was seen', async () => {
  const { id } = await addAgreement()
  await open()
  await press('Send avtale: Kvalitetssystem')
  const send = dialog('Send avtale')
  await send.getByRole('radio', { name: /Kari Nordmann/ }).click()
  await send.getByLabelText('Personlig melding').fill('Takk for praten.')
  await call(updateAgreement, { params: { id }, body: { verification: 'code', validUntil: '2099-12-31' } })
  await send.getByRole('button', { name: 'Send avtale' }).click()
  await expect
    .element(send.getByRole('alert'))
    .toMatchTextContent('Avtalen er endret i mellomtiden. Se over feltene, og send på nytt.')
  await expect.element(send.getByLabelText('Gyldig til og med')).toHaveValue('31.12.2099')
  await expect
    .element(page.getByRole('combobox', { name: 'Bekreftelse' }))
    .toMatchTextContent('Lenken og en kode på e-post')
  await expect.element(send.getByLabelText('Personlig melding')).toHaveValue('Takk for praten.')
  await send.getByRole('button', { name: 'Send avtale' }).click()
  await expectToast('Avtale sendt', /Kari Nordmann/)
  expect(
    await commands.sql('SELECT status, verification, valid_until::text FROM agreements WHERE id = $1', [id]),
  ).toEqual([{ status: 'sent', verification: 'code', valid_until: '2099-12-31' }])
})

test('previews the mail with the message and the language that are chosen', async () => {
  await addAgreement()
  await open()
  await press('Send avtale: Kvalitetssystem')
  const send = dialog('Send avtale')
  await send.getByRole('radio', { name: /Kari Nordmann/ }).click()
  await send.getByRole('button', { name: 'Forhåndsvis e-posten' }).click()
  const mail = page.frameLocator(send.css('iframe'))
  // Assertions cannot reach into the frame: hovering waits for its text.
  await mail.getByText('Kvalitetssystem').first().hover()
  await send.getByLabelText('Personlig melding').fill('Takk for praten.')
  await mail.getByText('Takk for praten.').hover()
  await choose('Språk', 'Engelsk')
  await mail
    .getByText(/Kari Nordmann/)
    .first()
    .hover()
  await expect.element(send.css('iframe')).toHaveAttribute('src', expect.stringContaining('language=en'))
})

test('asks before a typed message is discarded, and edits a contact person in the same place', async () => {
  await addAgreement()
  await open()
  await press('Send avtale: Kvalitetssystem')
  await dialog('Send avtale').getByLabelText('Personlig melding').fill('Takk for praten.')
  await press('Ny kontaktperson')
  await expect.element(dialog('Ny kontaktperson')).toBeVisible()
  await expect.element(page.getByRole('dialog')).toHaveLength(1)
  await press('Avbryt')
  await expect.element(dialog('Send avtale').getByLabelText('Personlig melding')).toHaveValue('Takk for praten.')
  await press('Avbryt')
  await expect.element(page.getByRole('alertdialog', { name: 'Forkaste endringene?' })).toBeVisible()
})

test('makes a new link once it is confirmed', async () => {
  const agreement = await addAgreement()
  await sendAgreement(agreement)
  const bodies: unknown[] = []
  intercept('POST', /\/new-link$/, async (request) => {
    bodies.push(await request.json())
    return Response.json({ agreement: { ...agreement, status: 'sent', responseToken: 'ny-lenke' } })
  })
  await openOffice(`/admin/avtaler/${agreement.id}`)
  await press('Ny lenke')
  const question = page.getByRole('alertdialog', { name: 'Lage en ny lenke?' })
  await expect.element(question).toMatchTextContent('Lenken kunden har fått, slutter å virke med en gang.')
  await expectAccessible()
  await question.getByRole('button', { name: 'Ny lenke' }).click()
  await expectToast('Suksess', 'Avtalen har fått en ny lenke. Send den til kunden.')
  expect(bodies).toEqual([{ version: expect.any(Number) }])
})

test('stores language, verification, reminders and the responsible person, offered from the team', async () => {
  await addAgreement()
  const { team } = await call(updateCompany, {
    body: {
      phone: '+47 22 00 00 00',
      team: [
        {
          name: 'Kari Nordmann',
          role: { no: 'Rådgiver', en: 'Adviser' },
          photo: null,
          bookingUrl: null,
          email: 'kari@eksempel.example',
        },
      ],
    },
  })
  expect(team).toHaveLength(1)
  await open()
  await press('Rediger avtale: Kvalitetssystem')
  await press('Kari Nordmann')
  await expect.element(page.getByLabelText('Ansvarlig')).toHaveValue('Kari Nordmann')
  await expect.element(page.getByLabelText('E-post')).toHaveValue('kari@eksempel.example')
  await choose('Språk', 'Engelsk')
  await choose('Bekreftelse', 'Lenken og en kode på e-post')
  await page.getByLabelText('Første påminnelse').fill('5')
  await page.getByLabelText('Deretter hver').fill('7')
  await page.getByLabelText('Høyst').fill('2')
  await expectAccessible()
  await press('Lagre')
  await expectToast('Avtale oppdatert', 'Kvalitetssystem')
  await press('Vis avtale: Kvalitetssystem')
  const details = dialog('Kvalitetssystem')
  await expect.element(details).toMatchTextContent('5 dager etter sending; hver 7. dag, høyst 2')
  await expect.element(details).toMatchTextContent('Kari Nordmann · +47 22 00 00 00 · kari@eksempel.example')
  await expect.element(details).toMatchTextContent('Engelsk')
  await expect.element(details).toMatchTextContent('Lenken og en kode på e-post')
})

test('a customer is made within the form of an agreement, without a second dialog', async () => {
  await addCustomerWithContact()
  await open()
  await page.getByRole('button', { name: 'Ny avtale' }).first().click()
  await dialog('Ny avtale')
    .getByLabelText(/^Tittel/)
    .fill('Nytt oppdrag')
  await press('Ny kunde')
  await expect.element(dialog('Ny kunde')).toBeVisible()
  await expect.element(page.getByRole('dialog')).toHaveLength(1)
  await dialog('Ny kunde').getByLabelText(/^Navn/).fill('Fersk AS')
  await dialog('Ny kunde')
    .getByLabelText(/^E-post/)
    .fill('post@fersk.example')
  await press('Lagre')
  await expectToast('Kunde opprettet', 'Fersk AS')
  await expect.element(dialog('Ny avtale').getByLabelText(/^Tittel/)).toHaveValue('Nytt oppdrag')
  await expect.element(page.getByRole('combobox', { name: 'Kunde', exact: true })).toHaveValue('Fersk AS')
  await press('Opprett')
  await expect.element(dialog('Nytt oppdrag')).toMatchTextContent('Fersk AS')
})
