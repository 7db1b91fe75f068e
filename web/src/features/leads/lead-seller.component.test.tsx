import { listLeadOwners, listLeads, updateLead } from '@kontor/contract/leads/leads.endpoints'
import { addOsloDays, osloDay } from '@kontor/contract/shared/time'
import { changeMorningMail } from '@kontor/contract/users/users.endpoints'
import { beforeEach, expect, inject, test } from 'vitest'
import { commands, page, userEvent } from 'vitest/browser'
import { call } from '../../platform/api-client.ts'
import { addLeads, clearLeads, expectCount, readLeads, rowOf } from '../../testing/leads.ts'
import { chooseFromMenu } from '../../testing/list-menu.ts'
import { chooseFromAccount, chooseOption, expectTexts, expectToast } from '../../testing/locators.ts'
import { mailedCode } from '../../testing/mailed-code.ts'
import { openOffice, shownUrl } from '../../testing/office.tsx'
import { logIn } from '../../testing/session.ts'

const now = new Date().toISOString()
const [yesterday, today, tomorrow] = [-1, 0, 1].map((days) => osloDay(addOsloDays(now, days)))

const seed = async () => {
  await logIn('sales')
  // Other files have users, too.
  const owner = (await call(listLeadOwners, {})).find(({ name }) => name === inject('accounts').sales.username)
  if (!owner) throw new Error('No user')
  await addLeads([
    { company_name: 'Forfalt AS', next_step: 'Ring', next_step_at: yesterday ?? '', owner_id: owner.id },
    { company_name: 'I dag AS', next_step_at: today ?? '' },
    { company_name: 'Senere AS', next_step_at: tomorrow ?? '' },
  ])
  return owner
}

const ownerFilter = page.getByRole('combobox', { name: 'Ansvarlig' })
const openViews = () => page.getByRole('button', { name: /^Visninger/ }).click()

beforeEach(clearLeads)

test('shows and filters the day of the next step and the owner; Mine leads is a view, which Back leaves', async () => {
  const owner = await seed()
  await openOffice('/leads', 'sales')
  await expectCount(3)
  await expect.element(rowOf('Forfalt AS').getByText('Forfalt', { exact: true })).toBeInTheDocument()
  await expect.element(rowOf('Forfalt AS').getByText(owner.name, { exact: true })).toBeVisible()
  await expect.element(rowOf('I dag AS').getByText('I dag', { exact: true })).toBeVisible()
  await page.getByRole('combobox', { name: 'Frist' }).click()
  await expectTexts(page.getByRole('option'), ['Alle frister', 'Forfalt og i dag', 'Forfalt', 'I dag', 'Kommende'])
  await page.getByRole('option', { name: 'Forfalt og i dag' }).click()
  await expectCount(2)
  await expect.element(rowOf('Senere AS')).not.toBeInTheDocument()
  await expect.poll(shownUrl).toBe('/leads?due=due')

  await openViews()
  await page.getByRole('button', { name: 'Mine leads' }).click()
  await expect.poll(shownUrl).toBe('/leads?owner=me')
  await expectCount(1)
  await expect.element(rowOf('Forfalt AS')).toBeVisible()
  await page.getByRole('button', { name: 'Visninger Mine leads' }).click()
  await expect.element(page.getByRole('button', { name: 'Mine leads', exact: true })).toHaveAttribute('aria-current')
  history.back()
  await expect.poll(shownUrl).toBe('/leads?due=due')
})

