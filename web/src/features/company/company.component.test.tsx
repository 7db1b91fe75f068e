import { readCompany, updateCompany } from '@kontor/contract/company/company.endpoints'
import { deliveredCompany } from '@kontor/contract/company/company.rules'
import { fileField } from '@kontor/contract/shared/spreadsheet'
import { afterAll, beforeEach, describe, expect, test } from 'vitest'
import { commands, page, userEvent } from 'vitest/browser'
import { call } from '../../platform/api-client.ts'
import { countCalls, hold, intercept } from '../../testing/calls.ts'
import { expectToast } from '../../testing/locators.ts'
import { followChanges, openOffice } from '../../testing/office.tsx'

const photosPath = /^\/api\/company\/photos$/
const clear = () => commands.sql('DELETE FROM company')
const stored = () => call(readCompany, {})
afterAll(clear)
beforeEach(clear)

describe('in Innstillinger', () => {
  const section = page.getByRole('region', { name: 'Bedriften' })
  const field = (name: string) => section.getByLabelText(new RegExp(`^${name}`))
  const save = section.getByRole('button', { name: /^Lagre/ })
  const people = section.getByRole('listitem')

  beforeEach(async () => {
    followChanges()
    await openOffice('/admin?tab=settings&section=bedriften')
    await expect.element(field('Navn').first()).toHaveValue('Eksempel AS')
  })

  const expectSaved = () => expectToast('Bedriften er lagret', 'Nettstedet viser det om et øyeblikk.')

  test('saves facts and people, reports errors at their fields and marks remaining examples', async () => {
    const reminder = section.getByText(/^Nettstedet viser fortsatt eksempler/)
    await expect.element(reminder).not.toBeInTheDocument()
    await field('Organisasjonsnummer').fill('123')
    await save.click()
    await expect.element(section.getByText('Ugyldig organisasjonsnummer')).toBeVisible()
    await field('Organisasjonsnummer').fill('974760673')
    await field('Stiftet').fill('1998')
    await field('Google Analytics').fill('G-AB12CD34EF')
    await save.click()
    await expectSaved()
    await expect
      .element(reminder)
      .toMatchTextContent(
        'Kari Nordmann, Ola Nordmann, Lise Nordmann, Per Nordmann, Lenke til «Book en demo», lenken til Digitool',
      )

    await field('Lenke til').fill('')
    await expect.element(people).toHaveLength(4)
    await section.getByRole('button', { name: 'Fjern Ola Nordmann' }).click()
    await section.getByRole('button', { name: 'Flytt opp: Per Nordmann' }).click()
    await section.getByRole('button', { name: 'Legg til en person' }).click()
    const added = people.last()
    await added.getByLabelText(/^Navn/).fill('Åse Ødegård')
    await added.getByLabelText(/^Rolle på norsk/).fill('Regnskap')
    await added.getByLabelText(/^Rolle på engelsk/).fill('Accounting')
    await save.click()
    await expect.element(added.getByText('Oppgi en bookinglenke eller en e-postadresse')).toBeVisible()
    await added.getByLabelText(/^E-post/).fill('ase@eksempel.example')
    await save.click()
    await expect.poll(async () => (await stored()).version).toBe(3)
    const { team, ...facts } = await stored()
    expect(team.map(({ name }) => name)).toEqual(['Kari Nordmann', 'Per Nordmann', 'Lise Nordmann', 'Åse Ødegård'])
    expect(facts).toMatchObject({
      organizationNumber: '974 760 673',
      founded: 1998,
      bookingUrl: null,
      tags: { googleAnalytics: 'G-AB12CD34EF', metaPixel: null },
    })
    await expect.element(section.getByText('Ikke lagret')).not.toBeInTheDocument()
  })

  test('shows the shortcuts, gives a photo to its person, who has moved, and refuses other files', async () => {
    // The list of companies is in the page, but hidden.
    await userEvent.keyboard('?')
    await expect.element(page.getByRole('dialog', { name: 'Hurtigtaster' })).toBeVisible()
    await userEvent.keyboard('{Escape}')
    await expect.element(page.getByRole('dialog')).not.toBeInTheDocument()

    // The server encodes a real one for seconds; company-photos.test.ts does.
    const [stand] = await commands.sql('INSERT INTO company_photos DEFAULT VALUES RETURNING id')
    const id = String(stand?.id)
    const sent: unknown[] = []
    const answer = Promise.withResolvers<void>()
    intercept('POST', photosPath, async (request) => {
      sent.push((await request.formData()).get(fileField))
      await answer.promise
      return Response.json({ id })
    })
    const kari = people.filter({ has: page.getByRole('button', { name: 'Fjern Kari Nordmann' }) })
    const input = kari.getByLabelText(/^Bytt bilde/)
    await input.upload('e2e/fixtures/spreadsheets/customers-openpyxl.xlsx')
    await expect.element(kari.getByRole('alert')).toMatchTextContent('Bildet må være .jpg, .png eller .webp.')
    await input.upload('web/src/site/team/kari.webp')
    await expect.element(kari).toMatchTextContent('Laster opp …')
    await section.getByRole('button', { name: 'Flytt ned: Kari Nordmann' }).click()
    await expect.element(people.first().getByLabelText(/^Navn/)).toHaveValue('Ola Nordmann')
    await save.click()
    answer.resolve()
    await expect.element(kari.getByRole('img', { name: 'Bilde av Kari Nordmann' })).toBeVisible()
    await expect.element(kari.getByRole('alert')).not.toBeInTheDocument()
    expect(sent).toEqual([expect.objectContaining({ name: 'kari.webp' })])
    await expectSaved()
    const photos = async () => (await stored()).team.slice(0, 2).map(({ photo }) => photo)
    await expect.poll(photos).toEqual([deliveredCompany.team[1]?.photo, id])

    // A colleague's change arrives while the upload of a photo is the only change here.
    const later = Promise.withResolvers<void>()
    intercept('POST', photosPath, async () => {
      await later.promise
      return Response.json({ id })
    })
    const body = { ...(await stored()), street: 'Bryggen 9' }
    const companyPath = /^\/api\/company$/
    const fetches = countCalls('GET', companyPath)
    const { release } = hold('GET', companyPath)
    await call(updateCompany, { body })
    await expect.poll(() => countCalls('GET', companyPath)).toBeGreaterThan(fetches)
    const ola = people.first()
    await ola.getByLabelText(/^Bytt bilde/).upload('web/src/site/team/kari.webp')
    await expect.element(section.getByText('Ikke lagret')).toBeVisible()
    release()
    await stored()
    later.resolve()
    await expect.element(ola.getByRole('img', { name: 'Bilde av Ola Nordmann' })).toBeVisible()
    await save.click()
    await expect.element(section.getByText('Gateadresse lagret nå: Bryggen 9')).toBeVisible()
  })
})

