interface OwnChanges {
  /** The version that the first of the user's own changes was made to. */
  readonly since: number
  /** The version that the last one has led to; nobody else has changed the record in between. */
  readonly now: number
}

const changes = new Map<string, OwnChanges>()
const running = new Map<string, Set<Promise<unknown>>>()

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
export const asOwnChange = async <Answer>(path: string, change: Promise<Answer>): Promise<Answer> => {
  const others = running.get(path) ?? new Set()
  running.set(path, others.add(change))
  try {
    const answer = await change
    note(path, answer)
    return answer
  } finally {
    others.delete(change)
    if (others.size === 0) running.delete(path)
  }
}

/**
 * Returns the version of a record that the user has seen or, if only the user has changed it since, the current one. Waits for the user's
 * changes of it that are underway.
 */
export const followOwnChanges = async (record: string, seen: number): Promise<number> => {
  const underway = [...running].flatMap(([path, all]) => (`${path}/`.startsWith(`${record}/`) ? [...all] : []))
  await Promise.allSettled(underway)
  // What is noted of a change comes right after it.
  await Promise.resolve()
  const own = changes.get(record)
  return own !== undefined && own.since <= seen && seen <= own.now ? own.now : seen
}
