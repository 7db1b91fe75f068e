import { useRef, useState } from 'react'
import { Button } from '../base/button.tsx'
import { ColumnsIcon, DownloadIcon, MoreIcon, UploadIcon } from '../base/icons.tsx'
import { type MenuItem, OverflowMenu } from '../base/overflow-menu.tsx'
import { useMediaQuery } from '../base/use-media-query.ts'
import type { ColumnChoice } from '../table/use-column-visibility.ts'
import { ColumnPicker } from './column-picker.tsx'
import { ExportButton } from './export-button.tsx'

/** The export and import of a list. */
export interface ListFiles {
  readonly exportAddress: string
  readonly onExportOptions: () => void
  readonly onImport: () => void
}

interface ListMenuProps {
  /** Rare actions, always in the menu. */
  readonly items?: readonly MenuItem[]
  readonly files?: ListFiles | undefined
  /** The columns to choose from; null while the list doesn't show columns. */
  readonly columns?: ColumnChoice | null
}

const fileItems = ({ exportAddress, onExportOptions, onImport }: ListFiles): readonly MenuItem[] => [
  { label: 'Eksporter', icon: <DownloadIcon />, href: exportAddress },
  { label: 'Eksportvalg', icon: <DownloadIcon />, onSelect: onExportOptions },
  { label: 'Importer', icon: <UploadIcon />, onSelect: onImport },
]

/**
 * The actions on a whole list, at the end of its controls: buttons if there is room for their words, else one menu. A single rare action is
 * a button too.
 */
export function ListMenu({ items = [], files, columns = null }: ListMenuProps) {
  const [picking, setPicking] = useState(false)
  const isWide = useMediaQuery('(min-width: 64rem)')
  const isPhone = useMediaQuery('(max-width: 39.99rem)')
  const menu = useRef<HTMLButtonElement>(null)
  const columnsButton = useRef<HTMLButtonElement>(null)
  const pickColumns = () => setPicking(true)
  const columnsItem = { label: 'Kolonner', icon: <ColumnsIcon />, onSelect: pickColumns }
  const inMenu = isWide ? items : [...(files ? fileItems(files) : []), ...items, ...(columns ? [columnsItem] : [])]
  const [only, ...others] = inMenu
  const single = !isPhone && only && others.length === 0 && 'onSelect' in only ? only : null
  return (
    <>
      {isWide && files && (
        <>
          <ExportButton href={files.exportAddress} onOptions={files.onExportOptions} />
          <Button onClick={files.onImport}>
            <UploadIcon /> Importer
          </Button>
        </>
      )}
      {isWide && columns && (
        <Button ref={columnsButton} aria-haspopup="dialog" aria-expanded={picking} onClick={pickColumns}>
          <ColumnsIcon /> Kolonner
        </Button>
      )}
      {single ? (
        <Button ref={menu} onClick={single.onSelect}>
          {single.icon} {single.label}
        </Button>
      ) : (
        <OverflowMenu label="Flere valg" icon={<MoreIcon />} items={inMenu} buttonRef={menu} />
      )}
      {columns && picking && (
        <ColumnPicker {...columns} anchor={isWide ? columnsButton : menu} onClose={() => setPicking(false)} />
      )}
    </>
  )
}
