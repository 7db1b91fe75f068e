import type { RefObject } from 'react'
import { cx } from './cx.ts'
import { Input } from './field.tsx'
import { SearchIcon } from './icons.tsx'

interface SearchBoxProps {
  /** What is searched. */
  readonly label: string
  readonly placeholder: string
  readonly value: string
  readonly onValueChange: (value: string) => void
  readonly inputRef?: RefObject<HTMLInputElement | null>
  readonly className?: string
}

export function SearchBox({ label, placeholder, value, onValueChange, inputRef, className }: SearchBoxProps) {
  return (
    <span className={cx('relative', className)}>
      <SearchIcon className="pointer-events-none absolute top-2.5 left-3 size-4 text-soft" />
      <Input
        ref={inputRef}
        type="search"
        aria-label={label}
        placeholder={placeholder}
        value={value}
        onChange={(event) => onValueChange(event.target.value)}
        className="pl-9"
      />
    </span>
  )
}
