import type { PublicAgreement } from '@kontor/contract/agreements/agreements.answers.schema'
import { beforeEach, expect, test } from 'vitest'
import { commands, page } from 'vitest/browser'
import { addSent, clearAgreements, openResponse, press, responsePath } from '../../testing/agreements.ts'
import { expectAccessible } from '../../testing/axe.ts'
import { countCalls, errorAnswer, intercept } from '../../testing/calls.ts'
import { expectToast } from '../../testing/locators.ts'
import { openOffice } from '../../testing/office.tsx'
import { logIn } from '../../testing/session.ts'

const codePath = /^\/api\/agreement-response\/[^/]+\/code$/
const eidPath = /^\/api\/agreement-response\/[^/]+\/eid$/
const identificationPath = /^\/api\/agreement-response\/[^/]+\/eid\/[^/]+$/

const heading = (name: string | RegExp) => page.getByRole('heading', { name })
const name = page.getByLabelText('Navnet ditt')
const message = page.getByLabelText('Melding (valgfritt)')
const code = page.getByRole('textbox', { name: /^Kode/ })

/** Changes the server's view of the agreement. */
const stubView = (change: Partial<PublicAgreement['agreement']>) =>
  intercept('GET', responsePath, async (_, forward) => {
    const answer = await forward()
    const view: PublicAgreement = await answer.json()
    return Response.json({ ...view, agreement: { ...view.agreement, ...change } })
  })

/** Takes the place of the server for an answer; resolves to what was sent. */
const stubAnswer = (answer: () => Response): Promise<unknown> => {
  const { promise, resolve } = Promise.withResolvers<unknown>()
  intercept('POST', responsePath, async (request) => {
    resolve(await request.json())
    return answer()
  })
  return promise
}

const sentCode = { sentTo: 'k***@fjellheim.example', expiresAt: '2026-03-24T09:10:00.000Z' }

/** No provider is configured here, so that the server refuses eID. */
const addSentWithEid = async () => {
  const agreement = await addSent()
  await commands.sql(`UPDATE agreements SET verification = 'eid', verification_chosen = true WHERE id = $1`, [
    agreement.id,
  ])
  return agreement
}

beforeEach(async () => {
  await logIn('admin')
  await clearAgreements()
})

test('asks for a code, shows a wrong one at its field, and loses nothing that was typed', async () => {
  const { responseToken } = await addSent({ verification: 'code' })
  await openResponse(responseToken)
  await name.fill('Kari Nordmann')
  await message.fill('Vi gleder oss!')
  await press('Aksepter avtalen')
  await expect.element(page.getByText('Skriv koden som vi har sendt på e-post')).toBeVisible()
  await expect.element(page.getByRole('button', { name: 'Send kode' })).toHaveFocus()
  await expectAccessible()

  intercept('POST', codePath, () => Response.json(sentCode))
  await press('Send kode')
  await expect
    .element(page.getByText('Koden er sendt til k***@fjellheim.example og gjelder til kl. 10:10.'))
    .toBeVisible()
  await expect.element(code).toHaveFocus()
  await expect.element(code).toHaveAttribute('inputmode', 'numeric')
  await expect.element(code).toHaveAttribute('autocomplete', 'one-time-code')
  await expectAccessible()

  await code.fill('123 456')
  await press('Aksepter avtalen')
  const fields = { code: 'Koden stemmer ikke, eller den er ikke gyldig lenger. Be om en ny.' }
  const sent = stubAnswer(() => Response.json({ error: fields.code, fields }, { status: 403 }))
  await press('Bekreft og aksepter')
  expect(await sent).toEqual({ action: 'accept', name: 'Kari Nordmann', message: 'Vi gleder oss!', code: '123456' })
  await expect.element(page.getByText(fields.code)).toBeVisible()
  await expect.element(code).toHaveFocus()
  await expect.element(code).toHaveValue('123 456')
  await expect.element(name).toHaveValue('Kari Nordmann')
  await expect.element(message).toHaveValue('Vi gleder oss!')
  await expectAccessible()
})

test('keeps what was typed, and that a code was sent, when a phone unloads the page', async () => {
  const { responseToken } = await addSent({ verification: 'code' })
  intercept('POST', codePath, () => Response.json(sentCode))
  await openResponse(responseToken)
  await name.fill('Kari Nordmann')
  await press('Send kode')
  await expect.element(code).toBeVisible()
  await openResponse(responseToken)
  await expect.element(name).toHaveValue('Kari Nordmann')
  await expect.element(code).toBeVisible()
})

test.each([
  [429, 'Du har bedt om for mange koder. Prøv igjen om en time.'],
  [409, 'Avtalen er allerede besvart.'],
])('says why no code was sent: %s', async (status, sentence) => {
  const { responseToken } = await addSent({ verification: 'code' })
  intercept('POST', codePath, () => errorAnswer(status, sentence))
  await openResponse(responseToken)
  await press('Send kode')
  await expect.element(page.getByText(sentence)).toBeVisible()
})

