import { Tabs as Radix } from 'radix-ui'
import { type ReactNode, useEffect, useId, useRef } from 'react'
import { formatNumber } from '../../platform/format.ts'
import { cx } from './cx.ts'

export interface Tab {
  readonly id: string
  readonly label: string
}

interface TabsProps {
  readonly tabs: readonly Tab[]
  /** The numbers on tabs, by the tab's id. `text` describes a number for screen readers. Zero is hidden. */
  readonly counts?: Readonly<Partial<Record<string, TabCountProps & { readonly text: string }>>>
  readonly value: string
  readonly onValueChange: (id: string) => void
  /** Called when the chosen tab is pressed again. */
  readonly onPressAgain?: () => void
  /** Accessible name of the tab list. */
  readonly label: string
  /** The chosen tab's content; only this one is rendered. */
  readonly children: ReactNode
}

interface TabCountProps {
  readonly value: number
  /** True if the number counts failures, not news. */
  readonly isFailure?: boolean
}

function TabCount({ value, isFailure = false }: TabCountProps) {
  if (value === 0) return null
  return (
    <span
      aria-hidden="true"
      className={cx(
        'ml-1.5 inline-block min-w-5 rounded-full px-1.5 text-center text-xs tabular-nums leading-5',
        isFailure ? 'bg-danger text-on-danger' : 'bg-fjord text-on-fjord',
      )}
    >
      {formatNumber(value)}
    </span>
  )
}

/** The width of the faded edge of the tabs, in pixels. */
const edge = 24

/** Scrolls the chosen tab into view on narrow screens, clear of the faded edges. Not by `scrollIntoView`, which would also scroll the page. */
const showChosenTab = (list: HTMLElement): void => {
  const tab = list.querySelector('[data-state="active"]')?.getBoundingClientRect()
  const view = list.getBoundingClientRect()
  if (tab) list.scrollLeft += Math.min(tab.left - edge - view.left, 0) + Math.max(tab.right + edge - view.right, 0)
}

/** Arrow keys move along the tabs; Enter or Space opens one. Activation is manual because opening a tab fetches its data. */
export function Tabs({ tabs, counts = {}, value, onValueChange, onPressAgain, label, children }: TabsProps) {
  const countId = useId()
  const shownCounts = tabs.flatMap(({ id }) => (counts[id]?.value ? [{ id, ...counts[id] }] : []))
  const list = useRef<HTMLDivElement>(null)

  // biome-ignore lint/correctness/useExhaustiveDependencies: runs again for each chosen tab and for each count that appears
  useEffect(() => {
    if (!list.current) return
    const observer = new ResizeObserver(() => list.current && showChosenTab(list.current))
    observer.observe(list.current)
    return () => observer.disconnect()
  }, [value, shownCounts.length])

  return (
    <Radix.Root value={value} onValueChange={onValueChange} activationMode="manual">
      <div className="border-rule border-b">
        <Radix.List
          ref={list}
          aria-label={label}
          className="fades mx-auto flex max-w-page gap-1 overflow-x-auto px-3 [scrollbar-width:none] sm:px-5"
        >
          {tabs.map((tab) => (
            <Radix.Trigger
              key={tab.id}
              value={tab.id}
              {...(tab.id === value && {
                onMouseDown: ({ button }) => button === 0 && onPressAgain?.(),
                onKeyDown: ({ key }) => (key === 'Enter' || key === ' ') && onPressAgain?.(),
              })}
              aria-describedby={counts[tab.id]?.value ? `${countId}-${tab.id}` : undefined}
              className="relative h-11 shrink-0 rounded-sm px-2.5 font-medium text-sm text-soft -outline-offset-4 hover:text-ink data-[state=active]:text-ink after:absolute after:inset-x-2.5 after:bottom-0 after:border-fjord data-[state=active]:after:border-b-2"
            >
              {tab.label}
              <TabCount value={0} {...counts[tab.id]} />
            </Radix.Trigger>
          ))}
        </Radix.List>
        {/* Placed outside the tabs, so that a tab's name stays only its label. */}
        {shownCounts.map(({ id, text }) => (
          <span key={id} id={`${countId}-${id}`} hidden>
            {text}
          </span>
        ))}
      </div>
      <Radix.Content key={value} value={value} tabIndex={-1} className="outline-none">
        {children}
      </Radix.Content>
    </Radix.Root>
  )
}
