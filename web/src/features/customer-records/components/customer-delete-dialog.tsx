import type { CustomerRecord } from '@kontor/contract/customer-records/customer-records.schema'
import { useQuery } from '@tanstack/react-query'
import { counted } from '../../../platform/format.ts'
import { UndoHint } from '../../../platform/undo-hint.tsx'
import { DeleteDialog } from '../../../ui/dialog/delete-dialog.tsx'
import type { CustomerDeleteDialogProps } from '../../customers/components/record-props.ts'
import { useDeleteCustomer } from '../../customers/customers.api.ts'
import { customerRecordQuery } from '../customer-records.api.ts'

/** Returns what happens to the customer, as the end of a sentence that begins with its name. */
const outcomeOf = (record: CustomerRecord | undefined): string => {
  if (!record) return 'blir slettet, eller arkivert hvis kunden har en akseptert avtale.'
  const { persons, sums } = record
  const accepted = sums.find(({ status }) => status === 'accepted')?.count ?? 0
  if (accepted > 0) {
    const agreements = counted(accepted, 'akseptert avtale', 'aksepterte avtaler')
    return `har ${agreements} og blir arkivert: borte fra listen, men tatt vare på sammen med alle avtalene, slik bokføringsloven krever.`
  }
  const agreements = sums.reduce((sum, { count }) => sum + count, 0)
  const deleted = [
    persons.length > 0 && counted(persons.length, 'kontaktperson', 'kontaktpersoner'),
    agreements > 0 && counted(agreements, 'avtale', 'avtaler'),
  ].filter((text) => text !== false)
  return deleted.length === 0 ? 'blir slettet.' : `blir slettet, sammen med ${deleted.join(' og ')}.`
}

/** Asks before a customer is deleted, and says what is deleted with it. */
export function CustomerDeleteDialog({ customer, ...dialog }: CustomerDeleteDialogProps) {
  const deletion = useDeleteCustomer()
  const { data } = useQuery(customerRecordQuery(customer.id))
  const leads = data?.leads.length ?? 0
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
        <strong className="font-semibold text-ink [overflow-wrap:anywhere]">{customer.name}</strong> {outcomeOf(data)}{' '}
        <UndoHint />
      </p>
      {leads > 0 && <p className="mt-2">{counted(leads, 'lead', 'leads')} som ble til kunden, blir stående.</p>}
    </DeleteDialog>
  )
}
