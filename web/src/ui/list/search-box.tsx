import { type KeyboardEvent, type RefObject, useRef } from 'react'
import { isPlainKey, useShortcut } from '../../platform/shortcuts.ts'
import { cx } from '../base/cx.ts'
import { CloseIcon, SearchIcon } from '../base/icons.tsx'
import { focusFirstRow, listOfSearch } from '../base/row-focus.ts'
import { Input } from '../form/field.tsx'

interface SearchBoxProps {
  /** Accessible name, also listed as the shortcut's description. */
  readonly label: string
  readonly placeholder: string
  readonly value: string
  readonly onValueChange: (value: string) => void
  readonly inputRef?: RefObject<HTMLInputElement | null>
  readonly className?: string
}

const enterList = (event: KeyboardEvent<HTMLElement>): void => {
  if (event.key !== 'ArrowDown' || !isPlainKey(event.nativeEvent)) return
  event.preventDefault()
  focusFirstRow(listOfSearch(event.currentTarget))
}

/** The search field of a list; `/` focuses it, and the arrow down leads from it to the list. */
export function SearchBox({ label, placeholder, value, onValueChange, inputRef, className }: SearchBoxProps) {
  const ownRef = useRef<HTMLInputElement>(null)
  const input = inputRef ?? ownRef
  useShortcut('/', label, () => input.current?.focus())
  const clear = () => {
    onValueChange('')
    input.current?.focus()
  }
  return (
    <span className={cx('relative', className)}>
      <SearchIcon className="pointer-events-none absolute top-2.5 left-3 size-4 text-soft" />
      <Input
        ref={input}
        type="search"
        aria-label={label}
        placeholder={placeholder}
        value={value}
        onChange={(event) => onValueChange(event.target.value)}
        onKeyDown={enterList}
        className="text-ellipsis pr-9 pl-9 [&::-webkit-search-cancel-button]:hidden"
      />
      {value !== '' && (
        <button
          type="button"
          aria-label="Tøm søket"
          onClick={clear}
          className="absolute top-1.5 right-1.5 grid size-6 place-items-center rounded-sm text-soft hover:bg-sunken hover:text-ink"
        >
          <CloseIcon className="size-3.5" />
        </button>
      )}
    </span>
  )
}
