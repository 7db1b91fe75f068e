import { readdirSync, readFileSync } from 'node:fs'

/** Milliseconds in a tick, the unit in which Linux counts CPU time. */
const tickMs = 10

/** Returns a process's parent and CPU times in milliseconds; undefined if the process has ended. */
const statOf = (pid: number): { parent: number; own: number; endedChildren: number } | undefined => {
  try {
    const fields = readFileSync(`/proc/${pid}/stat`, 'utf8').split(') ').at(-1)?.split(' ').map(Number) ?? []
    const [, parent = 0] = fields
    const [user = 0, system = 0, childrenUser = 0, childrenSystem = 0] = fields.slice(11, 15)
    return { parent, own: (user + system) * tickMs, endedChildren: (childrenUser + childrenSystem) * tickMs }
  } catch {
    return undefined
  }
}

/** Returns a process's CPU time in milliseconds. Other processes hardly influence it. */
export const processorMs = (pid: number): number => statOf(pid)?.own ?? 0

/** Returns the CPU time of the PostgreSQL server on `dataDir`, ended backends included, in milliseconds. */
export const databaseMs = (dataDir: string): number => {
  const pids = readdirSync('/proc').map(Number).filter(Number.isInteger)
  const postmaster = pids.find((pid) => commandOf(pid).includes(`-D ${dataDir}`))
  if (postmaster === undefined) return 0
  const stats = pids.flatMap((pid) => statOf(pid) ?? [])
  const backends = stats.filter(({ parent }) => parent === postmaster).reduce((sum, { own }) => sum + own, 0)
  return backends + processorMs(postmaster) + (statOf(postmaster)?.endedChildren ?? 0)
}

const commandOf = (pid: number): string => {
  try {
    return readFileSync(`/proc/${pid}/cmdline`, 'utf8').replaceAll('\0', ' ')
  } catch {
    return ''
  }
}
