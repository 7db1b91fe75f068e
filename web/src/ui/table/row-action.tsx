import type { ReactNode } from 'react'
import { IconButton } from '../base/button.tsx'
import { cx } from '../base/cx.ts'
import { EditIcon, MoreIcon, TrashIcon } from '../base/icons.tsx'
import { type MenuItem, OverflowMenu } from '../base/overflow-menu.tsx'
import { Tooltip } from '../base/tooltip.tsx'

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

interface EditAndDeleteProps {
  readonly of: string
  readonly onEdit: () => void
  readonly onDelete: () => void
}

/** Returns the two actions that most rows have, as items of a row's menu. */
export const editAndDelete = ({ onEdit, onDelete }: Omit<EditAndDeleteProps, 'of'>): readonly MenuItem[] => [
  { label: 'Rediger', icon: <EditIcon />, onSelect: onEdit },
  { label: 'Slett', icon: <TrashIcon />, onSelect: onDelete },
]

/** The two actions that most rows have, as buttons. */
export function EditAndDelete({ of, onEdit, onDelete }: EditAndDeleteProps) {
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
  /** True in a column, where a long name may wrap to a second line. */
  readonly inColumn?: boolean
  /** Marks a row's button, to find it. */
  readonly [data: `data-${string}`]: string
}

/** A row's name, as a button that opens the row. */
export function RowName({ label, name, onOpen, inColumn = false, ...data }: RowNameProps) {
  return (
    <button
      {...data}
      type="button"
      aria-label={label}
      onClick={onOpen}
      className={cx(
        'min-h-6 min-w-0 max-w-full rounded-sm text-left font-semibold hover:underline',
        inColumn ? 'line-clamp-2 whitespace-normal [overflow-wrap:anywhere]' : 'block truncate',
      )}
    >
      {name}
    </button>
  )
}

interface RowMenuProps {
  /** Names the row, for screen readers. */
  readonly of: string
  readonly items: readonly MenuItem[]
}

/** The menu with a row's actions on a phone, where buttons would take the room of the row's name. A single action is a button. */
export function RowMenu({ of, items }: RowMenuProps) {
  const [only, ...others] = items
  if (only && others.length === 0 && 'onSelect' in only)
    return <RowAction text={only.label} of={of} icon={only.icon} onClick={only.onSelect} />
  return <OverflowMenu quiet label={`Handlinger for ${of}`} icon={<MoreIcon />} items={items} />
}
