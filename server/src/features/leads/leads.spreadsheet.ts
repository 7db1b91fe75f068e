import {
  type LeadSort,
  leadLabels as labels,
  leadFields,
  leadStatuses,
  leadLimits as limits,
} from '@kontor/contract/leads/leads.rules'
import type { leadExportQuery } from '@kontor/contract/leads/leads.schema'
import { addressKey } from '@kontor/contract/shared/email-addresses'
import { failedRowsHeader } from '@kontor/contract/shared/spreadsheet'
import type { FastifyReply } from 'fastify'
import type { z } from 'zod'
import type { Queryable } from '../../platform/database/database.ts'
import { type Columns, type ExportColumns, textColumns } from '../../platform/spreadsheet/columns.ts'
import type { ImportTarget } from '../../platform/spreadsheet/import-target.ts'
import { pagedRows, rowsInOrder } from '../../platform/spreadsheet/paged-rows.ts'
import { pickColumns, sendSpreadsheet } from '../../platform/spreadsheet/send-spreadsheet.ts'
import { type ExportedLead, type LeadCriteria, listLeadIds, listLeadsAfter } from './leads.list.queries.ts'
import { analyzeLeads, fillLeads, findLeadsBy, insertLeads } from './leads.spreadsheet.queries.ts'

const column = textColumns(labels, limits)

