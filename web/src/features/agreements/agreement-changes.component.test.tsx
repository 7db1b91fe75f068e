import { createAgreement, createAgreementCondition } from '@kontor/contract/agreements/agreements.endpoints'
import { beforeEach, expect, test } from 'vitest'
import { page } from 'vitest/browser'
import { call } from '../../platform/api-client.ts'
import {
  addAgreement,
  addConditions,
  addCustomerWithContact,
  answerByLink,
  clearAgreements,
  press,
  sendAgreement,
} from '../../testing/agreements.ts'
import { expectAccessible } from '../../testing/axe.ts'
import { expectToast } from '../../testing/locators.ts'
import { openOffice } from '../../testing/office.tsx'
import { logIn } from '../../testing/session.ts'

const open = () => openOffice('/admin?tab=agreements')
const warning = 'Avtalen er sendt. Kunden ser endringen med en gang, og må lese den på nytt for å svare.'

beforeEach(async () => {
  await logIn('admin')
  await clearAgreements()
})

test('warns before a line, a text or a condition of a sent agreement is changed', async () => {
  const [conditionId = 0] = await addConditions([{ name: 'Betalingsfrist', content: '14 dager.' }])
  const agreement = await addAgreement()
  await call(createAgreementCondition, { params: { id: agreement.id }, body: { conditionId } })
  await sendAgreement(agreement)
  await open()
  await press('Vis avtale: Kvalitetssystem')
  await expect.element(page.getByRole('dialog', { name: 'Kvalitetssystem' })).toMatchTextContent(warning)
  for (const [button, name] of [
    ['Rediger linjen Rådgivning', 'Rediger produktlinje'],
    ['Legg til produkt', 'Legg til produkt'],
    ['Egen tekst for Betalingsfrist', 'Egen tekst: Betalingsfrist'],
  ] as const) {
    await press(button)
    const dialog = page.getByRole('dialog', { name })
    await expect.element(dialog).toMatchTextContent(warning)
    await dialog.getByRole('button', { name: 'Avbryt' }).click()
  }
  for (const [button, name] of [
    ['Fjern linjen Rådgivning', 'Fjerne produktet?'],
    ['Fjern Betalingsfrist', 'Fjerne betingelsen?'],
  ] as const) {
    await press(button)
    const question = page.getByRole('alertdialog', { name })
    await expect.element(question).toMatchTextContent(warning)
    await question.getByRole('button', { name: 'Avbryt' }).click()
  }
  await expectAccessible()
})

test('a rejected agreement can be copied, but not changed', async () => {
  const agreement = await addAgreement()
  await sendAgreement(agreement)
  await answerByLink(agreement, { action: 'reject' })
  await open()
  await press('Rediger avtale: Kvalitetssystem')
  const frozen = page.getByRole('dialog')
  await expect.element(frozen).toMatchTextContent('Avtalen er avslått og kan ikke endres. Kopier den i stedet.')
  await frozen.getByRole('button', { name: 'Lukk' }).click()
  await press('Vis avtale: Kvalitetssystem')
  await expect.element(page.getByRole('list', { name: 'Historikk' })).toBeVisible()
  await expect.element(page.getByText('Rådgivning', { exact: true })).toBeVisible()
  await expect.element(page.getByRole('button', { name: 'Legg til produkt' })).not.toBeInTheDocument()
  await expect.element(page.getByRole('button', { name: 'Rediger', exact: true })).not.toBeInTheDocument()
  await press('Kopier avtale')
  await expectToast('Avtale opprettet', 'Kopi av Kvalitetssystem')
})

test('asks before an agreement without lines is sent', async () => {
  const customerId = await addCustomerWithContact()
  await call(createAgreement, { body: { title: 'Tom avtale', customerId } })
  await open()
  await press('Send avtale: Tom avtale')
  const dialog = page.getByRole('dialog', { name: 'Send avtale' })
  await dialog.getByRole('radio', { name: /Kari Nordmann/ }).click()
  await dialog.getByRole('button', { name: 'Send avtale' }).click()
  await expect.element(dialog).toMatchTextContent('Avtalen har ingen produktlinjer. Vil du sende den likevel?')
  await expectAccessible()
  await dialog.getByRole('button', { name: 'Send likevel' }).click()
  await expectToast('Avtale sendt', /Kari Nordmann/)
})

test('asks before an agreement of 0 kr is sent', async () => {
  await addAgreement({}, { unitPrice: 0 })
  await open()
  await press('Send avtale: Kvalitetssystem')
  const dialog = page.getByRole('dialog', { name: 'Send avtale' })
  await dialog.getByRole('radio', { name: /Kari Nordmann/ }).click()
  await dialog.getByRole('button', { name: 'Send avtale' }).click()
  await expect.element(dialog).toMatchTextContent('Avtalen er på 0 kr. Vil du sende den likevel?')
})
