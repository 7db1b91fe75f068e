import { Popover } from 'radix-ui'
import { useCallback, useMemo, useState } from 'react'
import { Button } from './button.tsx'
import { Checkbox } from './checkbox.tsx'
import { ColumnsIcon } from './icons.tsx'

export interface PickableColumn {
  readonly id: string
  readonly label: string
  /** Hidden until the user shows it. */
  readonly hiddenAtFirst?: boolean
}

const read = (storageKey: string): readonly string[] | null => {
  try {
    const stored: unknown = JSON.parse(localStorage.getItem(storageKey) ?? 'null')
    return Array.isArray(stored) ? stored.filter((id): id is string => typeof id === 'string') : null
  } catch {
    // Storage is blocked, or holds something that we did not write.
    return null
  }
}

const store = (storageKey: string, hidden: readonly string[] | null): void => {
  try {
    if (hidden) localStorage.setItem(storageKey, JSON.stringify(hidden))
    else localStorage.removeItem(storageKey)
  } catch {
    // Storage is blocked: the choice lasts until the page is left.
  }
}

export interface ColumnVisibility {
  readonly hidden: ReadonlySet<string>
  readonly setShown: (id: string, shown: boolean) => void
  /** Hides exactly these columns. */
  readonly setHidden: (hidden: readonly string[]) => void
  readonly reset: () => void
}

/** The hidden columns of a table, kept in local storage under `storageKey`. `columns` must be a stable reference. */
export const useColumnVisibility = (storageKey: string, columns: readonly PickableColumn[]): ColumnVisibility => {
  const [chosen, setChosen] = useState(() => read(storageKey))
  const hidden = useMemo(
    () => new Set(chosen ?? columns.filter(({ hiddenAtFirst }) => hiddenAtFirst).map(({ id }) => id)),
    [chosen, columns],
  )
  const change = useCallback(
    (next: readonly string[] | null) => {
      store(storageKey, next)
      setChosen(next)
    },
    [storageKey],
  )
  const setShown = useCallback(
    (id: string, shown: boolean) => change(shown ? [...hidden].filter((other) => other !== id) : [...hidden, id]),
    [change, hidden],
  )
  return { hidden, setShown, setHidden: change, reset: useCallback(() => change(null), [change]) }
}

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
      <Popover.Portal>
        <Popover.Content
          align="end"
          sideOffset={4}
          collisionPadding={8}
          aria-label="Kolonner som vises"
          className="z-50 max-h-[min(24rem,var(--radix-popover-content-available-height))] min-w-56 overflow-y-auto rounded-md border border-border bg-surface p-1.5 text-ink shadow-float"
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
        </Popover.Content>
      </Popover.Portal>
    </Popover.Root>
  )
}
