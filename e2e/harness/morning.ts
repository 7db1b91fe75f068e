import type { APIRequestContext, Page } from '@playwright/test'
import type { Kontor } from '../../stand-ins/kontor.ts'
import { truncateStatement } from './database.ts'
import { addLeads, clearLeads } from './leads.ts'

/** The names of leads whose next step is overdue. */
export const [bakery, yard] = ['Bakeri Sol AS', 'Verft Vest AS'] as const
const cafe = 'Kafé Havn AS'

export const offerTitle = 'Internkontroll for verftet'

/** Creates three leads that are due, of which the yard is first in the list, and one lead that isn't due. */
export const prepareMorning = async (admin: APIRequestContext, kontor: Kontor): Promise<void> => {
  // Truncates the leads separately, with triggers enabled, since triggers update the stored counts of leads.
  await clearLeads(kontor)
  await kontor.sql(truncateStatement('agreements, customers'))
  const overdue = { next_step_at: '2020-01-02' }
  await addLeads(admin, [
    { company_name: 'Senere AS', next_step: 'Ringe', next_step_at: '2099-01-02' },
    { company_name: cafe, phone: '22 33 44 55', next_step: 'Ringe', ...overdue },
    { company_name: bakery, phone: '22 33 44 56', next_step: 'Ringe om møtet', ...overdue },
    {
      company_name: yard,
      status: 'Avtalt møte',
      contact_name: 'Kari Nordmann',
      phone: '22 33 44 57',
      email: 'kari@verft.example',
      next_step: 'Ringe om tilbudet på internkontroll',
      ...overdue,
    },
  ])
}

/** The expected state of the leads after the morning, in the order of their creation. */
export const leadsAfterMorning = [
  { company_name: 'Senere AS', status: 'Ny', next_step: 'Ringe', next_step_at: '2099-01-02' },
  { company_name: cafe, status: 'Ny', next_step: 'Ringe', next_step_at: '2020-01-02' },
  { company_name: bakery, status: 'Ny', next_step: 'Ringe om møtet' },
  { company_name: yard, status: 'Kunde', next_step: null, next_step_at: null },
]

export const recordOf = (page: Page, name: string) => page.getByRole('dialog', { name, exact: true })
export const historyOf = (page: Page) => page.getByRole('list', { name: 'Historikk' })
export const headingOf = (page: Page, name: string) => page.getByRole('heading', { name, exact: true })
