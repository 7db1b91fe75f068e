import { addLeadNote, changeLeadNote, readLeadTimeline } from '@kontor/contract/lead-timeline/lead-timeline.endpoints'
import { updateLead } from '@kontor/contract/leads/leads.endpoints'
import { beforeEach, expect, test } from 'vitest'
import { commands, page, userEvent } from 'vitest/browser'
import { call } from '../../platform/api-client.ts'
import { errorAnswer, failWith503, intercept } from '../../testing/calls.ts'
import { addLeads, clearLeads } from '../../testing/leads.ts'
import { expectToast, focus } from '../../testing/locators.ts'
import { openOffice } from '../../testing/office.tsx'
import { logIn } from '../../testing/session.ts'

const name = 'Historisk AS'
const history = page.getByRole('list', { name: 'Historikk' })
const item = (text: string) => history.getByRole('listitem').filter({ hasText: text })
const note = page.getByRole('textbox', { name: 'Nytt notat' })
const button = (label: string) => page.getByRole('button', { name: label, exact: true })

let id = ''

beforeEach(async () => {
  await clearLeads()
  await logIn('sales')
  id = String((await addLeads([{ company_name: name }]))[0])
})

const open = async () => {
  await openOffice(`/leads/${id}`, 'sales')
  await expect.element(item('Leadet ble opprettet')).toBeVisible()
}

test('adds notes, calls and changes', async () => {
  await call(updateLead, { params: { id }, body: { next_step: 'Ringe' } })
  await open()
  await expect.element(item('Neste steg: (tomt) → Ringe')).toMatchTextContent('salg')
  await note.fill('Kari vil ha tilbud.\nInnen fredag.')
  await userEvent.keyboard('{Control>}{Enter}{/Control}')
  await expect.element(item('Kari vil ha tilbud.')).toMatchTextContent('salg')
  await expect.element(note).toHaveValue('')
  await button('Ikke svar').click()
  await expectToast('Samtale logget', 'Ikke svar')
  await expect.element(item('Samtale: Ikke svar')).toBeVisible()
  await note.fill('Ring tilbake etter lunsj')
  await button('Ring tilbake').click()
  await expect.element(item('Samtale: Ring tilbake')).toMatchTextContent('Ring tilbake etter lunsj')
})

test('only the author edits and deletes a note; Esc reverts, and a conflict with another window is shown', async () => {
  await call(addLeadNote, { params: { id }, body: { text: 'Fra salg' } })
  await commands.sql(
    `WITH import AS (INSERT INTO imports (id, kind, imported_at, imported_by, file_name, rows_created)
       VALUES (gen_random_uuid(), 'leads', now(), 'salg', 'leads fra messen.xlsx', 1) RETURNING id)
     UPDATE leads SET import_id = import.id FROM import WHERE leads.id = $1::int`,
    [Number(id)],
  )
  await openOffice(`/leads/${id}`)
  await expect.element(item('Leadet ble importert fra leads fra messen.xlsx')).toMatchTextContent('salg')
  await expect.element(item('Leadet ble opprettet')).not.toBeInTheDocument()
  await expect.element(item('Fra salg')).toBeVisible()
  await expect.element(item('Fra salg').getByRole('button')).not.toBeInTheDocument()

  await openOffice(`/leads/${id}`, 'sales')
  const edit = button('Rediger: Notat')
  const editor = page.getByRole('textbox', { name: 'Notat', exact: true })
  await edit.click()
  await editor.fill('Noe annet')
  await userEvent.keyboard('{Escape}')
  await expect.element(edit).toHaveFocus()
  await expect.element(item('Fra salg')).toBeVisible()
  await edit.click()
  const [stored] = (await call(readLeadTimeline, { params: { id } })).filter(({ kind }) => kind === 'note')
  await call(changeLeadNote, { params: { id, entryId: String(stored?.id) }, body: { text: 'Fra det andre vinduet' } })
  await editor.fill('Ny ordlyd')
  const failure = Promise.withResolvers<Response>()
  const stopFailing = intercept('PUT', /\/notes\/\d+$/, () => failure.promise)
  await userEvent.keyboard('{Control>}{Enter}{/Control}')
  await expect.element(button('Lagrer …')).toBeVisible()
  await userEvent.keyboard('{Escape}')
  failure.resolve(errorAnswer(503, 'Databasen er borte.'))
  await expect.element(page.getByText(/Databasen er borte/)).toBeVisible()
  stopFailing()
  const restore = failWith503('GET', /\/timeline$/)
  await page.getByRole('button', { name: /^Endre Neste steg/ }).click()
  await page.getByRole('textbox', { name: 'Neste steg' }).fill('Møte')
  await userEvent.keyboard('{Enter}')
  await expect.element(page.getByText(/^Kunne ikke hente historikken/)).toBeVisible()
  restore()
  await focus(editor)
  await userEvent.keyboard('{Control>}{Enter}{/Control}')
  await expect.element(page.getByRole('alert').filter({ hasText: 'lagret nå: Fra det andre vinduet' })).toBeVisible()
  await expect.element(editor).toHaveValue('Ny ordlyd')
  await button('Lagre likevel').click()
  await expect.element(item('Ny ordlyd')).toMatchTextContent('redigert')
  await expect.element(item('Neste steg: (tomt) → Møte')).toBeVisible()

  await button('Slett: Notat').click()
  await page.getByRole('alertdialog').getByRole('button', { name: 'Slett' }).click()
  await expect.element(item('Ny ordlyd')).not.toBeInTheDocument()
  await page.getByRole('button', { name: /^Angre/ }).click()
  await expect.element(item('Ny ordlyd')).toBeVisible()
})
