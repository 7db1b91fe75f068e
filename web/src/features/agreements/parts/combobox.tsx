import { hasWords, searchableTexts, searchWords } from '@kontor/contract/shared/search-words'
import { useCombobox } from 'downshift'
import { useMemo, useState } from 'react'
import { cx } from '../../../ui/base/cx.ts'
import { ChevronDownIcon } from '../../../ui/base/icons.tsx'
import { useEscape } from '../../../ui/base/use-escape.ts'
import { type FieldControlProps, Input } from '../../../ui/form/field.tsx'

export interface ComboboxOption {
  readonly value: string
  readonly label: string
  /** The second line, which distinguishes options with the same label. */
  readonly detail?: string
}

interface ComboboxProps extends FieldControlProps {
  readonly options: readonly ComboboxOption[]
  /** The chosen option's value; null for none. */
  readonly value: string | null
  readonly onValueChange: (value: string | null) => void
  readonly placeholder?: string
}

const maxShownOptions = 50

const matchesOf = (options: readonly ComboboxOption[], search: string): readonly ComboboxOption[] => {
  const words = searchWords(search)
  return options.filter(({ label, detail = null }) => hasWords(searchableTexts([label, detail]), words))
}

/** Lets the user choose one of many options; typing filters them. Without text, the first options are listed. */
export function Combobox({ options, value, onValueChange, placeholder, ...control }: ComboboxProps) {
  const chosen = options.find((option) => option.value === value) ?? null
  const [search, setSearch] = useState('')
  const matches = useMemo(() => matchesOf(options, search), [options, search])
  const shownOptions = matches.slice(0, maxShownOptions)
  // Stores the value of the highlighted option, since its index changes if another user adds one before it.
  const [highlighted, setHighlighted] = useState<string | null>(null)
  const isOnlyMatch = search.trim() !== '' && matches.length === 1
  const highlightedIndex = isOnlyMatch ? 0 : shownOptions.findIndex((option) => option.value === highlighted)

  const { isOpen, getInputProps, getMenuProps, getItemProps, getToggleButtonProps, closeMenu } = useCombobox({
    items: shownOptions,
    selectedItem: chosen,
    itemToString: (option) => option?.label ?? '',
    // Highlights the only match of the typed text, so that Enter chooses it.
    highlightedIndex,
    onHighlightedIndexChange: ({ highlightedIndex: index }) => setHighlighted(shownOptions[index]?.value ?? null),
    onSelectedItemChange: ({ selectedItem }) => onValueChange(selectedItem?.value ?? null),
    onInputValueChange: ({ inputValue, type }) => {
      const isTyped = type === useCombobox.stateChangeTypes.InputChange
      setSearch(isTyped ? inputValue : '')
      // Clears the choice when the text is emptied. Other typing keeps the choice until another option is chosen.
      if (isTyped && inputValue === '') onValueChange(null)
    },
    stateReducer: (_, { type, changes }) =>
      // When the field loses the focus, its text becomes the chosen option's label again.
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
            shownOptions.map((option, index) => (
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
          {isOpen && shownOptions.length === 0 && 'Ingen treff'}
          {isOpen && matches.length > maxShownOptions && `Skriv mer for å se flere enn de ${maxShownOptions} første.`}
        </p>
      </div>
    </div>
  )
}
