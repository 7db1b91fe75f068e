import { Popover } from 'radix-ui'
import { type RefObject, useRef } from 'react'
import { Button } from '../base/button.tsx'
import { PopoverPanel } from '../base/popover-panel.tsx'
import { Checkbox } from '../form/checkbox.tsx'
import type { ColumnChoice } from '../table/use-column-visibility.ts'

interface ColumnPickerProps extends ColumnChoice {
  /** The button that opened the picker. The picker is placed at the button, and returns the focus to it. */
  readonly anchor: RefObject<HTMLButtonElement | null>
  readonly onClose: () => void
}

/** Chooses the columns of a table. Open while rendered. */
export function ColumnPicker({ columns, visibility, anchor, onClose }: ColumnPickerProps) {
  const { hidden, setShown, reset } = visibility
  // True if an outside click closed the picker: the focus then stays where the click put it.
  const closedByOutsideClick = useRef(false)
  return (
    <Popover.Root open onOpenChange={(open) => !open && onClose()}>
      <Popover.Anchor virtualRef={anchor} />
      <PopoverPanel
        align="end"
        aria-label="Kolonner som vises"
        onInteractOutside={() => {
          closedByOutsideClick.current = true
        }}
        onCloseAutoFocus={(event) => {
          event.preventDefault()
          if (!closedByOutsideClick.current) anchor.current?.focus()
        }}
        className="max-h-[min(24rem,var(--radix-popover-content-available-height))] min-w-56 overflow-y-auto p-1.5"
      >
        {columns.map(({ id, label }) => (
          <div key={id} className="flex items-center rounded-sm pr-3 text-sm hover:bg-sunken">
            <Checkbox
              id={`column-${id}`}
              areaClassName="size-9"
              checked={!hidden.has(id)}
              onChange={(event) => setShown(id, event.target.checked)}
            />
            <label htmlFor={`column-${id}`} className="flex-1 cursor-pointer py-2">
              {label}
            </label>
          </div>
        ))}
        <Button variant="quiet" size="small" className="mt-1 w-full" onClick={reset}>
          Tilbakestill kolonner
        </Button>
      </PopoverPanel>
    </Popover.Root>
  )
}
