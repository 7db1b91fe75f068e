import type { RecordMoves } from '../../../ui/record/use-record-moves.ts'
import type { Customer } from '../customers.api.ts'

/** Props of the record over the list. The panel passes the record in, since it shows other features' data. */
export interface CustomerRecordProps {
  /** The id in the URL. It may belong to no customer. */
  readonly id: string
  /** The customer's row in the list, if it is there. */
  readonly listed: Customer | undefined
  readonly moves: RecordMoves
  readonly onEdit: (customer: Customer) => void
  readonly onContacts: (customer: Customer) => void
  readonly onDelete: (customer: Customer) => void
  readonly onClose: () => void
}
