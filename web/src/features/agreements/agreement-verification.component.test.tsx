import { beforeEach, expect, test } from 'vitest'
import { commands, page } from 'vitest/browser'
import { addSent, clearAgreements, openResponse, press, responsePath } from '../../testing/agreements.ts'
import { countCalls, errorAnswer, intercept } from '../../testing/calls.ts'
import { expectToast } from '../../testing/locators.ts'
import { mount, openOffice } from '../../testing/office.tsx'
import { logIn } from '../../testing/session.ts'
import { useVerificationOptions } from './components/use-verification-options.ts'

const codePath = /^\/api\/agreement-response\/[^/]+\/code$/
const eidPath = /^\/api\/agreement-response\/[^/]+\/eid$/
const identificationPath = /^\/api\/agreement-response\/[^/]+\/eid\/[^/]+$/

const name = page.getByLabelText('Navnet ditt')
const message = page.getByLabelText('Melding (valgfritt)')
const code = page.getByRole('textbox', { name: /^Kode/ })

/** Takes the place of the server for an answer; resolves to what was sent. */
const stubAnswer = (answer: () => Response): Promise<unknown> => {
  const { promise, resolve } = Promise.withResolvers<unknown>()
  intercept('POST', responsePath, async (request) => {
    resolve(await request.json())
    return answer()
  })
  return promise
}

function Options() {
  return useVerificationOptions('link').map(({ value, label }) => <li key={value}>{label}</li>)
}

/** No provider is configured here, so that the server refuses eID. */
const addSentWithEid = async () => {
  const agreement = await addSent()
  const statement = `UPDATE agreements SET verification = 'eid', verification_chosen = true WHERE id = $1`
  await commands.sql(statement, [agreement.id])
  return agreement
}

beforeEach(async () => {
  await logIn('admin')
  await clearAgreements()
})

test('asks for a code unless contact is wanted, shows a wrong one at its field, and loses nothing that was typed', async () => {
  const { responseToken } = await addSent({ verification: 'code' })
  await openResponse(responseToken)
  await name.fill('Kari Nordmann')
  await message.fill('Vi gleder oss!')
  await press('Be om kontakt')
  await expect.element(page.getByRole('button', { name: 'Bekreft og send' })).toBeVisible()
  await press('Tilbake')
  await press('Aksepter avtalen')
  await expect.element(page.getByText('Skriv koden som vi har sendt på e-post')).toBeVisible()
  await expect.element(page.getByRole('button', { name: 'Send kode' })).toHaveFocus()

  const tooMany = 'Du har bedt om for mange koder. Prøv igjen om en time.'
  const stopRefusing = intercept('POST', codePath, () => errorAnswer(429, tooMany))
  await press('Send kode')
  await expect.element(page.getByText(tooMany)).toBeVisible()
  stopRefusing()
  intercept('POST', codePath, () =>
    Response.json({ sentTo: 'k***@fjellheim.example', expiresAt: '2026-03-24T09:10:00.000Z' }),
  )
  await press('Send kode')
  await expect
    .element(page.getByText('Koden er sendt til k***@fjellheim.example og gjelder til kl. 10:10.'))
    .toBeVisible()
  await expect.element(code).toHaveFocus()
  await expect.element(code).toHaveAttribute('inputmode', 'numeric')
  await expect.element(code).toHaveAttribute('autocomplete', 'one-time-code')

  await code.fill('123 456')
  await press('Aksepter avtalen')
  const fields = { code: 'Koden stemmer ikke, eller den er ikke gyldig lenger. Be om en ny.' }
  const sent = stubAnswer(() => Response.json({ error: fields.code, fields }, { status: 403 }))
  await press('Bekreft og aksepter')
  expect(await sent).toEqual({ action: 'accept', name: 'Kari Nordmann', message: 'Vi gleder oss!', code: '123456' })
  await expect.element(page.getByText(fields.code)).toBeVisible()
  await expect.element(code).toHaveFocus()
  await expect.element(code).toHaveValue('123 456')

  // A phone unloads the page while the customer reads the mail.
  await openResponse(responseToken)
  await expect.element(name).toHaveValue('Kari Nordmann')
  await expect.element(message).toHaveValue('Vi gleder oss!')
  await expect.element(code).toBeVisible()
})

test('leads to the eID provider and back, until it has confirmed a name, and keeps all that was typed', async () => {
  const { responseToken } = await addSentWithEid()
  intercept('GET', responsePath, async (_, forward) => {
    const view = await (await forward()).json()
    return Response.json({ ...view, agreement: { ...view.agreement, eid: true } })
  })
  const identify = page.getByRole('button', { name: 'Bekreft med eID' })
  await openResponse(`${responseToken}?eid=failed`)
  await expect.element(page.getByText(/^Du er ikke bekreftet/)).toBeVisible()
  expect(countCalls('GET', identificationPath)).toBe(0)
  await message.fill('Vi gleder oss!')
  await press('Aksepter avtalen')
  await expect.element(page.getByText('Skriv navnet ditt')).toBeVisible()
  await expect.element(identify).toHaveFocus()
  // Another fragment of the same page stands for the provider's.
  intercept('POST', eidPath, () => Response.json({ url: '#provider' }))
  await identify.click()
  await expect.poll(() => location.hash).toBe('#provider')

  intercept('GET', identificationPath, () => errorAnswer(404, 'Fant ikke det du ba om.'))
  await openResponse(`${responseToken}?eid=gammel`)
  await expect.element(page.getByText('Bekreftelsen gjelder ikke lenger. Bekreft med eID på nytt.')).toBeVisible()
  await expect.element(identify).toBeVisible()
  expect(countCalls('GET', identificationPath)).toBe(1)

  intercept('GET', identificationPath, () => Response.json({ name: 'Kari Nordmann' }))
  await openResponse(`${responseToken}?eid=b5`)
  await expect.element(page.getByText('Bekreftet: Kari Nordmann')).toBeVisible()
  await expect.element(name).toHaveValue('Kari Nordmann')
  await expect.element(message).toHaveValue('Vi gleder oss!')
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

test('where eID is not set up, the customer can ask for contact, and the office chooses another verification', async () => {
  const { id, responseToken } = await addSentWithEid()
  await openResponse(responseToken)
  await expect.element(page.getByText(/eID er ikke satt opp her/)).toBeVisible()
  await expect.element(page.getByRole('button', { name: /Aksepter|Avslå|eID/ })).not.toBeInTheDocument()
  await press('Be om kontakt')
  await expect.element(page.getByRole('button', { name: 'Bekreft og send' })).toBeVisible()

  await openOffice(`/admin/avtaler/${id}`)
  await expect
    .element(page.getByRole('dialog', { name: 'Kvalitetssystem' }))
    .toMatchTextContent('Avtalen ber om eID, men eID er ikke satt opp her: kunden kan bare be om kontakt.')
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

test('the office is offered eID where a provider is set up', async () => {
  intercept('GET', /^\/api\/agreement-settings$/, async (_, forward) =>
    Response.json({ ...(await (await forward()).json()), eid: true }),
  )
  await mount(<Options />)
  await expect.element(page.getByRole('listitem').filter({ hasText: 'Lenken og eID' })).toBeVisible()
})
