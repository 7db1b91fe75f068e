import type { RecordMoves } from '../../../ui/record/use-record-moves.ts'
import type { Customer } from '../customers.api.ts'

/** Props of the record over the list. The panel passes the component in, since it also shows other features' data. */
export interface CustomerRecordProps {
  /** The id in the URL. There may be no such customer. */
  readonly id: string
  /** The customer as the list has it; undefined if the list lacks it. */
  readonly listed: Customer | undefined
  readonly moves: RecordMoves
  readonly onEdit: (customer: Customer) => void
  readonly onContacts: (customer: Customer) => void
  readonly onDelete: (customer: Customer) => void
  readonly onClose: () => void
}
