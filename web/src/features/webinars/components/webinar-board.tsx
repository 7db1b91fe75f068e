import { useCallback, useDeferredValue, useEffect, useLayoutEffect, useMemo, useRef } from 'react'
import { useSearchParams } from 'react-router'
import { formatNumber } from '../../../platform/format.ts'
import { useUrlSort } from '../../../platform/list-state.ts'
import { useUrlText, useUrlWriter } from '../../../platform/url-state.ts'
import { Button } from '../../../ui/button.tsx'
import { DataTable } from '../../../ui/data-table.tsx'
import { nothingSelected, type Selection } from '../../../ui/data-table-model.ts'
import { SearchIcon, TrashIcon } from '../../../ui/icons.tsx'
import { SearchBox } from '../../../ui/search-box.tsx'
import { SelectionBar } from '../../../ui/selection-bar.tsx'
import { EmptyState } from '../../../ui/states.tsx'
import type { Webinar } from '../webinars.api.ts'
import { registrationParams } from './registration-board.tsx'
import { RegistrationPanel } from './registration-panel.tsx'
import { NarrowWebinar, OpenedWebinar, webinarColumns } from './webinar-columns.tsx'
import type { OpenDialog } from './webinar-dialogs.tsx'
import { defaultWebinarSort, useWebinarList, webinarSorts } from './webinar-list.tsx'

const idOf = ({ id }: Webinar): string => id
const nameOf = ({ name }: Webinar): string => name
const heightOf = (_: Webinar, wide: boolean): number => (wide ? 40 : 92)

/** The webinar whose registrations are shown, which the URL holds. */
const useOpenedWebinar = (webinars: readonly Webinar[]) => {
  const [params] = useSearchParams()
  const write = useUrlWriter()
  const heading = useRef<HTMLHeadingElement>(null)
  const opener = useRef<Element | null>(null)
  const id = params.get('webinar')
  const opened = webinars.find((webinar) => webinar.id === id) ?? null
  const openedId = opened?.id ?? null

  useEffect(() => {
    if (openedId === null || opener.current === null) return
    heading.current?.focus({ preventScroll: true })
    heading.current?.scrollIntoView({ block: 'nearest' })
  }, [openedId])

  const change = (next: string | null) =>
    write({ webinar: next, [registrationParams.search]: null, [registrationParams.sort]: null })
  const latest = useRef({ openedId, change })
  useLayoutEffect(() => {
    latest.current = { openedId, change }
  })
  // The same function for ever: the columns hold on to it, and new ones would take the focus from the button just pressed.
  const toggle = useCallback(({ id: clicked }: Webinar) => {
    opener.current = document.activeElement
    latest.current.change(clicked === latest.current.openedId ? null : clicked)
  }, [])
  const close = () => {
    change(null)
    if (opener.current instanceof HTMLElement && opener.current.isConnected) opener.current.focus()
  }
  return { opened, openedId, heading, toggle, close }
}

interface WebinarBoardProps {
  readonly webinars: readonly Webinar[]
  readonly selection: Selection
  readonly onSelectionChange: (selection: Selection) => void
  readonly onOpenDialog: (dialog: OpenDialog) => void
}

/** The list of webinars with its search and its selection, and the registrations for one of them below. */
export function WebinarBoard({ webinars, selection, onSelectionChange, onOpenDialog }: WebinarBoardProps) {
  const [text, setText] = useUrlText('q')
  const [sort, setSort] = useUrlSort(webinarSorts, defaultWebinarSort)
  // The list may come a moment after the letters: typing never waits for it.
  const shown = useWebinarList(webinars, useDeferredValue(text), sort)
  const searchBox = useRef<HTMLInputElement>(null)
  const { opened, openedId, heading, toggle, close } = useOpenedWebinar(webinars)

  const actions = useMemo(
    () => ({
      onOpen: toggle,
      onEdit: (webinar: Webinar) => onOpenDialog({ kind: 'edit', webinar }),
      onCopy: (webinar: Webinar) => onOpenDialog({ kind: 'copy', webinar }),
      onDelete: (webinar: Webinar) => onOpenDialog({ kind: 'delete', webinars: [webinar] }),
    }),
    [toggle, onOpenDialog],
  )
  const columns = useMemo(() => webinarColumns(actions), [actions])
  const narrow = useCallback((webinar: Webinar) => <NarrowWebinar webinar={webinar} {...actions} />, [actions])

  const clearSelection = () => onSelectionChange(nothingSelected)
  const changeText = (next: string) => {
    clearSelection()
    setText(next)
  }
  const reset = () => {
    changeText('')
    searchBox.current?.focus()
  }
  const deleteSelected = () =>
    onOpenDialog({ kind: 'delete', webinars: webinars.filter(({ id }) => selection.has(id)) })

  return (
    <OpenedWebinar value={openedId}>
      <div className="sm:[--table-head-top:2.75rem]">
        <search className="flex">
          <SearchBox
            label="Søk i webinarer"
            placeholder="Søk i navn"
            value={text}
            onValueChange={changeText}
            inputRef={searchBox}
            className="min-w-48 flex-1 sm:max-w-96"
          />
        </search>
        <div className="z-20 mt-1 flex min-h-11 flex-wrap items-center gap-x-3 gap-y-1 bg-paper py-1 sm:sticky sm:top-0 sm:h-11">
          <p role="status" className="text-[0.8125rem] text-soft tabular-nums">
            Viser {formatNumber(shown.length)} av {formatNumber(webinars.length)} webinarer
          </p>
          {shown.length > 0 && selection.size < shown.length && (
            <Button size="small" variant="quiet" onClick={() => onSelectionChange(new Set(shown.map(idOf)))}>
              Velg alle
            </Button>
          )}
          {selection.size > 0 && (
            <SelectionBar count={selection.size} onClear={clearSelection}>
              <Button size="small" variant="danger" onClick={deleteSelected}>
                <TrashIcon /> Slett valgte ({formatNumber(selection.size)})
              </Button>
            </SelectionBar>
          )}
        </div>
        {shown.length === 0 ? (
          <EmptyState
            icon={<SearchIcon />}
            title="Ingen resultater funnet"
            action={
              <Button size="small" onClick={reset}>
                Tøm søket
              </Button>
            }
          >
            Ingen webinarer passer til søket.
          </EmptyState>
        ) : (
          <DataTable
            label="Webinarer"
            rows={shown}
            columns={columns}
            idOf={idOf}
            nameOf={nameOf}
            wideFrom="64rem"
            narrow={narrow}
            heightOf={heightOf}
            sort={sort}
            onSortChange={setSort}
            selection={selection}
            onSelectionChange={onSelectionChange}
            onOpen={toggle}
          />
        )}
      </div>
      {opened && <RegistrationPanel key={opened.id} webinar={opened} heading={heading} onClose={close} />}
    </OpenedWebinar>
  )
}
