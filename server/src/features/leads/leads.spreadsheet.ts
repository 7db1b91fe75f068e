import { type LeadSort, leadColumns, leadFieldNames, leadFields } from '@kontor/contract/leads/leads.fields'
import type { leadExportQuery } from '@kontor/contract/leads/leads.schema'
import { addressKey } from '@kontor/contract/shared/email-addresses'
import { failedRowsHeader } from '@kontor/contract/shared/spreadsheet'
import type { FastifyReply } from 'fastify'
import type { z } from 'zod'
import type { Queryable } from '../../platform/database/database.ts'
import type { ImportTarget } from '../../platform/spreadsheet/import-target.ts'
import { pagedRows, rowsInOrder } from '../../platform/spreadsheet/paged-rows.ts'
import { pickColumns, sendSpreadsheet } from '../../platform/spreadsheet/send-spreadsheet.ts'
import { type ExportedLead, type LeadCriteria, listLeadIds, listLeadsAfter } from './leads.list.queries.ts'
import { analyzeLeads, fillLeads, findLeadsBy, insertLeads } from './leads.spreadsheet.queries.ts'

type Identity = 'org_no' | 'company_name' | 'email'

/** The matching key of leads without an organisation number. */
const nameKey = (name: string, email: string | null | undefined): string =>
  `${name.toLowerCase()}\n${addressKey(email ?? '')}`

interface User {
  readonly id: number
  readonly name: string
}

/** Replaces the owners' names with their ids. */
const withOwnerIds = <Row extends { readonly owner?: string }>(rows: readonly Row[], users: readonly User[]) => {
  const ids = new Map(users.map(({ id, name }) => [name, id]))
  return rows.map(({ owner, ...row }) => ({ ...row, owner_id: owner === undefined ? undefined : ids.get(owner) }))
}

/** `users`: the accounts that a row may name as owner. */
export const leadImport = (users: readonly User[]): ImportTarget<typeof leadFields, Identity> => ({
  name: 'leads',
  columns: { ...leadFields, owner: { ...leadFields.owner, words: users.map(({ name }) => name) } },
  exportOnlyHeaders: [leadColumns.id.label, leadColumns.created_at.label, failedRowsHeader],
  noun: { one: 'lead', many: 'leads' },
  identity: ['org_no', 'company_name', 'email'],
  nameField: 'company_name',
  keys: ({ org_no, company_name, email }) => {
    if (org_no) return [org_no]
    return company_name ? [nameKey(company_name, email)] : []
  },
  find: (db, rows) =>
    findLeadsBy(db, {
      numbers: rows.flatMap(({ org_no }) => org_no ?? []),
      names: rows.flatMap(({ org_no, company_name }) => (org_no ? [] : (company_name?.toLowerCase() ?? []))),
    }),
  match: ({ org_no, company_name, email }, lookUp) => {
    if (org_no) return lookUp(org_no)
    return company_name ? lookUp(nameKey(company_name, email)) : []
  },
  insert: (tx, rows, importId) => insertLeads(tx, withOwnerIds(rows, users), importId),
  update: (tx, rows, importId) => fillLeads(tx, withOwnerIds(rows, users), importId),
  analyze: analyzeLeads,
})

/** Rows per query: few enough that writing them to the file doesn't block other requests. */
const pageSize = 500

type LeadExport = z.output<typeof leadExportQuery>

export const sendLeads = async (
  reply: FastifyReply,
  db: Queryable,
  criteria: LeadCriteria,
  { format, ...filters }: LeadExport,
) => {
  const { columns: keys, sort, ids } = filters
  const filter = { ...criteria, ids }
  const inOrder = async (order: LeadSort) =>
    rowsInOrder(await listLeadIds(db, filter, order), pageSize, (page) =>
      listLeadsAfter(db, 0, { filter: { ids: page }, fields: leadFieldNames, count: pageSize }),
    )
  return sendSpreadsheet(reply, db, {
    name: 'leads',
    sheetName: 'Leads',
    format,
    filters,
    columns: keys ? pickColumns(leadColumns, keys) : leadColumns,
    rows: sort
      ? await inOrder(sort)
      : pagedRows<ExportedLead>((after) =>
          listLeadsAfter(db, after?.id ?? 0, { filter, fields: leadFieldNames, count: pageSize }),
        ),
  })
}
