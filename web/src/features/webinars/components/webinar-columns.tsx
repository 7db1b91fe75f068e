import { createContext, useContext } from 'react'
import { formatDate, formatNumber, formatTime } from '../../../platform/format.ts'
import { columnsFor } from '../../../ui/data-table-model.ts'
import { Figures } from '../../../ui/figures.tsx'
import { ChevronDownIcon, CopyIcon, EditIcon, TrashIcon } from '../../../ui/icons.tsx'
import { RowAction } from '../../../ui/row-action.tsx'
import type { Webinar } from '../webinars.api.ts'
import { WebinarBadges } from './webinar-badges.tsx'

export interface WebinarActions {
  readonly onOpen: (webinar: Webinar) => void
  readonly onEdit: (webinar: Webinar) => void
  readonly onCopy: (webinar: Webinar) => void
  readonly onDelete: (webinar: Webinar) => void
}

/**
 * The id of the webinar whose registrations are shown below. Passed by context rather than through the columns: new columns
 * would replace the focused button.
 */
export const OpenedWebinar = createContext<string | null>(null)

function NameButton({ webinar, onOpen }: { webinar: Webinar } & Pick<WebinarActions, 'onOpen'>) {
  const isOpen = useContext(OpenedWebinar) === webinar.id
  return (
    <button
      type="button"
      aria-expanded={isOpen}
      aria-label={`Påmeldinger til ${webinar.name}`}
      onClick={() => onOpen(webinar)}
      className="flex min-w-0 max-w-full items-center gap-1.5 rounded-sm text-left font-semibold hover:underline"
    >
      <ChevronDownIcon className={`size-3.5 shrink-0 text-soft ${isOpen ? '' : '-rotate-90'}`} />
      <span className="truncate">{webinar.name}</span>
    </button>
  )
}

function RowActions({ webinar, onEdit, onCopy, onDelete }: { webinar: Webinar } & Omit<WebinarActions, 'onOpen'>) {
  return (
    <span className="flex justify-end gap-0.5">
      <RowAction text="Rediger" of={webinar.name} icon={<EditIcon />} onClick={() => onEdit(webinar)} />
      <RowAction text="Kopier" of={webinar.name} icon={<CopyIcon />} onClick={() => onCopy(webinar)} />
      <RowAction text="Slett" of={webinar.name} icon={<TrashIcon />} onClick={() => onDelete(webinar)} />
    </span>
  )
}

const column = columnsFor<Webinar>()

export const webinarColumns = ({ onOpen, ...actions }: WebinarActions) =>
  column.columns([
    column.accessor('name', {
      header: 'Navn',
      cell: ({ row: { original } }) => (
        <span className="flex items-center justify-between gap-3">
          <NameButton webinar={original} onOpen={onOpen} />
          <WebinarBadges webinar={original} />
        </span>
      ),
    }),
    column.accessor('date', {
      header: 'Dato',
      meta: { className: 'w-28' },
      cell: ({ getValue }) => (
        <time dateTime={getValue()}>
          <Figures text={formatDate(getValue())} />
        </time>
      ),
    }),
    column.display({
      id: 'clock',
      header: 'Tid',
      enableSorting: false,
      meta: { className: 'w-20' },
      cell: ({ row }) => <Figures text={formatTime(row.original.date)} />,
    }),
    column.accessor('registrationCount', {
      header: 'Påmeldinger',
      meta: { className: 'w-32' },
      cell: ({ getValue }) => <Figures text={formatNumber(getValue())} />,
    }),
    column.display({
      id: 'actions',
      header: () => <span className="sr-only">Handlinger</span>,
      enableSorting: false,
      meta: { className: 'w-30 px-1!' },
      cell: ({ row }) => <RowActions webinar={row.original} {...actions} />,
    }),
  ])

/** A row on a narrow screen, without columns. */
export function NarrowWebinar({ webinar, onOpen, ...actions }: { webinar: Webinar } & WebinarActions) {
  return (
    <span className="flex min-w-0 flex-col gap-0.5 pr-1 leading-snug">
      <NameButton webinar={webinar} onOpen={onOpen} />
      <span className="flex items-center gap-1 pl-5 text-[0.8125rem] text-soft">
        <Figures text={`${formatDate(webinar.date)} kl. ${formatTime(webinar.date)}`} />
        <span className="truncate">
          · {formatNumber(webinar.registrationCount)} {webinar.registrationCount === 1 ? 'påmelding' : 'påmeldinger'}
        </span>
      </span>
      <span className="flex items-center justify-between gap-2 pl-5">
        <WebinarBadges webinar={webinar} />
        <RowActions webinar={webinar} {...actions} />
      </span>
    </span>
  )
}
