import { useRef, useState } from 'react'
import { ColumnPicker } from './column-picker.tsx'
import { ColumnsIcon, MoreIcon } from './icons.tsx'
import { type MenuItem, OverflowMenu } from './overflow-menu.tsx'
import type { ColumnChoice } from './use-column-visibility.ts'

interface ListMenuProps {
  readonly items?: readonly MenuItem[]
  /** The columns to choose from; null while the list shows none. */
  readonly columns?: ColumnChoice | null
}

/** The menu at the end of a list's controls: rare actions on the list, and its columns. */
export function ListMenu({ items = [], columns = null }: ListMenuProps) {
  const [picking, setPicking] = useState(false)
  const button = useRef<HTMLButtonElement>(null)
  const columnsItem = { label: 'Kolonner', icon: <ColumnsIcon />, onSelect: () => setPicking(true) }
  return (
    <>
      <OverflowMenu
        label="Flere valg"
        icon={<MoreIcon />}
        items={columns ? [...items, columnsItem] : items}
        buttonRef={button}
      />
      {columns && picking && <ColumnPicker {...columns} anchor={button} onClose={() => setPicking(false)} />}
    </>
  )
}
