import { formatDate, formatTime } from '../../../platform/format.ts'
import { cx } from '../../../ui/base/cx.ts'
import { Figures } from '../../../ui/base/figures.tsx'
import { ChevronDownIcon, CopyIcon, EditIcon, TrashIcon } from '../../../ui/base/icons.tsx'
import { numericColumn } from '../../../ui/table/column-cells.tsx'
import type { Column } from '../../../ui/table/data-table-model.ts'
import { RowAction, RowMenu } from '../../../ui/table/row-action.tsx'
import type { Webinar } from '../webinars.api.ts'
import { WebinarBadges } from './webinar-badges.tsx'
import { seatsInWords, seatsText } from './webinar-seats.ts'

export interface WebinarActions {
  /** The id of the webinar whose registrations are shown below it; null for none. */
  readonly openedId: string | null
  readonly onOpen: (webinar: Webinar) => void
  readonly onEdit: (webinar: Webinar) => void
  readonly onCopy: (webinar: Webinar) => void
  readonly onDelete: (webinar: Webinar) => void
}

function NameButton({ webinar, openedId, onOpen }: { webinar: Webinar } & Pick<WebinarActions, 'openedId' | 'onOpen'>) {
  const isOpen = webinar.id === openedId
  return (
    <button
      type="button"
      aria-expanded={isOpen}
      aria-label={`Påmeldinger til ${webinar.name}`}
      onClick={() => onOpen(webinar)}
      className="flex min-w-0 max-w-full items-center gap-1.5 rounded-sm text-left font-semibold hover:underline"
    >
      <ChevronDownIcon className={`size-3.5 shrink-0 text-soft ${isOpen ? '' : '-rotate-90'}`} />
      <span className="line-clamp-2 whitespace-normal [overflow-wrap:anywhere]">{webinar.name}</span>
    </button>
  )
}

const rowMenu = (webinar: Webinar, actions: Omit<WebinarActions, 'openedId' | 'onOpen'>) => [
  { label: 'Rediger', icon: <EditIcon />, onSelect: () => actions.onEdit(webinar) },
  { label: 'Kopier', icon: <CopyIcon />, onSelect: () => actions.onCopy(webinar) },
  { label: 'Slett', icon: <TrashIcon />, onSelect: () => actions.onDelete(webinar) },
]

export const webinarColumns = ({ openedId, onOpen, ...actions }: WebinarActions): readonly Column<Webinar>[] => [
  {
    id: 'name',
    header: 'Navn',
    pinned: 'start',
    isName: true,
    cell: (webinar) => (
      <span className="flex items-center gap-2">
        <NameButton webinar={webinar} openedId={openedId} onOpen={onOpen} />
        <WebinarBadges webinar={webinar} />
      </span>
    ),
  },
  {
    id: 'date',
    header: 'Dato',
    className: 'w-26',
    cell: ({ date }) => (
      <time dateTime={date}>
        <Figures text={formatDate(date)} />
      </time>
    ),
  },
  {
    id: 'clock',
    header: 'Tid',
    isSortable: false,
    className: 'w-16',
    cell: ({ date }) => <Figures text={formatTime(date)} />,
  },
  {
    id: 'registrationCount',
    header: 'Påmeldinger',
    className: cx(numericColumn, 'w-36'),
    cell: (webinar) => <Figures text={seatsText(webinar)} />,
  },
  {
    id: 'actions',
    header: 'Handlinger',
    isSortable: false,
    className: 'w-30 px-1!',
    cell: (webinar) => (
      <span className="flex justify-end gap-0.5">
        {rowMenu(webinar, actions).map(({ label, icon, onSelect }) => (
          <RowAction key={label} text={label} of={webinar.name} icon={icon} onClick={onSelect} />
        ))}
      </span>
    ),
  },
]

/** A row on a narrow screen, without columns. */
export function NarrowWebinar({ webinar, openedId, onOpen, ...actions }: { webinar: Webinar } & WebinarActions) {
  return (
    <span className="flex min-w-0 flex-col gap-0.5 pr-1 leading-snug">
      <NameButton webinar={webinar} openedId={openedId} onOpen={onOpen} />
      <span className="flex items-center gap-1 pl-5 text-[0.8125rem] text-soft">
        <Figures text={`${formatDate(webinar.date)} kl. ${formatTime(webinar.date)}`} />
        <span className="truncate">· {seatsInWords(webinar)}</span>
      </span>
      <span className="flex flex-wrap items-center justify-between gap-x-2 pl-5">
        <WebinarBadges webinar={webinar} />
        <RowMenu of={webinar.name} items={rowMenu(webinar, actions)} />
      </span>
    </span>
  )
}
