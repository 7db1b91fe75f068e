import { Popover } from 'radix-ui'
import { Button } from './button.tsx'
import { Checkbox } from './checkbox.tsx'
import { ColumnsIcon } from './icons.tsx'
import { PopoverPanel } from './popover-panel.tsx'
import type { ColumnVisibility, PickableColumn } from './use-column-visibility.ts'

export function ColumnPicker({
  columns,
  visibility,
}: {
  columns: readonly PickableColumn[]
  visibility: ColumnVisibility
}) {
  const { hidden, setShown, reset } = visibility
  return (
    <Popover.Root>
      <Popover.Trigger asChild>
        <Button>
          <ColumnsIcon /> Kolonner
        </Button>
      </Popover.Trigger>
      <PopoverPanel
        align="end"
        aria-label="Kolonner som vises"
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
          Standardvalg
        </Button>
      </PopoverPanel>
    </Popover.Root>
  )
}
