import type { LiveKind, RecordChange } from '@kontor/contract/shared/records'

/** The records that a query shows: all of a kind, or one. */
interface Shown {
  readonly kind: LiveKind
  readonly id?: string
}

interface QueryMeta extends Record<string, unknown> {
  readonly shows?: readonly Shown[]
  /** Minimum milliseconds between two fetches after changes by others, for queries that are costly. */
  readonly pause?: number
}

declare module '@tanstack/react-query' {
  interface Register {
    queryMeta: QueryMeta
  }
}

/** Returns the `meta` of a query that shows records of these kinds. The query is refetched when others change such a record. */
export const shows = (...kinds: readonly LiveKind[]): QueryMeta => ({ shows: kinds.map((kind) => ({ kind })) })

/** Returns the `meta` of a query that shows a single record. */
export const showsRecord = (id: string | number, ...kinds: readonly LiveKind[]): QueryMeta => ({
  shows: kinds.map((kind) => ({ kind, id: String(id) })),
})

/** Combines metas, for example for a query that shows one record and a list of others. */
export const showsAll = (...metas: readonly QueryMeta[]): QueryMeta => ({
  shows: metas.flatMap((meta) => meta.shows ?? []),
})

/** Returns true if a query with this meta shows a changed record. */
export const isAffected = (meta: QueryMeta | undefined, changes: readonly RecordChange[]): boolean =>
  (meta?.shows ?? []).some(({ kind, id }) =>
    changes.some(
      (change) => change.kind === kind && (id === undefined || change.ids === null || change.ids.includes(id)),
    ),
  )