/** Synonyms with a full stop are the headers of the company register's own CSV files. */
const columns = {
  status: {
    label: labels.status,
    kind: 'choice',
    words: leadStatuses,
    width: 14,
    synonyms: ['Leadstatus', 'Lead status', 'Fase'],
  },
  company_name: {
    label: labels.company_name,
    kind: 'line',
    max: limits.company_name,
    required: true,
    width: 36,
    synonyms: ['Firma', 'Bedrift', 'Bedriftsnavn', 'Selskap', 'Selskapsnavn', 'Navn', 'Company', 'Company name'],
  },
  org_no: {
    label: labels.org_no,
    kind: 'organizationNumber',
    synonyms: ['Organisasjonsnummer', 'Organisasjonsnr', 'Orgnummer', 'Foretaksnummer', 'Organisation number'],
  },
  organization_form: column('line', 'organization_form', 'Selskapsform', 'Orgform', 'organisasjonsform.beskrivelse'),
  contact_name: column('line', 'contact_name', 'Kontakt', 'Kontaktnavn', 'Contact', 'Contact name'),
  contact_title: column('line', 'contact_title', 'Stilling', 'Rolle', 'Title'),
  phone: column('phone', 'phone', 'Tlf', 'Telefonnr', 'Telefonnummer', 'Mobil', 'Mobiltelefon', 'Phone number'),
  email: { label: labels.email, kind: 'email', synonyms: ['Epost', 'E-postadresse', 'Mail', 'E-mail', 'Mailadresse'] },
  employees: {
    label: labels.employees,
    kind: 'integer',
    minValue: 0,
    maxValue: limits.employees,
    synonyms: ['Antall ansatte', 'Number of employees'],
  },
  revenue_nok: {
    label: labels.revenue_nok,
    kind: 'decimal',
    scale: 2,
    maxValue: limits.revenue_nok,
    width: 18,
    synonyms: ['Omsetning', 'Omsetning i kroner', 'Driftsinntekter', 'Revenue'],
  },
  industry: column('line', 'industry', 'Næring', 'Bransjenavn', 'naeringskode1.beskrivelse'),
  business_address: column(
    'line',
    'business_address',
    'Adresse',
    'Gateadresse',
    'Besøksadresse',
    'Address',
    'Street',
    'forretningsadresse.adresse',
  ),
  postal_code: column('postcode', 'postal_code', 'Postnr', 'Postkode', 'Zip', 'forretningsadresse.postnummer'),
  city: column('line', 'city', 'Sted', 'By', 'Town', 'forretningsadresse.poststed'),
  municipality: column('line', 'municipality', 'Kommunenavn', 'forretningsadresse.kommune'),
  postal_address: column('line', 'postal_address', 'postadresse.adresse'),
  established_date: { label: labels.established_date, kind: 'date', synonyms: ['Stiftet', 'Established'] },
  registration_date: {
    label: labels.registration_date,
    kind: 'date',
    synonyms: ['Registrert', 'Registrert dato', 'registreringsdatoEnhetsregisteret'],
  },
  vat_registered: { label: labels.vat_registered, kind: 'boolean', synonyms: ['MVA', 'Registrert i MVA-registeret'] },
  business_registered: {
    label: labels.business_registered,
    kind: 'boolean',
    synonyms: ['Registrert i Foretaksregisteret'],
  },
  bankruptcy: { label: labels.bankruptcy, kind: 'boolean' },
  under_liquidation: { label: labels.under_liquidation, kind: 'boolean' },
  sector_code: column('line', 'sector_code', 'Sektor', 'institusjonellSektorkode.kode'),
  nace_code1: {
    label: labels.nace_code1,
    kind: 'line',
    max: limits.nace_code,
    synonyms: ['Næringskode', 'NACE', 'NACE 1', 'naeringskode1.kode'],
  },
  nace_code2: {
    label: labels.nace_code2,
    kind: 'line',
    max: limits.nace_code,
    synonyms: ['NACE 2', 'naeringskode2.kode'],
  },
  nace_code3: {
    label: labels.nace_code3,
    kind: 'line',
    max: limits.nace_code,
    synonyms: ['NACE 3', 'naeringskode3.kode'],
  },
  next_step: { ...column('line', 'next_step', 'Neste skritt', 'Oppfølging'), width: 30 },
  next_step_at: {
    label: labels.next_step_at,
    kind: 'date',
    synonyms: ['Neste steg dato', 'Dato for neste steg', 'Oppfølgingsdato', 'Forfall', 'Due date'],
  },
  owner: {
    label: labels.owner,
    kind: 'choice',
    words: [] as readonly string[],
    width: 18,
    synonyms: ['Eier', 'Selger', 'Kundeansvarlig', 'Owner'],
  },
  lost_reason: { ...column('line', 'lost_reason', 'Avslagsårsak', 'Tapsårsak', 'Lost reason'), width: 24 },
  notes: column('text', 'notes', 'Notat', 'Merknad', 'Kommentar', 'Kommentarer'),
  customer_active: {
    label: labels.customer_active,
    kind: 'boolean',
    yes: ['Aktiv', 'Active'],
    no: ['Inaktiv', 'Inactive'],
    synonyms: ['Aktiv kunde', 'Aktiv'],
  },
} as const satisfies Columns

/** Columns of an export: also id and creation time, which only the server sets. */
const written = {
  id: { label: labels.id, kind: 'integer', minValue: 1, maxValue: limits.employees },
  ...columns,
  created_at: { label: labels.created_at, kind: 'moment' },
} as const satisfies ExportColumns

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
export const leadImport = (users: readonly User[]): ImportTarget<typeof columns, Identity> => ({
  name: 'leads',
  columns: { ...columns, owner: { ...columns.owner, words: users.map(({ name }) => name) } },
  exportOnlyHeaders: [written.id.label, written.created_at.label, failedRowsHeader],
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

/** Rows per query: small enough that other requests aren't blocked while they are written. */
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
      listLeadsAfter(db, 0, { filter: { ids: page }, fields: leadFields, count: pageSize }),
    )
  return sendSpreadsheet(reply, db, {
    name: 'leads',
    sheetName: 'Leads',
    format,
    filters,
    columns: keys ? pickColumns(written, keys) : written,
    rows: sort
      ? await inOrder(sort)
      : pagedRows<ExportedLead>((after) =>
          listLeadsAfter(db, after?.id ?? 0, { filter, fields: leadFields, count: pageSize }),
        ),
  })
}
