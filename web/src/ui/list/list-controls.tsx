import { Popover } from 'radix-ui'
import type { ReactNode, RefObject } from 'react'
import { formatNumber } from '../../platform/format.ts'
import { Button, IconButton } from '../base/button.tsx'
import { CloseIcon, FilterIcon } from '../base/icons.tsx'
import { PopoverPanel } from '../base/popover-panel.tsx'
import { Tooltip } from '../base/tooltip.tsx'
import { useMediaQuery } from '../base/use-media-query.ts'
import { SearchBox } from './search-box.tsx'

interface ListControlsProps {
  readonly search: { readonly label: string; readonly placeholder: string }
  readonly text: string
  readonly onTextChange: (text: string) => void
  readonly searchRef?: RefObject<HTMLInputElement | null>
  /** The filters next to the search. They fill the available width. */
  readonly children?: ReactNode
  /** The number of active filters, not counting the search. */
  readonly active?: number
  /** Resets search and filters; null while they hide no row. Omit it if the list's bar has that button. */
  readonly onReset?: (() => void) | null
  /** The window width from which the filters are next to the search instead of behind a button; default 48rem. */
  readonly unfoldedFrom?: '48rem' | '64rem' | '80rem'
}

/** The search and the filters of a list, on one line. Narrow windows show the filters behind the button Filtre. */
export function ListControls(props: ListControlsProps) {
  const { search, text, onTextChange, searchRef, children, active = 0, onReset = null } = props
  const { unfoldedFrom = '48rem' } = props
  const unfolded = useMediaQuery(`(min-width: ${unfoldedFrom})`)
  return (
    <search className="flex min-w-0 flex-1 items-center gap-x-1 gap-y-2 max-sm:flex-wrap">
      <SearchBox
        {...search}
        value={text}
        onValueChange={onTextChange}
        {...(searchRef && { inputRef: searchRef })}
        className="min-w-24 flex-1 lg:max-w-72 2xl:max-w-96"
      />
      {children && (unfolded ? children : <FoldedFilters active={active}>{children}</FoldedFilters>)}
      {onReset && (
        <Tooltip text="Nullstill filtre">
          <IconButton label="Nullstill filtre" icon={<CloseIcon />} onClick={onReset} />
        </Tooltip>
      )}
    </search>
  )
}

function FoldedFilters({ active, children }: { active: number; children: ReactNode }) {
  return (
    <Popover.Root>
      <Popover.Trigger asChild>
        <Button>
          <FilterIcon /> Filtre
          {active > 0 && (
            <span className="min-w-5 rounded-full bg-fjord px-1.5 text-center text-on-fjord text-xs tabular-nums leading-5">
              {formatNumber(active)}
              <span className="sr-only"> {active === 1 ? 'aktivt' : 'aktive'}</span>
            </span>
          )}
        </Button>
      </Popover.Trigger>
      <PopoverPanel
        align="end"
        aria-label="Filtre"
        data-folded
        className="flex w-72 max-w-[calc(100vw-1rem)] flex-col gap-2 p-3"
      >
        {children}
      </PopoverPanel>
    </Popover.Root>
  )
}
