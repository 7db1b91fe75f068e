import { readSiteTexts, updateSiteTexts } from '@kontor/contract/site-editing/site-editing.endpoints'
import { afterAll, beforeEach, expect, test } from 'vitest'
import { commands, page } from 'vitest/browser'
import { call } from '../../platform/api-client.ts'
import { expectToast } from '../../testing/locators.ts'
import { openOffice } from '../../testing/office.tsx'

const section = page.getByRole('region', { name: 'Tekster' })
const rows = section.getByRole('listitem')
const save = section.getByRole('button', { name: /^Lagre/ })
const search = section.getByRole('searchbox')
const preview = section.getByRole('region', { name: 'Forhåndsvisning' })
const previewed = () => document.querySelector<HTMLIFrameElement>('iframe[name^=site]')?.contentDocument
const previewText = () => previewed()?.body.textContent ?? ''
const stored = async () => (await call(readSiteTexts, {})).texts
const clear = () => commands.sql('DELETE FROM site_texts')
const lead = 'Vi lager digitale verktøy for bedrifter'

const choose = async (label: string, option: string) => {
  await section.getByRole('combobox', { name: label }).click()
  await page.getByRole('option', { name: option }).click()
}

afterAll(clear)
beforeEach(async () => {
  await clear()
  await openOffice('/admin?tab=settings&section=tekster')
  await search.fill(lead)
  await expect.element(rows).toHaveLength(1)
})

test('changes and restores a text, rejects empty text and markup, and keeps what another user saved', async () => {
  const [norwegian, english] = [rows.getByLabelText('Norsk'), rows.getByLabelText('Engelsk')]
  const { value: delivered } = (await english.findElement()) as HTMLTextAreaElement
  await norwegian.fill('Hei <b>')
  await english.fill(' ')
  await expect.element(rows.getByText('Teksten må være på én linje, uten < og >.')).toBeVisible()
  await expect.element(rows.getByText('Teksten kan ikke være tom.')).toBeVisible()
  await save.click()
  await expect.element(section.getByText('2 tekster kan ikke lagres slik de står. Se over dem først.')).toBeVisible()
  expect(await stored()).toEqual({ no: {}, en: {} })

  await english.fill(delivered)
  await norwegian.fill('Vi lager båter og {verktøy}.')
  await expect.element(rows.getByText('{verktøy} er ikke en tagg og vises som den er.')).toBeVisible()
  await expect.element(section.getByText('1 tekst ikke lagret')).toBeVisible()
  await norwegian.fill('Vi i {firmanavn} lager båter.')
  await save.click()
  await expectToast('Tekstene er lagret', 'Nettstedet viser dem om et øyeblikk.')
  expect(await stored()).toEqual({ no: { 'home.hero.lead': 'Vi i {firmanavn} lager båter.' }, en: {} })

  await call(updateSiteTexts, { body: { changes: [{ id: 'about.title', language: 'no', text: 'Om båtene' }] } })
  await search.fill('lager båter')
  await rows.getByRole('button', { name: /^Tilbake til levert tekst/ }).click()
  await save.click()
  await expect.element(section.getByText('Endret av en annen i mellomtiden')).toBeVisible()
  await section.getByRole('button', { name: 'Lagre likevel' }).click()
  await expect.poll(stored).toEqual({ no: { 'about.title': 'Om båtene' }, en: {} })

  await search.fill('datoen øverst')
  await norwegian.fill('Vi endrer datoen øverst.')
  await expect.element(rows.getByText('Endre også «Sist oppdatert».')).toBeVisible()
})

test('lists and previews a page with unsaved texts, and names texts that are too wide for a phone', async () => {
  await expect.poll(previewText).toContain(lead)
  const alert = preview.getByRole('alert')
  await expect.element(alert).not.toBeInTheDocument()
  await search.fill('Mindre papirarbeid.')
  await rows.first().getByLabelText('Norsk').fill('Personvernerklæringer')
  await expect.element(alert).toMatchTextContent('Får ikke plass i 320 piksler«Personvernerklæringer»')

  await search.fill('')
  await choose('Side', 'Kontakt')
  await expect.element(section.getByText(/^\d+ tekster på siden$/)).toBeVisible()
  await expect.poll(previewText).toContain('Et menneske tar telefonen.')
  await expect.element(rows.first().getByLabelText('Norsk')).toHaveValue('Kontakt – {firmanavn}')
  // A click in the preview leads to the field, once the page has loaded.
  const focused = () => {
    previewed()?.querySelector('h1')?.click()
    return document.activeElement?.closest('li')?.getAttribute('aria-label')
  }
  await expect.poll(focused).toBe('Kontaktsiden: Overskrift')
  // Its neighbours only share its column.
  await search.fill('Vi har ikke kundesenter')
  await rows.first().getByLabelText('Norsk').fill('Ring oss om arbeidsmiljøutvalgsmedlemsopplæringsprogrammene.')
  await expect
    .poll(() => alert.getByRole('listitem').first().query()?.textContent)
    .toBe('«Ring oss om arbeidsmiljøutvalgsmedlemsopplæringsprogrammene.»')
  await choose('Bredde i forhåndsvisningen', '1280 piksler bred')
  await expect.element(alert).not.toBeInTheDocument()
  await choose('Språk i forhåndsvisningen', 'Engelsk')
  await expect.poll(previewText).toContain('A real person answers the phone.')
})
