import { updateAgreement } from '@kontor/contract/agreements/agreements.endpoints'
import { createCondition } from '@kontor/contract/conditions/conditions.endpoints'
import { osloDay } from '@kontor/contract/shared/time'
import { beforeEach, expect, test } from 'vitest'
import { commands, page } from 'vitest/browser'
import { call } from '../../../platform/api-client.ts'
import {
  addAgreement,
  addSent,
  answerByLink,
  clearAgreements,
  openResponse,
  responsePath,
} from '../../../testing/agreements.ts'
import { countCalls, errorAnswer, intercept, loseAnswers } from '../../../testing/calls.ts'
import { expectedErrors } from '../../../testing/console-errors.ts'
import { clickTrusted } from '../../../testing/in-page-actions.ts'
import { expectToast } from '../../../testing/locators.ts'
import { mount, openOffice } from '../../../testing/office.tsx'
import { logIn, logOut } from '../../../testing/session.ts'
import { toast } from '../../../ui/toast/toast-store.ts'
import { useVerificationOptions } from '../parts/use-verification-options.ts'

const openedPath = /^\/api\/agreement-response\/[^/]+\/opened$/

/** The customer's page ignores scripts. */
const press = (name: string) => clickTrusted(page.getByRole('button', { name, exact: true }))
const heading = (name: string | RegExp) => page.getByRole('heading', { name })
const name = page.getByLabelText('Navnet ditt')
const message = page.getByLabelText('Melding (valgfritt)')
const toasts = page.getByRole('region', { name: /Varsler/, includeHidden: true })

const codePath = /^\/api\/agreement-response\/[^/]+\/code$/
const eidPath = /^\/api\/agreement-response\/[^/]+\/eid$/
const identificationPath = /^\/api\/agreement-response\/[^/]+\/eid\/[^/]+$/

const code = page.getByRole('textbox', { name: /^Kode/ })

/** Intercepts an answer instead of the server; resolves to its body. */
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

test('asks to read a changed text again, keeps typed text, and shows an answer given elsewhere', async () => {
  const { id, responseToken } = await addSent()
  await openResponse(responseToken)
  await message.fill('For dyrt for oss i år.')
  await press('Avslå avtalen')
  await logIn('admin')
  await call(updateAgreement, { params: { id }, body: { description: 'Nå med opplæring.' } })
  await logOut()
  await press('Bekreft og avslå')
  await expect.element(page.getByText('Avtalen er endret. Les den på nytt.')).toBeVisible()
  await expect.element(page.getByText('Nå med opplæring.')).toBeVisible()
  await expect.element(message).toHaveValue('For dyrt for oss i år.')
  const notice = page.getByRole('alert').filter({ hasText: 'Avtalen er endret.' })
  await expect.poll(() => document.activeElement).toBe(notice.element().parentElement)
  await expect.element(page.getByRole('button', { name: 'Bekreft og avslå' })).not.toBeInTheDocument()

  await press('Avslå avtalen')
  await answerByLink({ responseToken }, { action: 'accept', name: 'Kari Nordmann' })
  await press('Bekreft og avslå')
  await expect.element(page.getByText('Avtalen er allerede besvart.').first()).toBeVisible()
  await expect.element(heading('Avtalen er akseptert.')).toBeVisible()
  await expect.element(message).toHaveValue('For dyrt for oss i år.')
  await expect.element(page.getByText(/Prøv igjen/)).not.toBeInTheDocument()
  await expect.element(toasts.getByRole('listitem', { includeHidden: true })).not.toBeInTheDocument()
})

test('shows only the title of a draft, and after the last day, which it names, offers only contact', async () => {
  const draft = await addAgreement()
  await openResponse(draft.responseToken)
  await expect.element(page.getByText('Avtalen er ikke tilgjengelig for svar: den er ikke sendt ennå.')).toBeVisible()
  await expect.element(page.getByText('Rådgivning')).not.toBeInTheDocument()
  await logIn('admin')
  const { responseToken } = await addSent({ customerId: draft.customerId, validUntil: '2020-01-31' })
  await openResponse(responseToken)
  await expect.element(page.getByText('Utløpt 31. januar 2020')).toBeVisible()
  await expect.element(page.getByText('Sendt - Venter på svar')).not.toBeInTheDocument()
  await expect.element(page.getByText(/^Fristen gikk ut 31. januar 2020/)).toBeVisible()
  await expect
    .element(page.getByText('Fristen for å svare er ute. Du kan fortsatt be om å bli kontaktet.'))
    .toBeVisible()
  await expect.element(page.getByText('Gyldig til og med')).not.toBeInTheDocument()
  await expect.element(page.getByRole('button', { name: /Aksepter|Avslå/ })).not.toBeInTheDocument()
  await press('Be om kontakt')
  await press('Bekreft og send')
  await expect.element(heading(/Du har bedt om å bli kontaktet/)).toHaveFocus()

  await logIn('admin')
  const today = osloDay(new Date().toISOString())
  const last = await addSent({ customerId: draft.customerId, validUntil: today })
  await openResponse(last.responseToken)
  await expect.element(page.getByText(/ \d{4}, i dag$/)).toBeVisible()
})

