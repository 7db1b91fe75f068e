import { createAgreementCondition, deleteAgreement } from '@kontor/contract/agreements/agreements.endpoints'
import { beforeEach, expect, test } from 'vitest'
import { page, userEvent } from 'vitest/browser'
import { call } from '../../platform/api-client.ts'
import { addAgreement, addConditions, clearAgreements, press } from '../../testing/agreements.ts'
import { expectAccessible } from '../../testing/axe.ts'
import { expectToast, focus } from '../../testing/locators.ts'
import { openOffice } from '../../testing/office.tsx'
import { logIn } from '../../testing/session.ts'

const open = () => openOffice('/admin?tab=agreements')
const text = (substring: string) => page.getByText(substring, { exact: false })
const label = (name: RegExp) => page.getByLabelText(name)

/** Opens the details of the agreement. */
const openDetails = async (): Promise<void> => {
  await open()
  await press('Vis avtale: Kvalitetssystem')
}

beforeEach(async () => {
  await logIn('admin')
  await clearAgreements()
})

test('explains invalid numbers and too long texts in Norwegian', async () => {
  await addAgreement()
  await open()
  await press('Rediger avtale: Kvalitetssystem')
  await label(/^MVA-sats \(%\)/).fill('12,345')
  await label(/^Påminn automatisk/).fill('2,5')
  await press('Lagre')
  await expect.element(text('MVA-sats kan ha høyst to desimaler')).toBeVisible()
  await expect.element(text('Antall dager må være et helt tall')).toBeVisible()
  await label(/^Påminn automatisk/).fill('2')
  await expect.element(text('Uten en siste dag sendes det ingen påminnelse.')).toBeVisible()
  await label(/^Gyldig til/).fill('31.12.2099')
  await expect.element(text('Uten en siste dag sendes det ingen påminnelse.')).not.toBeInTheDocument()
  await press('Avbryt')
  await press('Forkast')

  await press('Vis avtale: Kvalitetssystem')
  await press('Legg til produkt')
  await label(/^Beskrivelse/).fill('x'.repeat(1001))
  await press('Legg til')
  await expect.element(text('Kan ha høyst 1000 tegn')).toBeVisible()
})

test('removes a condition at once, but asks first when it has a text of its own', async () => {
  const ids = await addConditions([
    { name: 'Betalingsfrist', content: '14 dager.' },
    { name: 'Reklamasjon', content: 'Innen to år.' },
  ])
  const { id } = await addAgreement()
  for (const conditionId of ids) await call(createAgreementCondition, { params: { id }, body: { conditionId } })
  await openDetails()
  await press('Egen tekst for Reklamasjon')
  await page
    .getByRole('dialog', { name: 'Egen tekst: Reklamasjon' })
    .getByLabelText(/^Tekst/)
    .fill('Innen fem år.')
  await press('Lagre')
  await expect.element(text('Innen fem år.')).toBeVisible()

  await press('Fjern Reklamasjon')
  const question = page.getByRole('alertdialog', { name: 'Fjerne betingelsen?' })
  await expect.element(question).toMatchTextContent('Reklamasjon har en egen tekst i denne avtalen.')
  await expectAccessible()
  await question.getByRole('button', { name: 'Avbryt' }).click()
  await press('Fjern Betalingsfrist')
  await expect.element(text('14 dager.')).not.toBeInTheDocument()
  await expect.element(text('Innen fem år.')).toBeVisible()
  await press('Fjern Reklamasjon')
  await question.getByRole('button', { name: 'Fjern' }).click()
  await expect.element(question).not.toBeInTheDocument()
  await expect.element(text('Ingen betingelser.')).toBeVisible()
})

test('adds conditions one after the other with the keyboard alone', async () => {
  await addConditions(['Betalingsfrist', 'Reklamasjon', 'Levering'].map((name) => ({ name, content: 'Tekst.' })))
  await addAgreement()
  await openDetails()
  const field = page.getByRole('combobox', { name: 'Legg til betingelse' })
  await expect.element(field).toBeEnabled()
  await focus(field)
  for (const name of ['Betalingsfrist', 'Reklamasjon']) {
    await userEvent.keyboard(name)
    await expect.element(page.getByRole('option', { name })).toBeVisible()
    await userEvent.keyboard('{ArrowDown}{Enter}')
    await expect.element(page.getByRole('button', { name: `Fjern ${name}` })).toBeVisible()
    await expect.element(field).toHaveFocus()
    await expect.element(field).toHaveValue('')
  }
})

test('previews the mail with the name the recipient has now', async () => {
  await addAgreement()
  await open()
  await press('Send avtale: Kvalitetssystem')
  const dialog = page.getByRole('dialog', { name: 'Send avtale' })
  await expect.element(dialog.getByText('Ctrl + Enter: Send avtale')).toBeVisible()
  await dialog.getByRole('radio', { name: /Kari Nordmann/ }).click()
  await dialog.getByRole('button', { name: 'Forhåndsvis e-posten' }).click()
  const mail = page.frameLocator(dialog.css('iframe'))
  // Assertions cannot reach into the frame: hovering waits for its text.
  await mail.getByText('Hei Kari Nordmann.').hover()
  await dialog.getByRole('button', { name: 'Rediger Kari Nordmann' }).click()
  await label(/^Fornavn/).fill('Karianne')
  await press('Lagre')
  await mail.getByText('Hei Karianne Nordmann.').hover()
})

test('keeps what is typed when someone else deletes the agreement', async () => {
  const { id } = await addAgreement()
  await openDetails()
  await press('Legg til produkt')
  await label(/^Beskrivelse/).fill('Opplæring over tre dager')
  await call(deleteAgreement, { params: { id } })
  await press('Legg til')
  await expectToast('Feil', 'Kunne ikke legge til produkt: 404: Avtalen finnes ikke.')
  await expect
    .element(page.getByRole('dialog', { name: 'Legg til produkt' }))
    .toMatchTextContent('Avtalen finnes ikke.')
  await expect.element(label(/^Beskrivelse/)).toHaveValue('Opplæring over tre dager')
  await press('Avbryt')
  await press('Forkast')
  await press('Lukk')
  await expect.element(page.getByRole('heading', { name: 'Ingen avtaler ennå' })).toBeVisible()
})