test('offers the administrator leads of inactive users but no Mine leads, and explains an empty list', async () => {
  await seed()
  await commands.sql(`WITH old AS (INSERT INTO users (username, password_hash, is_active) VALUES ('sluttet', 'x', false)
    RETURNING id) UPDATE leads SET owner_id = old.id FROM old WHERE company_name = 'I dag AS'`)
  try {
    await openOffice('/leads?owner=me')
    await expect.element(page.getByRole('heading', { name: 'Ingen resultater funnet' })).toBeVisible()
    await expect
      .element(page.getByText('Administratoren har ingen egne leads. Velg en bruker under Ansvarlig.'))
      .toBeVisible()
    await expect.element(ownerFilter).toMatchTextContent('Mine leads')
    await page.getByRole('button', { name: 'Nullstill filtre' }).last().click()
    await expectCount(3)
    await openViews()
    await expect.element(page.getByText('Ingen visninger er lagret ennå.')).toBeVisible()
    await expect.element(page.getByRole('button', { name: 'Mine leads' })).not.toBeInTheDocument()
    await userEvent.keyboard('{Escape}')

    await ownerFilter.click()
    await expect.element(page.getByRole('option', { name: 'Uten ansvarlig' })).toBeVisible()
    await expect.element(page.getByRole('option', { name: 'Mine leads' })).not.toBeInTheDocument()
    await page.getByRole('option', { name: 'sluttet (inaktiv)' }).click()
    await expectCount(1)
    await expect.element(rowOf('I dag AS')).toBeVisible()
    // Leads can't be assigned to them.
    await page.getByRole('button', { name: 'Nytt lead' }).click()
    await page.getByRole('dialog').getByRole('combobox', { name: 'Ansvarlig' }).click()
    await expect.element(page.getByRole('option', { name: 'Ingen' })).toBeVisible()
    await expect.element(page.getByRole('option', { name: /sluttet/ })).not.toBeInTheDocument()
  } finally {
    await commands.sql(`DELETE FROM users WHERE username = 'sluttet'`)
  }
})

test('sets owner and next step of the chosen leads, and names those that another user has changed', async () => {
  const owner = await seed()
  await openOffice('/leads?sort=company_name:asc', 'sales')
  await expectCount(3)
  await page.getByRole('checkbox', { name: 'Velg alle viste' }).click()
  await chooseOption(page.getByRole('button', { name: 'Sett ansvarlig' }), owner.name)
  await expectToast('Ansvarlig oppdatert', `3 leads: ${owner.name}`)
  expect((await readLeads()).map((lead) => lead.owner)).toEqual([owner.name, owner.name, owner.name])

  await expect.element(page.getByText(/valgt$/)).not.toBeInTheDocument()
  await expect.element(rowOf('Senere AS').getByText(owner.name, { exact: true })).toBeVisible()
  await page.getByRole('checkbox', { name: 'Velg I dag AS' }).click()
  await page.getByRole('checkbox', { name: 'Velg Senere AS' }).click()
  const { leads } = await call(listLeads, { query: { q: 'Senere', size: 1, sort: 'id:asc' } })
  await call(updateLead, { params: { id: String(leads[0]?.id) }, body: { notes: 'Ringte' } })
  await page.getByRole('button', { name: 'Sett neste steg' }).click()
  const dialog = page.getByRole('dialog', { name: 'Neste steg for 2 leads' })
  await dialog.getByLabelText('Neste steg').fill('Sende tilbud')
  await dialog.getByRole('button', { name: 'Lagre' }).click()
  await expectToast('Neste steg lagret', 'I dag AS')
  const remaining = page.getByRole('dialog', { name: 'Neste steg for Senere AS' })
  await expect.element(remaining).toMatchTextContent('Endret av en annen i mellomtiden')
  await remaining.getByRole('button', { name: 'Lagre likevel' }).click()
  await expectToast('Neste steg lagret', 'Senere AS')
  const steps = (await readLeads()).map(({ next_step }) => next_step)
  expect(steps).toEqual(['Ring', 'Sende tilbud', 'Sende tilbud'])
})

