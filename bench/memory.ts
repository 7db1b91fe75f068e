import { readFileSync } from 'node:fs'

/** Resident memory of a process in MB. */
export const residentMemory = (pid: number): number =>
  Number(/^VmRSS:\s+(\d+) kB/m.exec(readFileSync(`/proc/${pid}/status`, 'utf8'))?.[1] ?? 0) / 1_000

/** Watches a process from now on; what it returns ends that and tells how far the resident memory rose above `idle`, in MB. */
export const watchMemory = (pid: number, idle = residentMemory(pid)): (() => number) => {
  let peak = idle
  const look = () => {
    peak = Math.max(peak, residentMemory(pid))
  }
  const watch = setInterval(look, 20)
  return () => {
    clearInterval(watch)
    look()
    return peak - idle
  }
}
