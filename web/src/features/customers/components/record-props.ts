import type { RecordMoves } from '../../../ui/record/use-record-moves.ts'
import type { Customer } from '../customers.api.ts'

/** Props of the record over the list. The panel passes the record in, since it shows other features' data. */
export interface CustomerRecordProps {
  /** From the URL: not necessarily a customer's. */
  readonly id: string
  /** The customer as listed. */
  readonly listed: Customer | undefined
  readonly moves: RecordMoves
  readonly onEdit: (customer: Customer) => void
  readonly onContacts: (customer: Customer) => void
  readonly onDelete: (customer: Customer) => void
  readonly onClose: () => void
}