test('contact needs no code', async () => {
  const { responseToken } = await addSent({ verification: 'code' })
  await openResponse(responseToken)
  await press('Be om kontakt')
  await press('Bekreft og send')
  await expect.element(heading(/Du har bedt om å bli kontaktet/)).toBeVisible()
})

test('leads to the eID provider and back, with the name it gave and all that was typed', async () => {
  const { responseToken } = await addSentWithEid()
  stubView({ eid: true })
  await openResponse(responseToken)
  await message.fill('Vi gleder oss!')
  await press('Aksepter avtalen')
  await expect.element(page.getByText('Skriv navnet ditt')).toBeVisible()
  await expect.element(page.getByRole('button', { name: 'Bekreft med eID' })).toHaveFocus()
  await expectAccessible()
  // Another fragment of the same page stands for the provider's.
  intercept('POST', eidPath, () => Response.json({ url: '#provider' }))
  await press('Bekreft med eID')
  await expect.poll(() => location.hash).toBe('#provider')

  intercept('GET', identificationPath, () => Response.json({ name: 'Kari Nordmann' }))
  await openResponse(`${responseToken}?eid=b5`)
  await expect.element(page.getByText('Bekreftet: Kari Nordmann')).toBeVisible()
  await expect.element(name).toHaveValue('Kari Nordmann')
  await expect.element(message).toHaveValue('Vi gleder oss!')
  await expectAccessible()
  await press('Aksepter avtalen')
  const sent = stubAnswer(() => errorAnswer(503, 'Tjenesten er ikke tilgjengelig akkurat nå. Prøv igjen om litt.'))
  await press('Bekreft og aksepter')
  expect(await sent).toEqual({
    action: 'accept',
    name: 'Kari Nordmann',
    message: 'Vi gleder oss!',
    identification: 'b5',
  })
})

test('asks for another identification when the one in the address is too old', async () => {
  const { responseToken } = await addSentWithEid()
  stubView({ eid: true })
  intercept('GET', identificationPath, () => errorAnswer(404, 'Fant ikke det du ba om.'))
  await openResponse(`${responseToken}?eid=gammel`)
  await expect.element(page.getByText('Bekreftelsen gjelder ikke lenger. Bekreft med eID på nytt.')).toBeVisible()
  await expect.element(page.getByRole('button', { name: 'Bekreft med eID' })).toBeVisible()
  expect(countCalls('GET', identificationPath)).toBe(1)
})

test('says that the identification failed, and offers another', async () => {
  const { responseToken } = await addSentWithEid()
  stubView({ eid: true })
  await openResponse(`${responseToken}?eid=failed`)
  await expect.element(page.getByText(/^Du er ikke bekreftet/)).toBeVisible()
  await expect.element(page.getByRole('button', { name: 'Bekreft med eID' })).toBeVisible()
  expect(countCalls('GET', identificationPath)).toBe(0)
})

test('offers contact where eID is wanted but not set up', async () => {
  const { responseToken } = await addSentWithEid()
  stubView({ eid: false })
  await openResponse(responseToken)
  await expect.element(page.getByText(/eID er ikke satt opp her/)).toBeVisible()
  await expect.element(page.getByRole('button', { name: /Aksepter|Avslå|eID/ })).not.toBeInTheDocument()
  await press('Be om kontakt')
  await press('Bekreft og send')
  await expect.element(heading(/Du har bedt om å bli kontaktet/)).toBeVisible()
})

test('says that eID is not set up, and asks for another verification before sending', async () => {
  const { id } = await addSentWithEid()
  await openOffice(`/admin/avtaler/${id}`)
  const details = page.getByRole('dialog', { name: 'Kvalitetssystem' })
  await expect
    .element(details)
    .toMatchTextContent('Avtalen ber om eID, men eID er ikke satt opp her: kunden kan bare be om kontakt.')
  await expectAccessible()
  await press('Send på nytt')
  const send = page.getByRole('dialog', { name: /^Send/ })
  await send.getByRole('radio', { name: /Kari Nordmann/ }).click()
  await send.getByRole('button', { name: 'Send påminnelse' }).click()
  await expect.element(send).toMatchTextContent('eID er ikke satt opp her. Velg en annen bekreftelse.')
  await page.getByRole('combobox', { name: 'Bekreftelse' }).click()
  await page.getByRole('option', { name: 'Lenken', exact: true }).click()
  await send.getByRole('button', { name: 'Send påminnelse' }).click()
  await expectToast('Avtale sendt', /Kari Nordmann/)
  await expect
    .poll(() => commands.sql('SELECT verification FROM agreements WHERE id = $1', [id]))
    .toEqual([{ verification: 'link' }])
})

test('offers eID to the office where a provider is set up', async () => {
  const { id } = await addSent()
  intercept('GET', /^\/api\/agreement-settings$/, async (_, forward) =>
    Response.json({ ...(await (await forward()).json()), eid: true }),
  )
  await openOffice(`/admin/avtaler/${id}`)
  await press('Send på nytt')
  await page.getByRole('combobox', { name: 'Bekreftelse' }).click()
  await expect.element(page.getByRole('option', { name: 'Lenken og eID', exact: true })).toBeVisible()
})