describe('on the first start', () => {
  const offer = page.getByRole('button', { name: 'Gjør nettstedet til ditt' })
  const dialog = page.getByRole('dialog', { name: 'Gjør nettstedet til ditt' })
  const field = (name: string) => dialog.getByLabelText(new RegExp(`^${name}`))

  test('the panel asks for the organisation number, and the register fills in the rest', async () => {
    await openOffice('/admin')
    await expect.element(page.getByText('Nettstedet viser et eksempel: Eksempel AS.')).toBeVisible()
    await offer.click()
    const { number, bodies } = await commands.freshCompany('FJORD-FJELL TEKNOLOGI AS', '900001649')
    await commands.setRegister({ bodies })
    await expect.element(field('Navn')).toHaveValue('')
    await dialog.getByRole('combobox').fill(number)
    await dialog.getByRole('option').click()
    await expect.element(field('Navn')).toHaveValue('Fjord-Fjell Teknologi AS')
    await expect.element(field('Kort navn')).toHaveValue('Fjord-Fjell Teknologi')
    await expect.element(field('Stiftet')).not.toHaveValue('')
    await field('Telefon').fill('55 12 34 56')
    await field('E-post').fill('hei@fjordfjell.example')
    await field('Gateadresse').fill('Bryggen 7')
    await field('Postnummer').fill('5003')
    await field('Poststed').fill('Bergen')
    await dialog.getByRole('button', { name: 'Lagre' }).click()
    await expectToast('Nettstedet er deres', 'Folk, lenker og tekster endrer du i Innstillinger.')
    await expect.element(offer).not.toBeInTheDocument()
    const company = await stored()
    expect(company).toMatchObject({
      name: 'Fjord-Fjell Teknologi AS',
      street: 'Bryggen 7',
      team: [],
      bookingUrl: null,
    })
    expect(company.organizationNumber.replaceAll(' ', '')).toBe(number)
  })
})
