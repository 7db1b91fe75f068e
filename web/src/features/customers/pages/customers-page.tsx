import { customerFields } from '@kontor/contract/customers/customers.fields'
import { labelsOf, rowTimes } from '@kontor/contract/shared/field-kinds'
import { keysOf } from '@kontor/contract/shared/fields'
import type { ImportReport } from '@kontor/contract/shared/imports'
import { formatOrganizationNumber } from '@kontor/contract/shared/orgnr'
import { useQuery } from '@tanstack/react-query'
import { type ComponentType, useCallback, useMemo } from 'react'
import { ApiError, errorText } from '../../../platform/api-client.ts'
import { useCreateShortcut } from '../../../platform/create-request.ts'
import { counted, formatNumber } from '../../../platform/format.ts'
import { countUnchanged, countWritten } from '../../../platform/import-file.ts'
import { type ListRules, useClientList } from '../../../platform/list-state.ts'
import { type RecordPlace, useRecordAddress } from '../../../platform/record-address.ts'
import { useUrlFilters } from '../../../platform/url-state.ts'
import { AddButton } from '../../../ui/base/add-button.tsx'
import { Button } from '../../../ui/base/button.tsx'
import { PeopleIcon, UploadIcon } from '../../../ui/base/icons.tsx'
import { EmptyState } from '../../../ui/base/states.tsx'
import { useListDialog } from '../../../ui/dialog/use-list-dialog.ts'
import { useRowAfterSaving } from '../../../ui/form/use-after-saving.ts'
import { ImportDialog } from '../../../ui/import-export/import-dialog.tsx'
import { countedTitle } from '../../../ui/list/list-content.tsx'
import { TableListPage } from '../../../ui/list/table-list.tsx'
import { useRecordMoves } from '../../../ui/record/use-record-moves.ts'
import { retryAction } from '../../../ui/toast/failure-toast.ts'
import { toast } from '../../../ui/toast/toast-store.ts'
import { ContactPersonsDialog } from '../components/contact-persons-dialog.tsx'
import { type CustomerActions, customerColumns, NarrowCustomer } from '../components/customer-columns.tsx'
import { CustomerExport } from '../components/customer-export.tsx'
import { CustomerFormDialog } from '../components/customer-form-dialog.tsx'
import type { CustomerDeleteDialogProps, CustomerRecordProps } from '../components/record-props.ts'
import { type Customer, customersQuery, useExportAddress, useImportCustomers } from '../customers.api.ts'

const readColumns = Object.values(labelsOf(customerFields)).join(', ')

const showImported = (report: ImportReport): void => {
  const [written, unchanged] = [countWritten(report), countUnchanged(report)]
  const imported = `${counted(written, 'kunde', 'kunder')} importert`
  const rest = unchanged > 0 ? `, ${formatNumber(unchanged)} uendret` : ''
  toast({ title: 'Import fullført', description: `${imported}${rest}, ${formatNumber(report.rows_failed)} feilet.` })
}

/** Shows a toast for a failed import. By the specification, an error response and a failed request have different titles. */
const showFailed = (error: unknown, retry: () => void): void => {
  const refused = error instanceof ApiError
  const description = refused && !error.explained ? 'Import feilet' : errorText(error)
  const title = refused ? 'Import feilet' : 'Import feil'
  toast({ title, description, variant: 'destructive', action: retryAction(error, retry) })
}

function CustomerImport({ onClose }: { onClose: () => void }) {
  const importCustomers = useImportCustomers()
  return (
    <ImportDialog
      title="Importer kunder"
      help={
        <>
          <p>
            Den første raden med overskrifter avgjør hva som leses, i hvilken som helst rekkefølge: {readColumns}. Bare
            navn og e-post må være med.
          </p>
          <p className="mt-2">
            En rad med samme organisasjonsnummer eller e-post som en kunde oppdaterer kunden. Tomme celler sletter aldri
            noe. Du ser hva som vil skje før noe lagres.
          </p>
        </>
      }
      run={importCustomers}
      onImported={showImported}
      onFailed={showFailed}
      failedFileName="kunder-som-feilet.xlsx"
      onClose={onClose}
    />
  )
}

type OpenDialog =
  | { readonly kind: 'create' | 'import' | 'export' }
  | { readonly kind: 'contacts' | 'edit' | 'delete'; readonly customer: Customer }

const { description, ...sortable } = customerFields
const sorts = keysOf({ ...sortable, ...rowTimes })

const rules: ListRules<Customer, (typeof sorts)[number]> = {
  sorts,
  byDefault: { id: 'name', desc: false },
  // Adds the organisation number with spaces, so that a search finds it with and without them.
  textsOf: ({ name, email, organizationNumber: number, industry, city, phone }) => [
    ...[name, email, number, industry, city, phone],
    number && formatOrganizationNumber(number).replaceAll('\u00a0', ' '),
  ],
  // Sorts active customers first. Timestamps are compared as text, which sorts them correctly.
  sortValueOf: (customer, id) => (id === 'isActive' ? !customer.isActive : customer[id]),
}