test('marks an agreement as opened by a gesture, not by scripts that press every button', async () => {
  const { responseToken } = await addSent()
  await openResponse(responseToken)
  const title = page.getByRole('heading', { level: 1 })
  await expect.element(title).toBeVisible()
  // Mail scanners do this.
  for (let round = 0; round < 3; round += 1) {
    for (const button of document.querySelectorAll('button')) button.click()
  }
  // The robot reaches the step where the answer is confirmed, but not beyond it.
  const confirm = page.getByRole('button', { name: /^Bekreft og/ })
  await expect.element(confirm).toBeVisible()
  for (const button of document.querySelectorAll('button')) button.click()
  await title.wheel({ delta: { y: 2_000 } })
  await clickTrusted(title)
  await expect.poll(() => countCalls('POST', openedPath)).toBe(1)
  expect(countCalls('POST', /agreement-response/)).toBe(1)
})

test('leads to an acceptance in two steps; one that arrived although no reply came back is taken as given', async () => {
  const { responseToken } = await addSent()
  await openResponse(responseToken)
  await press('Aksepter avtalen')
  await expect.element(page.getByText('Skriv navnet ditt')).toBeVisible()
  await expect.element(name).toHaveFocus()
  await name.fill('Kari Nordmann')
  await message.fill('Vi gleder oss!')
  expect(window.dispatchEvent(new Event('beforeunload', { cancelable: true }))).toBe(false)
  await press('Aksepter avtalen')
  await expect
    .element(heading('Du er i ferd med å akseptere avtalen «Kvalitetssystem» på 2 610,83 kr ink. mva.'))
    .toHaveFocus()
  await press('Tilbake')
  await expect.element(name).toHaveValue('Kari Nordmann')
  await press('Aksepter avtalen')
  loseAnswers('POST', responsePath)
  await press('Bekreft og aksepter')
  await expectToast('Suksess', 'Takk! Din respons er registrert. Vi vil kontakte deg snarest.')
  await expect.element(heading('Avtalen er akseptert.')).toHaveFocus()

  const outcome = page.getByRole('region', { name: 'Avtalen er akseptert.' })
  for (const text of [
    'Kari Nordmann',
    'Vi gleder oss!',
    'Via lenken',
    'Hva skjer nå?',
    'Kvitteringen er sendt på e-post til kari@fjellheim.example.',
  ]) {
    await expect.element(outcome).toMatchTextContent(text)
  }
  await expect.element(outcome.getByRole('link', { name: 'Last ned PDF' })).toBeVisible()
  const hash = outcome.getByText(/^[0-9a-f]{64}$/)
  await expect.element(hash).not.toBeVisible()
  await clickTrusted(outcome.getByText('Bevis for svaret', { exact: true }))
  await expect.element(hash).toBeVisible()
})

test('the first screen shows parties, offer, price and how to answer; further down, a bar does', async () => {
  const content = 'Partene er enige om dette. '.repeat(300)
  await call(createCondition, { body: { name: 'Vilkår', content, isDefault: true } })
  const { responseToken, reference } = await addSent(
    {
      validUntil: '2099-12-31',
      responsibleName: 'Ola Nordmann',
      responsiblePhone: '+47 98 76 54 32',
      responsibleEmail: 'ola@eksempel.example',
    },
    [
      { description: 'Servering', quantity: 2, unitPrice: 10_000, vatRate: 15 },
      { description: 'Reise', quantity: 1, unitPrice: 5_000, vatRate: 0 },
    ],
  )
  await openResponse(responseToken)
  const main = page.getByRole('main')
  const bar = page.getByRole('complementary', { name: 'Avtalen kort' })
  await page.viewport(390, 844)
  for (const locator of [
    heading('Kvalitetssystem'),
    heading('Leverandør'),
    main.getByText('Eksempel AS'),
    main.getByText('Org.nr. 999 999 999'),
    main.getByText('Ansvarlig: Ola Nordmann'),
    main.getByRole('link', { name: '+47 98 76 54 32' }),
    main.getByRole('link', { name: 'ola@eksempel.example' }),
    heading('Kunde'),
    main.getByText('Fjellheim Regnskap AS'),
    main.getByText(reference),
    main.getByText('31. desember 2099'),
    main.getByText('2 890,83 kr').first(),
    page.getByRole('link', { name: 'Last ned PDF' }),
    page.getByRole('button', { name: 'Svar', exact: true }),
  ]) {
    await expect.element(locator).toBeInViewport({ ratio: 1 })
  }
  await expect.element(main.css('section img')).toHaveAttribute('src', expect.stringContaining('ola'))
  await page.viewport(1440, 900)
  await expect.element(page.getByRole('button', { name: 'Svar', exact: true })).toBeInViewport({ ratio: 1 })
  expect(page.getByRole('link', { name: '+47 98 76 54 32' }).element()).toHaveAttribute('href', 'tel:+4798765432')
  await expect
    .element(main.css('dl').filter({ hasText: 'Sum eks. mva' }))
    .toMatchTextContent(
      'Sum eks. mva2 338,66 krMVA 25 % av 2 088,66 kr522,17 krMVA 15 % av 200,00 kr30,00 krMVA 0 % av 50,00 kr0,00 krTotal ink. mva2 890,83 kr',
    )

  await expect.element(bar).not.toBeInTheDocument()
  page
    .getByText(/^Partene er enige/)
    .element()
    .scrollIntoView()
  await expect.element(bar).toMatchTextContent('Total ink. mva2 890,83 kr')
  await bar.getByRole('button', { name: 'Svar' }).click()
  await expect.element(heading('Svar på avtalen')).toHaveFocus()
  await expect.element(bar).not.toBeInTheDocument()

  // Prints dark on light in both colour schemes, without the form.
  await commands.emulateMedia({ media: 'print', colorScheme: 'dark' })
  await expect.element(page.getByRole('heading', { level: 1 })).toHaveStyle({ color: 'rgb(16, 38, 43)' })
  await expect.element(page.getByRole('region', { name: 'Svar på avtalen', includeHidden: true })).not.toBeVisible()
  await expect.element(page.getByRole('button', { name: 'Svar', exact: true, includeHidden: true })).not.toBeVisible()
})

