import { glob, readdir, readFile } from 'node:fs/promises'
import { join } from 'node:path'
import { fileURLToPath } from 'node:url'
import type { Endpoint } from '@kontor/contract/shared/endpoint'

const contract = fileURLToPath(new URL('../../../contract/src', import.meta.url))

/** Returns every endpoint of the contract. */
export const declaredEndpoints = async (): Promise<Endpoint[]> => {
  const found: Endpoint[] = []
  for await (const file of glob('*/*.endpoints.ts', { cwd: contract })) {
    found.push(...Object.values<Endpoint>(await import(join(contract, file))))
  }
  return found
}

/** Throws unless the tests called every endpoint of the contract both successfully and without permission. The error lists the missing calls. */
export const assertEndpointsCalled = async (folder: string): Promise<void> => {
  const files = await Promise.all((await readdir(folder)).map((name) => readFile(join(folder, name), 'utf8')))
  const missing = missingCalls(await declaredEndpoints(), new Set(files.join('').split('\n')))
  if (missing.length > 0) throw new Error(`Endpoints without a test:\n  ${missing.join('\n  ')}`)
}

/** Lists what is missing from the tests' calls (`GET /api/contacts/{id} 200`), one sentence per gap. */
export const missingCalls = (
  endpoints: readonly Pick<Endpoint, 'method' | 'path' | 'caller'>[],
  calls: ReadonlySet<string>,
): string[] =>
  endpoints.flatMap(({ method, path, caller }) => {
    const name = `${method} ${path}`
    const statuses = [...calls].filter((call) => call.startsWith(`${name} `)).map((call) => Number(call.slice(-3)))
    const worked = statuses.some((status) => status >= 200 && status < 400)
    const refused = caller === 'public' || statuses.some((status) => status === 401 || status === 403)
    return [
      ...(worked ? [] : [`${name}: no test calls it with success`]),
      ...(refused ? [] : [`${name}: no test calls it without the right to`]),
    ]
  })
