import { type TrashKindName, trashKinds } from '@kontor/contract/undo/undo.rules'
import { useInfiniteQuery } from '@tanstack/react-query'
import { useState } from 'react'
import { formatDate, formatDateTime } from '../../../platform/format.ts'
import { Badge } from '../../../ui/base/badge.tsx'
import { Button } from '../../../ui/base/button.tsx'
import { TrashIcon } from '../../../ui/base/icons.tsx'
import { QueryState } from '../../../ui/base/query-state.tsx'
import { SkeletonRows } from '../../../ui/base/skeleton.tsx'
import { EmptyState } from '../../../ui/base/states.tsx'
import { useExclusive } from '../../../ui/base/use-exclusive.ts'
import { useUndo } from '../../../ui/dialog/use-undo.ts'
import { type TrashEntry, trashQuery } from '../undo.api.ts'

function TrashRow({ entry, namesKind }: { entry: TrashEntry; namesKind: boolean }) {
  const { kind, id, title, belongsTo, archived, deletedAt, deletedBy, goneAt } = entry
  const undoOf = useUndo()
  const [working, run] = useExclusive()
  const restore = async () => undoOf({ kind, ids: [id] }).run()
  return (
    <li className="flex items-center gap-4 border-rule border-b py-3">
      <div className="min-w-0 flex-1">
        <p className="flex flex-wrap items-center gap-x-2 gap-y-1">
          <span className="font-semibold [overflow-wrap:anywhere]">{title}</span>
          {(namesKind || kind === 'leadEntries') && <Badge>{trashKinds[kind]}</Badge>}
        </p>
        <p className="mt-0.5 text-soft text-sm">
          {belongsTo && <span className="[overflow-wrap:anywhere]">{belongsTo} · </span>}
          {archived ? 'Arkivert' : 'Slettet'} {formatDateTime(deletedAt)} av {deletedBy} · kan gjenopprettes til{' '}
          {formatDate(goneAt)}
        </p>
      </div>
      <Button
        size="small"
        aria-label={`Gjenopprett ${title}`}
        working={working}
        workingLabel="Gjenoppretter …"
        onClick={() => void run(restore)}
        className="shrink-0"
      >
        Gjenopprett
      </Button>
    </li>
  )
}

/** Maximum entries shown at first, so that the imports below the list are easy to reach. */
const shortLength = 10

/** Lists records deleted in the last 30 days, each with a button to restore it. Without `kind`, lists all kinds that the user may see. */
export function TrashList({ kind }: { kind?: TrashKindName }) {
  const query = useInfiniteQuery(trashQuery(kind))
  const [isLong, setLong] = useState(false)
  const { data, hasNextPage, isFetchingNextPage, fetchNextPage } = query
  if (!data) {
    return (
      <QueryState
        query={query}
        loading="Henter papirkurven …"
        skeleton={<SkeletonRows height="h-16" widths={['w-40', 'w-56', 'w-48']} />}
        failed="Kunne ikke hente papirkurven"
      />
    )
  }
  const entries = data.pages.flatMap(({ rows }) => rows)
  if (entries.length === 0) return <EmptyState icon={<TrashIcon />} title="Papirkurven er tom" />
  const shown = isLong ? entries : entries.slice(0, shortLength)
  const showMore = () => {
    if (shown.length < entries.length) setLong(true)
    else void fetchNextPage({ cancelRefetch: false })
  }
  return (
    <>
      <ul className="border-rule border-t">
        {shown.map((entry) => (
          <TrashRow key={`${entry.kind} ${entry.id}`} entry={entry} namesKind={!kind} />
        ))}
      </ul>
      {(shown.length < entries.length || hasNextPage) && (
        <Button size="small" className="mt-3" working={isFetchingNextPage} workingLabel="Henter …" onClick={showMore}>
          Vis flere
        </Button>
      )}
    </>
  )
}
