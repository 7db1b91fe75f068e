import { useCombobox } from 'downshift'
import { useMemo, useState } from 'react'
import { searchable } from '../platform/list-state.ts'
import { cx } from './cx.ts'
import { type FieldControlProps, Input } from './field.tsx'
import { ChevronDownIcon } from './icons.tsx'
import { useEscape } from './use-escape.ts'

export interface ComboboxOption {
  readonly value: string
  readonly label: string
  /** A second line: what tells two of the same name apart. */
  readonly detail?: string
}

interface ComboboxProps extends FieldControlProps {
  readonly options: readonly ComboboxOption[]
  /** The chosen option's; null for none. */
  readonly value: string | null
  readonly onValueChange: (value: string | null) => void
  readonly placeholder?: string
}

/** More than these are found by typing on. */
const mostShown = 50

/** A choice of one out of many, found by typing. Nothing typed shows the first of them. */
export function Combobox({ options, value, onValueChange, placeholder, ...control }: ComboboxProps) {
  const chosen = options.find((option) => option.value === value) ?? null
  const [search, setSearch] = useState('')
  const found = useMemo(() => {
    const wanted = searchable(search.trim())
    return options.filter(({ label, detail }) => searchable(`${label}\n${detail ?? ''}`).includes(wanted))
  }, [options, search])
  const shown = found.slice(0, mostShown)

  const { isOpen, highlightedIndex, getInputProps, getMenuProps, getItemProps, getToggleButtonProps, closeMenu } =
    useCombobox({
      items: shown,
      selectedItem: chosen,
      itemToString: (option) => option?.label ?? '',
      onSelectedItemChange: ({ selectedItem }) => onValueChange(selectedItem?.value ?? null),
      onInputValueChange: ({ inputValue, type }) => {
        const isTyped = type === useCombobox.stateChangeTypes.InputChange
        setSearch(isTyped ? inputValue : '')
        // A choice that was emptied is none; one that is typed over holds until another is made.
        if (isTyped && inputValue === '') onValueChange(null)
      },
      stateReducer: (_, { type, changes }) =>
        // What was typed and not chosen gives way to what is chosen.
        type === useCombobox.stateChangeTypes.InputBlur
          ? { ...changes, inputValue: changes.selectedItem?.label ?? '' }
          : changes,
    })

  useEscape(isOpen, closeMenu)

  return (
    <div className="relative">
      <Input
        {...getInputProps({ ...control, placeholder, spellCheck: false, 'aria-labelledby': undefined })}
        className="pr-9"
      />
      <button
        type="button"
        {...getToggleButtonProps({ 'aria-label': 'Vis valgene', tabIndex: -1 })}
        className="absolute top-1.5 right-1.5 grid size-6 place-items-center rounded-sm text-soft hover:bg-sunken"
      >
        <ChevronDownIcon className="size-4" />
      </button>
      <div
        className={cx(
          'absolute inset-x-0 top-full z-30 mt-1 max-h-72 overflow-y-auto overscroll-contain rounded-md border border-border bg-surface p-1 text-sm shadow-float',
          !isOpen && 'hidden',
        )}
      >
        <ul {...getMenuProps({ 'aria-label': placeholder ?? 'Valg' })}>
          {isOpen &&
            shown.map((option, index) => (
              <li
                key={option.value}
                {...getItemProps({ item: option, index })}
                className={cx(
                  'cursor-default rounded-sm px-3 py-1.5',
                  index === highlightedIndex && 'bg-fjord text-on-fjord',
                  option.value === value && 'font-semibold',
                )}
              >
                <span className="block truncate">{option.label}</span>
                {option.detail && (
                  <span className={cx('block truncate text-xs', index !== highlightedIndex && 'text-soft')}>
                    {option.detail}
                  </span>
                )}
              </li>
            ))}
        </ul>
        <p role="status" className="text-soft text-xs [&:not(:empty)]:px-3 [&:not(:empty)]:py-2">
          {isOpen && shown.length === 0 && 'Ingen treff'}
          {isOpen && found.length > mostShown && `Skriv mer for å se flere enn de ${mostShown} første.`}
        </p>
      </div>
    </div>
  )
}
