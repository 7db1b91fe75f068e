interface OwnChanges {
  /** The version that the first of the user's own changes was made to. */
  readonly since: number
  /** The version that the last one has led to; nobody else has changed the record in between. */
  readonly now: number
}

const changes = new Map<string, OwnChanges>()
const underway = new Set<{ readonly path: string; readonly noted: Promise<unknown> }>()

const note = (path: string, answer: unknown): void => {
  const { id, version } = Object(answer)
  const segments = path.split('/')
  const end = segments.lastIndexOf(String(id)) + 1
  // Not of what was created below another record.
  if (end === 0 || typeof version !== 'number' || version === 1) return
  const record = segments.slice(0, end).join('/')
  const known = changes.get(record)
  changes.set(record, { since: known?.now === version - 1 ? known.since : version - 1, now: version })
}

/** Notes which version a change of a record leads to. */
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
 * Returns the version of a record that the user has seen or, if only the user has changed it since, the current one. Waits for the user's
 * changes of it that are underway.
 */
export const followOwnChanges = async (record: string, seen: number): Promise<number> => {
  const ofRecord = [...underway].filter(({ path }) => `${path}/`.startsWith(`${record}/`))
  await Promise.allSettled(ofRecord.map(({ noted }) => noted))
  const own = changes.get(record)
  return own !== undefined && own.since <= seen && seen <= own.now ? own.now : seen
}
