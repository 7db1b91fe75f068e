import { customerFields } from '@kontor/contract/customers/customers.fields'
import type { customerExportQuery } from '@kontor/contract/customers/customers.schema'
import { addressKey } from '@kontor/contract/shared/email-addresses'
import { rowTimes } from '@kontor/contract/shared/field-kinds'
import { keysOf } from '@kontor/contract/shared/fields'
import { failedRowsHeader } from '@kontor/contract/shared/spreadsheet'
import type { FastifyReply } from 'fastify'
import type { z } from 'zod'
import type { Queryable } from '../../platform/database/database.ts'
import type { RowOf } from '../../platform/spreadsheet/columns.ts'
import type { Candidate, ImportTarget } from '../../platform/spreadsheet/import-target.ts'
import { pagedRows, rowsInOrder } from '../../platform/spreadsheet/paged-rows.ts'
import { pickColumns, sendSpreadsheet } from '../../platform/spreadsheet/send-spreadsheet.ts'
import * as queries from './customers.queries.ts'

type Identity = 'name' | 'email' | 'organizationNumber'
type Match = Candidate<typeof customerFields, Identity>

const emailKey = (email: string): string => `email ${addressKey(email)}`
const numberKey = (number: string): string => `number ${number}`

/** Narrows several matches to those with the same e-mail and name, since customers may share a number or an address. */
const bestMatches = (candidates: readonly Match[], row: RowOf<typeof customerFields>): readonly Match[] => {
  const preferSame = (field: 'email' | 'name') => (list: readonly Match[]) => {
    const equal = list.filter(({ identity }) => identity[field]?.toLowerCase() === row[field]?.toLowerCase())
    return list.length > 1 && equal.length > 0 ? equal : list
  }
  return preferSame('name')(preferSame('email')(candidates))
}

export const customerImport: ImportTarget<typeof customerFields, Identity> = {
  name: 'customers',
  columns: customerFields,
  noun: { one: 'kunde', many: 'kunder' },
  identity: ['name', 'email', 'organizationNumber'],
  nameField: 'name',
  exportOnlyHeaders: [rowTimes.createdAt.label, rowTimes.updatedAt.label, failedRowsHeader],
  keys: ({ email, organizationNumber }) => [
    ...(email ? [emailKey(email)] : []),
    ...(organizationNumber ? [numberKey(organizationNumber)] : []),
  ],
  find: (db, rows) =>
    queries.findCustomersBy(db, {
      organizationNumbers: rows.flatMap(({ organizationNumber }) => organizationNumber ?? []),
      emails: rows.flatMap(({ email }) => email ?? []),
    }),
  match: (row, lookUp) => {
    const byNumber = row.organizationNumber ? lookUp(numberKey(row.organizationNumber)) : []
    if (byNumber.length > 0) return bestMatches(byNumber, row)
    const byEmail = row.email ? lookUp(emailKey(row.email)) : []
    const withoutNumber = byEmail.filter(({ identity }) => !identity.organizationNumber)
    // Companies with different numbers may share an address, for example their accountant's.
    return bestMatches(row.organizationNumber || withoutNumber.length > 0 ? withoutNumber : byEmail, row)
  },
  insert: (tx, rows, importId) =>
    queries.insertCustomers(
      tx,
      rows.map((row) => ({ isActive: true, ...row })),
      importId,
    ),
  update: queries.fillCustomers,
  analyze: queries.analyzeCustomers,
}

/** Rows per query: few enough that writing them to the file doesn't block other requests. */
const pageSize = 1000

type CustomerExport = z.output<typeof customerExportQuery>

export const sendCustomers = async (
  reply: FastifyReply,
  db: Queryable,
  { q: search = '', format, columns: keys, sort, ids }: CustomerExport,
) => {
  const fields = keys ?? keysOf(customerFields)
  const inOrder = async (order: NonNullable<typeof sort>) =>
    rowsInOrder(await queries.listCustomerIds(db, { search, ids, sort: order }), pageSize, (page) =>
      queries.listCustomersAfter(db, 0, { search: '', ids: page, fields, count: pageSize }),
    )
  return sendSpreadsheet(reply, db, {
    name: 'kunder',
    sheetName: 'Kunder',
    format,
    filters: { q: search, columns: keys, sort, ids },
    columns: pickColumns({ ...customerFields, ...rowTimes }, fields),
    rows: sort
      ? await inOrder(sort)
      : pagedRows<queries.SpreadsheetRow>((after) =>
          queries.listCustomersAfter(db, after?.id ?? 0, { search, ids, fields, count: pageSize }),
        ),
  })
}