test('is in English where the agreement is, without a Norwegian word', async () => {
  const { responseToken } = await addSent({ title: 'Advice', language: 'en', validUntil: '2099-12-31' })
  await openResponse(responseToken)
  await expect.element(page.getByText('Sent – waiting for your answer')).toBeVisible()
  await expect.poll(() => document.documentElement.lang).toBe('en')
  const main = page.getByRole('main')
  await expect.element(main.getByText('31 December 2099')).toBeVisible()
  await expect.element(main.getByText('NOK 2,610.83').first()).toBeVisible()
  const text = document.body.textContent?.replaceAll(/Rådgivning|Fjellheim Regnskap AS|Nordmann/g, '') ?? ''
  toast({ title: 'Saved' })
  await expect.element(page.getByRole('region', { name: 'Notifications (F8)' })).toMatchTextContent('Saved')
  expect(text).not.toMatch(/[æøåÆØÅ]|\b(?:avtale\w*|svar\w*|ikke|gyldig|navn|kunde|leverandør|mva|og|til)\b/i)
})

test('says at once that the office cannot answer here', async () => {
  const { responseToken } = await addSent({})
  intercept('GET', responsePath, async (_, forward) =>
    Response.json({ ...(await (await forward()).json()), office: true }),
  )
  await openResponse(responseToken)
  await expect.element(page.getByText(/^Du er logget inn på kontoret/)).toBeVisible()
  await expect.element(page.getByRole('link', { name: 'Last ned PDF' })).toBeVisible()
  await expect.element(page.getByRole('button')).not.toBeInTheDocument()
})

test('asks for a code except for contact, shows a wrong one at its field, and keeps typed text', async () => {
  const { responseToken } = await addSent({ verification: 'code' })
  await openResponse(responseToken)
  await name.fill('Kari Nordmann')
  await message.fill('Vi gleder oss!')
  await press('Be om kontakt')
  await expect.element(page.getByRole('button', { name: 'Bekreft og send' })).toBeVisible()
  await press('Tilbake')
  const tooMany = 'Du har bedt om for mange koder. Prøv igjen om en time.'
  const stopRefusing = intercept('POST', codePath, () => errorAnswer(429, tooMany))
  // A recipient who accepts gets the code without asking for it.
  await press('Aksepter avtalen')
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

  await press('Aksepter avtalen')
  await expect.element(page.getByText('Skriv koden som vi har sendt på e-post')).toBeVisible()
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
  // Another fragment of the same page stands in for the provider's page; the router warns about it.
  expectedErrors.push(/use a blocker on a POP navigation/)
  intercept('POST', eidPath, () => Response.json({ url: '#provider' }))
  await clickTrusted(identify)
  await expect.poll(() => location.hash).toBe('#provider')

  intercept('GET', identificationPath, () => errorAnswer(404, 'Fant ikke det du ba om.'))
  await openResponse(`${responseToken}?eid=gammel`)
  await expect.element(page.getByText('Bekreftelsen gjelder ikke lenger. Bekreft med eID på nytt.')).toBeVisible()
  await expect.element(identify).toBeVisible()
  expect(countCalls('GET', identificationPath)).toBe(1)

  intercept('GET', identificationPath, () => Response.json({ name: 'Kari Nordmann' }))
  await openResponse(`${responseToken}?eid=b5`)
  await expect
    .element(page.getByText('Bekreftet: Kari Nordmann. Det gjelder denne avtalen: les den, og svar nedenfor.'))
    .toBeVisible()
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

test('without eID at the company, an agreement that asks for it offers only contact; the office is warned', async () => {
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
})

test('the office is offered eID where a provider is set up', async () => {
  intercept('GET', /^\/api\/agreement-settings$/, async (_, forward) =>
    Response.json({ ...(await (await forward()).json()), eid: true }),
  )
  await mount(<Options />)
  await expect.element(page.getByRole('listitem').filter({ hasText: 'Lenken og eID' })).toBeVisible()
})
