import { updateAgreement } from '@kontor/contract/agreements/agreements.endpoints'
import { beforeEach, expect, test } from 'vitest'
import { commands, page } from 'vitest/browser'
import { call } from '../../platform/api-client.ts'
import { addAgreement, clearAgreements, press, sendAgreement } from '../../testing/agreements.ts'
import { expectAccessible } from '../../testing/axe.ts'
import { countCalls, intercept } from '../../testing/calls.ts'
import { expectToast } from '../../testing/locators.ts'
import { openOffice } from '../../testing/office.tsx'
import { logIn } from '../../testing/session.ts'

const responsePath = /^\/api\/agreement-response\/[^/]+$/
const openedPath = /^\/api\/agreement-response\/[^/]+\/opened$/

const open = (token: string) => openOffice(`/agreement-response/${token}`)
const heading = (name: string | RegExp) => page.getByRole('heading', { name })
const choose = (name: RegExp) => page.getByRole('radio', { name }).click()
const message = page.getByLabelText('Melding (valgfritt)')

/** Creates and sends an agreement. */
const addSent = async (fields: Parameters<typeof addAgreement>[0] = {}) => {
  const agreement = await addAgreement(fields)
  await sendAgreement(agreement)
  return agreement
}

beforeEach(async () => {
  await logIn('admin')
  await clearAgreements()
})

test('asks to read a text again that changed before the answer, and keeps what was typed', async () => {
  const { id, responseToken } = await addSent()
  await open(responseToken)
  await choose(/Jeg avslår avtalen/)
  await message.fill('For dyrt for oss i år.')
  await press('Send svar')
  await call(updateAgreement, { params: { id }, body: { description: 'Nå med opplæring.' } })
  await press('Bekreft og avslå')
  await expect.element(page.getByText('Avtalen er endret. Les den på nytt.')).toBeVisible()
  await expect.element(page.getByText('Nå med opplæring.')).toBeVisible()
  await expect.element(message).toHaveValue('For dyrt for oss i år.')
  const notice = page.getByRole('alert').filter({ hasText: 'Avtalen er endret.' })
  await expect.poll(() => document.activeElement).toBe(notice.element().parentElement)
  expect(page.getByRole('radio', { checked: true }).elements()).toEqual([])
  await choose(/Jeg avslår avtalen/)
  await press('Send svar')
  await press('Bekreft og avslå')
  await expect.element(heading('Avtalen er avslått.')).toBeVisible()
})

test('offers only to be contacted after the last day', async () => {
  const { responseToken } = await addSent({ validUntil: '2020-01-31' })
  await open(responseToken)
  await expect.element(page.getByText('Utløpt')).toBeVisible()
  await expect
    .element(page.getByText('Fristen for å svare er ute. Du kan fortsatt be om å bli kontaktet.'))
    .toBeVisible()
  expect(page.getByRole('radio').elements()).toHaveLength(1)
  await choose(/Jeg vil bli kontaktet/)
  await press('Send svar')
  await press('Bekreft og send')
  await expect.element(heading(/Du har bedt om å bli kontaktet/)).toBeVisible()
  await openOffice('/admin?tab=agreements')
  await expect
    .element(page.getByRole('listitem').filter({ hasText: 'Kvalitetssystem' }))
    .toMatchTextContent('Be om kontakt')
})

test('shows nothing but the name of a draft', async () => {
  const { responseToken } = await addAgreement()
  await open(responseToken)
  await expect.element(page.getByText('Utkast')).toBeVisible()
  await expect.element(page.getByText('Avtalen er ikke lenger tilgjengelig for svar.')).toBeVisible()
  await expect.element(page.getByText('Rådgivning')).not.toBeInTheDocument()
})

test('explains that a link is unknown', async () => {
  await open('finnes-ikke')
  await expect.element(heading('Avtale ikke funnet')).toBeVisible()
  await expectToast('Feil', 'Kunne ikke laste avtalen. Kontroller at lenken er gyldig.')
  await expectAccessible()
})

test('marks an agreement as opened by a gesture, not by scripts that press every button', async () => {
  const { responseToken } = await addSent()
  await open(responseToken)
  const title = page.getByRole('heading', { level: 1 })
  await expect.element(title).toBeVisible()
  // Mail scanners do this.
  for (let round = 0; round < 3; round += 1) {
    for (const button of document.querySelectorAll('button')) button.click()
  }
  await title.wheel({ delta: { y: 2_000 } })
  await title.click()
  await expect.poll(() => countCalls('POST', openedPath)).toBe(1)
  expect(countCalls('POST', /agreement-response/)).toBe(1)
})

test('takes an answer as given that arrived although no reply came back, and warns before typed text is left', async () => {
  const { responseToken } = await addSent()
  await open(responseToken)
  await choose(/Jeg aksepterer avtalen/)
  await message.fill('Vi gleder oss!')
  expect(window.dispatchEvent(new Event('beforeunload', { cancelable: true }))).toBe(false)
  await press('Send svar')
  intercept('POST', responsePath, async (_, forward) => {
    await forward()
    throw new TypeError('Failed to fetch')
  })
  await press('Bekreft og aksepter')
  await expectToast('Suksess', 'Takk! Din respons er registrert. Vi vil kontakte deg snarest.')
  await expect.element(heading('Avtalen er akseptert.')).toHaveFocus()
  await open(responseToken)
  await expect.element(page.getByText('Vi gleder oss!')).toBeVisible()
})

test('prints dark on light whatever the colour scheme, without the form', async () => {
  const { responseToken } = await addSent()
  await commands.emulateMedia({ media: 'print', colorScheme: 'dark' })
  await open(responseToken)
  await expect.element(page.getByRole('heading', { level: 1 })).toHaveStyle({ color: 'rgb(16, 38, 43)' })
  const form = page.getByRole('region', { name: 'Svar på avtalen', includeHidden: true })
  await expect.element(form).toBeInTheDocument()
  await expect.element(form).not.toBeVisible()
})