const nameOf = ({ name }: Customer): string => name

/** Returns the table's minimum width in pixels: 400 for name and buttons, 140 for each column. The default columns fit any screen. */
const minWidthOf = (shownColumns: number): number => (shownColumns <= 4 ? 0 : 400 + shownColumns * 140)

const noCustomers: readonly Customer[] = []

const texts = { loading: 'Henter kunder …', failed: 'Kunne ikke hente kundene' }

const place: RecordPlace = { path: '/admin/kunder', list: '/admin', tab: 'customers' }

interface CustomersPageProps {
  readonly Record: ComponentType<CustomerRecordProps>
  readonly DeleteDialog: ComponentType<CustomerDeleteDialogProps>
}

export function CustomersPage({ Record, DeleteDialog }: CustomersPageProps) {
  const query = useQuery(customersQuery)
  const filters = useUrlFilters({})
  const customers = query.data ?? noCustomers
  const list = useClientList(rules, { rows: customers, search: filters.text })
  const { dialog, setDialog, close, ending, notice } = useListDialog<OpenDialog>()
  const { id: recordId, open: openRecord, close: closeRecord, closeOf } = useRecordAddress(place)
  const open = useCallback((customer: Customer) => openRecord(customer.id), [openRecord])
  const shownIds = useMemo(() => list.rows.map(({ id }) => id), [list.rows])
  const moves = useRecordMoves(shownIds, recordId === null ? null : Number(recordId), openRecord)
  const exportAddress = useExportAddress(filters.text)
  const create = () => setDialog({ kind: 'create' })
  const importFile = () => setDialog({ kind: 'import' })
  useCreateShortcut('Ny kunde', create)

  const onEdit = useRowAfterSaving(customers, (customer) => setDialog({ kind: 'edit', customer }))
  const actions = useMemo(
    (): CustomerActions => ({
      onOpen: open,
      onContacts: (customer) => setDialog({ kind: 'contacts', customer }),
      onEdit,
      onDelete: (customer) => setDialog({ kind: 'delete', customer }),
    }),
    [open, onEdit, setDialog],
  )
  const columns = useMemo(() => customerColumns(actions), [actions])
  const narrow = useCallback(
    (customer: Customer) => <NarrowCustomer customer={customer} actions={actions} />,
    [actions],
  )
  const empty = (
    <EmptyState
      icon={<PeopleIcon />}
      title="Ingen kunder ennå"
      action={
        <>
          <AddButton onClick={create}>Ny kunde</AddButton>
          <Button onClick={importFile}>
            <UploadIcon /> Importer
          </Button>
        </>
      }
    >
      Legg inn den første kunden, eller importer et regneark med dem dere har.
    </EmptyState>
  )
  const dialogs = (
    <>
      {recordId !== null && (
        <Record
          id={recordId}
          listed={query.data?.find(({ id }) => String(id) === recordId)}
          moves={moves}
          onEdit={(customer) => setDialog({ kind: 'edit', customer })}
          onContacts={(customer) => setDialog({ kind: 'contacts', customer })}
          onDelete={(customer) => setDialog({ kind: 'delete', customer })}
          onClose={closeRecord}
        />
      )}
      {dialog?.kind === 'export' && <CustomerExport search={filters.text} sort={list.sort} onClose={close} />}
      {dialog?.kind === 'import' && <CustomerImport onClose={close} />}
      {dialog?.kind === 'create' && <CustomerFormDialog customers={customers} onClose={close} />}
      {dialog?.kind === 'edit' && (
        <CustomerFormDialog customer={dialog.customer} customers={customers} onClose={close} />
      )}
      {dialog?.kind === 'contacts' && <ContactPersonsDialog customer={dialog.customer} onClose={close} />}
      {dialog?.kind === 'delete' && (
        <DeleteDialog
          customer={dialog.customer}
          onCancel={ending.onCancel}
          onDone={(problem) => {
            ending.onDone(problem)
            if (problem === null) closeOf(dialog.customer.id)
          }}
        />
      )}
    </>
  )

  return (
    <TableListPage
      title={countedTitle('Kunder', query.data)}
      files={{ exportAddress, onExportOptions: () => setDialog({ kind: 'export' }), onImport: importFile }}
      primary={<AddButton onClick={create}>Ny kunde</AddButton>}
      query={query}
      texts={texts}
      empty={empty}
      {...notice}
      dialogs={dialogs}
      label="Kunder"
      filters={filters}
      search={{ label: 'Søk i kunder', placeholder: 'Søk i navn, e-post, org.nr, bransje, poststed og telefon' }}
      count={{ shown: list.rows.length, total: customers.length, what: 'kunder' }}
      noResults="Ingen kunder passer til søket."
      columnsKey="customerColumns"
      minWidthOf={minWidthOf}
      {...list}
      columns={columns}
      nameOf={nameOf}
      narrow={narrow}
      narrowHeight={84}
      onOpen={open}
      onEdit={actions.onEdit}
      onDelete={actions.onDelete}
    />
  )
}
