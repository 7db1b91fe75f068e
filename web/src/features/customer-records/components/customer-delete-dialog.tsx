import type { CustomerRecord } from '@kontor/contract/customer-records/customer-records.schema'
import { useQuery } from '@tanstack/react-query'
import { formatNumber } from '../../../platform/format.ts'
import { UndoHint } from '../../../platform/undo-hint.tsx'
import { DeleteDialog } from '../../../ui/dialog/delete-dialog.tsx'
import type { CustomerDeleteDialogProps } from '../../customers/components/record-props.ts'
import { useDeleteCustomer } from '../../customers/customers.api.ts'
import { customerRecordQuery } from '../customer-records.api.ts'

const counted = (count: number, one: string, many: string): string =>
  `${formatNumber(count)} ${count === 1 ? one : many}`

const wordsOf = ({ persons, sums, leads }: CustomerRecord) => {
  const accepted = sums.find(({ status }) => status === 'accepted')?.count ?? 0
  const others = sums.reduce((sum, { count }) => sum + count, -accepted)
  const deleted = [
    persons.length > 0 && counted(persons.length, 'kontaktperson', 'kontaktpersoner'),
    others > 0 && counted(others, 'avtale', 'avtaler'),
  ].filter((text) => text !== false)
  return {
    accepted: accepted > 0 && counted(accepted, 'akseptert avtale', 'aksepterte avtaler'),
    deleted: deleted.join(' og '),
    leads: leads.length > 0 && counted(leads.length, 'lead', 'leads'),
  }
}

/** Asks before a customer is deleted, and says what is deleted with it. */
export function CustomerDeleteDialog({ customer, ...dialog }: CustomerDeleteDialogProps) {
  const deletion = useDeleteCustomer()
  const { data } = useQuery(customerRecordQuery(customer.id))
  const { accepted, deleted, leads } = data ? wordsOf(data) : { accepted: false, deleted: '', leads: false }
  return (
    <DeleteDialog
      {...dialog}
      title="Bekreft sletting"
      version={customer.version}
      remove={(version) => deletion.mutateAsync({ ...customer, version })}
      undo={{ kind: 'customers', ids: [customer.id] }}
      deleted={{ title: 'Kunde slettet', description: customer.name }}
      failed="Kunne ikke slette kunde"
      problem="Kunden ble ikke slettet."
    >
      <p>
        <strong className="font-semibold text-ink [overflow-wrap:anywhere]">{customer.name}</strong>{' '}
        {accepted
          ? `har ${accepted} og blir arkivert: borte fra listen, men tatt vare på sammen med alle avtalene, slik bokføringsloven krever.`
          : `blir slettet${deleted && `, sammen med ${deleted}`}.`}{' '}
        <UndoHint />
      </p>
      {leads && <p className="mt-2">{leads} som ble til kunden, blir stående.</p>}
    </DeleteDialog>
  )
}