test('a record offers call and mail, lists its keys, postpones a step, and undoes a finished one', async () => {
  await logIn('sales')
  const contact = { phone: '22 33 44 55', email: 'post@taster.example' }
  const next = { next_step: 'Ringe', next_step_at: yesterday ?? '' }
  const [id] = await addLeads([{ company_name: 'Taster AS', ...contact, ...next }])
  const storedDay = async () => (await readLeads())[0]?.next_step_at
  await openOffice(`/leads/${id}`, 'sales')
  const record = page.getByRole('dialog', { name: 'Taster AS', exact: true })
  const link = (name: string) => record.getByRole('link', { name, exact: true })
  await expect.element(link('Ring')).toHaveAttribute('href', 'tel:+4722334455')
  await expect.element(link('Skriv')).toHaveAttribute('href', 'mailto:post@taster.example')
  await expect.element(page.getByRole('list', { name: 'Historikk' })).toBeVisible()
  await userEvent.keyboard('?')
  const help = page.getByRole('dialog', { name: 'Hurtigtaster' })
  for (const label of ['Neste i listen', 'Logg samtale', 'Nytt notat', 'Utsett neste steg', 'Neste steg er utført'])
    await expect.element(help.getByText(label, { exact: true })).toBeVisible()
  // The shortcuts of the list beneath don't work now.
  await expect.element(help.getByText('Nytt lead')).not.toBeInTheDocument()
  await userEvent.keyboard('{Escape}')
  await expect.element(help).not.toBeInTheDocument()

  await userEvent.keyboard('u')
  await expect.element(page.getByRole('option', { name: /^I morgen/ })).toHaveFocus()
  await userEvent.keyboard('{Enter}')
  await expectToast('Lead oppdatert vellykket', 'Taster AS: Frist')
  expect(await storedDay()).toBe(tomorrow)
  await chooseOption(record.getByRole('button', { name: 'Utsett' }), 'Velg dato …')
  await expect.element(record.getByRole('textbox', { name: 'Frist' })).toHaveFocus()
  await userEvent.keyboard('24.12.2031{Enter}')
  await expect.element(record.getByRole('button', { name: 'Endre Frist: 24.12.2031' })).toHaveFocus()
  expect(await storedDay()).toBe('2031-12-24')

  await userEvent.keyboard('f')
  await expectToast('Neste steg utført', 'Taster AS: Ringe')
  await expect.element(record.getByRole('button', { name: 'Endre Neste steg: tomt' })).toBeVisible()
  await expect.element(record.getByRole('button', { name: 'Endre Frist: tomt' })).toBeVisible()
  await userEvent.keyboard('{Alt>}z{/Alt}')
  await expectToast('Neste steg er satt tilbake', 'Taster AS')
  expect(await readLeads()).toMatchObject([{ next_step: 'Ringe', next_step_at: '2031-12-24' }])
  const finish = record.getByRole('button', { name: 'Utført', exact: true })
  await expect.element(finish).toHaveAttribute('aria-disabled', 'false')
  await finish.click()
  await expect.element(finish).toHaveAttribute('aria-disabled', 'true')
  await expect.element(finish).toHaveFocus()
})

test('shows the figures as charts and as tables, at an address of their own; turns the morning mail on', async () => {
  await logIn('sales')
  await addLeads([
    { company_name: 'Ny AS' },
    { company_name: 'Kunde AS', status: 'Kunde' },
    { company_name: 'Tapt AS', status: 'Avslått', lost_reason: 'For dyrt' },
    { company_name: 'Forfalt AS', next_step_at: yesterday ?? '' },
  ])
  await page.viewport(390, 800)
  await openOffice('/leads', 'sales')
  await expectCount(4)
  await chooseFromMenu('Tall')
  const figures = page.getByRole('region', { name: 'Tall' })
  await expect.poll(() => figures.css('svg .recharts-bar-rectangle').elements().length).toBeGreaterThan(0)
  await expect.poll(shownUrl).toContain('view=figures')
  // The first week's label is inside the drawing.
  const first = await figures.css('.recharts-xAxis-tick-labels text, .recharts-xAxis text').first().findElement()
  const svg = first.closest('svg')
  expect(first.getBoundingClientRect().left).toBeGreaterThanOrEqual(svg?.getBoundingClientRect().left ?? 0)
  await figures.getByRole('checkbox', { name: 'Vis som tabell' }).click()
  for (const row of ['For dyrt 1', 'Kunde 1 100 %', 'Uten ansvarlig 1'])
    await expect.element(figures.getByRole('row', { name: row })).toBeVisible()
  await figures.getByRole('button', { name: 'Vis i listen' }).first().click()
  await expect.poll(shownUrl).toBe('/leads?due=overdue')

  await chooseFromAccount('Morgenmail')
  const dialog = page.getByRole('dialog', { name: 'Morgenmail' })
  await dialog.getByRole('checkbox').click()
  await dialog.getByLabelText('E-post', { exact: true }).fill('selger@eksempel.example')
  await dialog.getByRole('button', { name: 'Lagre' }).click()
  const code = dialog.getByLabelText('Kode fra e-posten')
  await expect.element(code).toHaveFocus()
  await userEvent.keyboard('{Escape}')
  await page.getByRole('button', { name: 'Fortsett å redigere' }).click()
  await code.fill(await mailedCode('selger@eksempel.example'))
  await dialog.getByRole('button', { name: 'Lagre' }).click()
  await expectToast('Morgenmail er på', 'selger@eksempel.example')
  await call(changeMorningMail, { body: { email: '', enabled: false } })
})
