interface OwnChanges {
  /** The version before the first of the user's own changes. */
  readonly since: number
  /** The version after the last of the user's own changes. Nobody else has changed the record in between. */
  readonly now: number
}

const changes = new Map<string, OwnChanges>()
const underway = new Set<{ readonly path: string; readonly noted: Promise<unknown> }>()

const note = (path: string, answer: unknown): void => {
  const { id, version } = Object(answer)
  const segments = path.split('/')
  const end = segments.lastIndexOf(String(id)) + 1
  // Ignores answers other than the changed record, such as a record created below another one.
  if (end === 0 || typeof version !== 'number' || version === 1) return
  const record = segments.slice(0, end).join('/')
  const known = changes.get(record)
  changes.set(record, { since: known?.now === version - 1 ? known.since : version - 1, now: version })
}

/** Remembers the version that the user's change of a record results in. */
export const asOwnChange = <Answer>(path: string, change: Promise<Answer>): Promise<Answer> => {
  const noted = change.then((answer) => {
    note(path, answer)
    return answer
  })
  const entry = { path, noted }
  underway.add(entry)
  return noted.finally(() => underway.delete(entry))
}

/**
 * Returns the version of a record that the user has seen or, if only the user has changed it since, the current version. Waits for the
 * user's changes in flight.
 */
export const followOwnChanges = async (record: string, seen: number): Promise<number> => {
  const ofRecord = [...underway].filter(({ path }) => `${path}/`.startsWith(`${record}/`))
  await Promise.allSettled(ofRecord.map(({ noted }) => noted))
  const own = changes.get(record)
  return own !== undefined && own.since <= seen && seen <= own.now ? own.now : seen
}
