import { Agent, get } from 'node:http'

const asBrowsers = { 'accept-encoding': 'gzip, deflate, br, zstd' }

export interface Hammer {
  /**
   * Calls `url`, or what it returns each time, from concurrent clients without pauses, until `until` returns true. Returns each call's
   * milliseconds.
   */
  measure(url: string | (() => string), clients: number, until: () => boolean): Promise<number[]>
  close(): void
}

/** Reads responses with `http.get`: the server runs on the same cores, and `fetch` would use more CPU time than the server. */
export const openHammer = (headers: Readonly<Record<string, string>>): Hammer => {
  const agent = new Agent({ keepAlive: true, maxSockets: 50 })
  const read = (url: string): Promise<void> =>
    new Promise((resolve, reject) => {
      const asked = get(url, { agent, headers: { ...asBrowsers, ...headers } }, (answer) => {
        if (answer.statusCode !== 200) reject(new Error(`${url} answered ${answer.statusCode}`))
        answer.resume().on('end', resolve).on('error', reject)
      })
      asked.on('error', reject)
    })
  return {
    measure: async (url, clients, until) => {
      const times: number[] = []
      const client = async (): Promise<void> => {
        while (!until()) {
          const began = performance.now()
          await read(typeof url === 'string' ? url : url())
          times.push(performance.now() - began)
        }
      }
      await Promise.all(Array.from({ length: clients }, client))
      return times
    },
    close: () => agent.destroy(),
  }
}

/** Returns a function that returns true once `some` seconds have passed. */
export const forSeconds = (some: number): (() => boolean) => {
  const end = performance.now() + some * 1_000
  return () => performance.now() >= end
}

/** Returns the milliseconds within which `share` (0 to 1) of the calls were answered. */
export const percentile = (times: readonly number[], share: number): number => {
  const sorted = times.toSorted((a, b) => a - b)
  return sorted[Math.min(sorted.length - 1, Math.floor(sorted.length * share))] ?? Number.NaN
}
