import type { RecordMoves } from '../../../ui/record/use-record-moves.ts'
import type { Customer } from '../customers.api.ts'

/** Props of the record over the list. The customers page gets the record as a prop, since the record also shows other features' data. */
export interface CustomerRecordProps {
  /** The id in the URL. The customer may not exist. */
  readonly id: string
  /** The customer from the list; undefined if the list doesn't contain it. */
  readonly listed: Customer | undefined
  readonly moves: RecordMoves
  readonly onEdit: (customer: Customer) => void
  readonly onContacts: (customer: Customer) => void
  readonly onDelete: (customer: Customer) => void
  readonly onClose: () => void
}

/** Props of the question before a deletion, which the panel passes in for the same reason. */
export interface CustomerDeleteDialogProps {
  readonly customer: Customer
  /** Called with an error message, or with null on success. */
  readonly onDone: (problem: string | null) => void
  readonly onCancel: () => void
}
