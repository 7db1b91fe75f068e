import { getNonce } from 'get-nonce'
import { Select as Radix } from 'radix-ui'
import { useRef, useState } from 'react'
import { cx } from '../base/cx.ts'
import { CheckIcon, ChevronDownIcon } from '../base/icons.tsx'
import { type FieldControlProps, fieldBox } from './field.tsx'

export interface SelectOption {
  /** Must not be empty: Radix reserves '' for no choice. */
  readonly value: string
  readonly label: string
}

interface SelectProps extends Partial<FieldControlProps> {
  readonly value: string
  readonly onValueChange: (value: string) => void
  readonly options: readonly SelectOption[]
  readonly 'aria-label'?: string
  readonly className?: string
}

/** A single-choice select. The list is at most 24rem high. */
export function Select({ value, onValueChange, options, className, ...control }: SelectProps) {
  const [open, setOpen] = useState(false)
  const isPressed = useRef(false)
  const changeOpen = (next: boolean) => {
    // Opens on the next tick: opening during pointerdown makes an enclosing dialog miss the press and ignore the next press outside.
    if (next && isPressed.current) setTimeout(() => setOpen(true))
    else setOpen(next)
    isPressed.current = false
  }
  return (
    <Radix.Root value={value} onValueChange={onValueChange} open={open} onOpenChange={changeOpen}>
      <Radix.Trigger
        onPointerDown={() => {
          isPressed.current = true
        }}
        className={cx(fieldBox, 'flex h-9 min-w-0 items-center justify-between gap-2 text-left', className)}
        {...control}
      >
        <span className="truncate">
          <Radix.Value />
        </span>
        <ChevronDownIcon className="size-4 shrink-0 text-soft" />
      </Radix.Trigger>
      <Radix.Portal>
        <Radix.Content
          position="popper"
          sideOffset={4}
          collisionPadding={8}
          className="z-50 max-h-[min(24rem,var(--radix-select-content-available-height))] min-w-(--radix-select-trigger-width) max-w-[calc(100vw-1rem)] overflow-hidden rounded-md border border-border bg-surface shadow-float"
        >
          <Radix.Viewport nonce={getNonce()} className="p-1">
            {options.map((option) => (
              <Radix.Item
                key={option.value}
                value={option.value}
                className="relative flex min-h-8 cursor-default select-none items-center rounded-sm py-1.5 pr-3 pl-8 text-sm outline-none data-highlighted:bg-fjord data-highlighted:text-on-fjord"
              >
                <Radix.ItemIndicator className="absolute left-2">
                  <CheckIcon />
                </Radix.ItemIndicator>
                <Radix.ItemText>{option.label}</Radix.ItemText>
              </Radix.Item>
            ))}
          </Radix.Viewport>
        </Radix.Content>
      </Radix.Portal>
    </Radix.Root>
  )
}
