import { type RefObject, useRef } from 'react'
import { useShortcut } from '../platform/shortcuts.ts'
import { cx } from './cx.ts'
import { Input } from './field.tsx'
import { CloseIcon, SearchIcon } from './icons.tsx'

interface SearchBoxProps {
  /** Accessible name, also listed as the shortcut's description. */
  readonly label: string
  readonly placeholder: string
  readonly value: string
  readonly onValueChange: (value: string) => void
  readonly inputRef?: RefObject<HTMLInputElement | null>
  readonly className?: string
}

/** The search field of a list; `/` focuses it. */
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
