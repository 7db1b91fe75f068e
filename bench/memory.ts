import { readFileSync } from 'node:fs'

export const residentMemory = (pid: number): number =>
  Number(/^VmRSS:\s+(\d+) kB/m.exec(readFileSync(`/proc/${pid}/status`, 'utf8'))?.[1] ?? 0) / 1_000

/** Watches a process; the returned function stops and returns how much its peak resident memory exceeded `idle`, in MB. */
export const watchMemory = (pid: number, idle = residentMemory(pid)): (() => number) => {
  let peak = idle
  const sample = () => {
    peak = Math.max(peak, residentMemory(pid))
  }
  const watch = setInterval(sample, 20)
  return () => {
    clearInterval(watch)
    sample()
    return peak - idle
  }
}
