import { Popover } from 'radix-ui'
import { type KeyboardEvent, useRef } from 'react'
import { CheckIcon } from '../../../ui/base/icons.tsx'
import { PopoverPanel } from '../../../ui/base/popover-panel.tsx'
import type { SelectOption } from '../../../ui/form/select.tsx'

interface ChoiceMenuProps {
  readonly label: string
  /** The element that opened the menu, next to which the menu appears. It gets the focus back unless a choice has opened a field. */
  readonly anchor: HTMLElement
  readonly value: string
  readonly options: readonly SelectOption[]
  /** Called even if the current value is chosen again. */
  readonly onChoose: (value: string) => void
  readonly onClose: () => void
}

const focusOption = (list: HTMLElement, index: number): void => {
  const options = list.querySelectorAll<HTMLElement>('[role=option]')
  options[(index + options.length) % options.length]?.focus()
}

const indexByKey = (key: string, focused: number, options: readonly SelectOption[]): number | undefined => {
  if (key === 'ArrowDown') return focused + 1
  if (key === 'ArrowUp') return focused - 1
  if (key === 'Home') return 0
  if (key === 'End') return options.length - 1
  if (key.length !== 1) return undefined
  const letter = key.toLowerCase()
  const candidates = [...options.keys()].map((step) => (focused + 1 + step) % options.length)
  return candidates.find((index) => options[index]?.label.toLowerCase().startsWith(letter))
}

/** Shows a menu of options beside a row's button; open while rendered. All rows share one menu, so that each row renders only its button. */
export function ChoiceMenu({ label, anchor, value, options, onChoose, onClose }: ChoiceMenuProps) {
  // True if an outside click closed the menu: the focus then stays where the click put it.
  const closedByOutsideClick = useRef(false)
  const list = useRef<HTMLDivElement>(null)
  const onKeyDown = (event: KeyboardEvent<HTMLElement>) => {
    if (event.ctrlKey || event.metaKey || event.altKey) return
    const optionElements = [...event.currentTarget.querySelectorAll('[role=option]')]
    const focused = optionElements.findIndex((option) => option.matches(':focus'))
    if (event.key === 'Tab') return onClose()
    if (event.key === 'Enter' || event.key === ' ') {
      event.preventDefault()
      const chosen = options[focused]
      if (chosen) onChoose(chosen.value)
      return
    }
    const next = indexByKey(event.key, focused, options)
    if (next === undefined) return
    event.preventDefault()
    focusOption(event.currentTarget, next)
  }
  return (
    <Popover.Root open onOpenChange={(open) => !open && onClose()}>
      <Popover.Anchor virtualRef={{ current: anchor }} />
      <PopoverPanel
        align="start"
        aria-label={label}
        onInteractOutside={() => {
          closedByOutsideClick.current = true
        }}
        onOpenAutoFocus={(event) => {
          event.preventDefault()
          const chosen = options.findIndex((option) => option.value === value)
          if (list.current) focusOption(list.current, Math.max(0, chosen))
        }}
        onCloseAutoFocus={(event) => {
          event.preventDefault()
          const isTyping = document.activeElement instanceof HTMLInputElement
          if (!closedByOutsideClick.current && !isTyping) anchor.focus()
        }}
        className="max-h-96 min-w-40 overflow-y-auto p-1"
      >
        <div ref={list} role="listbox" aria-label={label} onKeyDown={onKeyDown}>
          {options.map((option) => (
            // biome-ignore lint/a11y/useKeyWithClickEvents: the listbox handles the keys
            <div
              key={option.value}
              role="option"
              tabIndex={-1}
              aria-selected={option.value === value}
              onClick={() => onChoose(option.value)}
              className="relative flex min-h-8 cursor-default select-none items-center rounded-sm py-1.5 pr-3 pl-8 text-sm -outline-offset-2 hover:bg-sunken focus:bg-fjord focus:text-on-fjord"
            >
              {option.value === value && (
                <span className="absolute left-2">
                  <CheckIcon />
                </span>
              )}
              {option.label}
            </div>
          ))}
        </div>
      </PopoverPanel>
    </Popover.Root>
  )
}
