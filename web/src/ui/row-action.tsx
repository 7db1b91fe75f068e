import type { ReactNode } from 'react'
import { IconButton } from './button.tsx'
import { EditIcon, TrashIcon } from './icons.tsx'
import { Tooltip } from './tooltip.tsx'

interface RowActionProps {
  readonly text: string
  /** Names the row, for screen readers. */
  readonly of: string
  readonly icon: ReactNode
  readonly onClick: () => void
}

/** A row action as an icon button with its text in a tooltip. */
export function RowAction({ text, of, icon, onClick }: RowActionProps) {
  return (
    <Tooltip text={text}>
      <IconButton label={`${text} ${of}`} icon={icon} onClick={onClick} />
    </Tooltip>
  )
}

/** The two actions that most rows have. */
export function EditAndDelete({ of, onEdit, onDelete }: { of: string; onEdit: () => void; onDelete: () => void }) {
  return (
    <>
      <RowAction text="Rediger" of={of} icon={<EditIcon />} onClick={onEdit} />
      <RowAction text="Slett" of={of} icon={<TrashIcon />} onClick={onDelete} />
    </>
  )
}

interface RowNameProps {
  readonly label: string
  readonly name: string
  readonly onOpen: () => void
  /** To find the button of a row. */
  readonly [data: `data-${string}`]: string
}

/** A row's name, as a button that opens the row. */
export function RowName({ label, name, onOpen, ...data }: RowNameProps) {
  return (
    <button
      {...data}
      type="button"
      aria-label={label}
      onClick={onOpen}
      className="block min-h-6 min-w-0 max-w-full truncate rounded-sm text-left font-semibold hover:underline"
    >
      {name}
    </button>
  )
}
