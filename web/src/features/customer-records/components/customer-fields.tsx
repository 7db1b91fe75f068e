import { customerFields } from '@kontor/contract/customers/customers.fields'
import { EntityFields } from '../../../ui/record/entity-cells.tsx'
import type { Customer } from '../../customers/customers.api.ts'
import type { CustomerSaving } from './use-customer-saving.ts'

const { isActive, ...fields } = customerFields

/** Shows all fields of a customer but its status, each edited in place. */
export function CustomerFields({ customer, saving }: { customer: Customer; saving: CustomerSaving }) {
  return (
    <EntityFields fields={fields} groups={['Kontakt', 'Bedriften', 'Adresse']} record={customer} saving={saving.text} />
  )
}
