import type { Deps } from '../../platform/deps.ts'
import { type ChainHead, readChainHead, writeChainHead } from '../../platform/signing/chain-head.ts'
import * as chain from './agreements.chain.queries.ts'
import { listUnsignedEvidence } from './agreements.evidence.queries.ts'

interface Log {
  error(details: object, message: string): void
}

/** Why the chain in the database isn't the one that `head` remembers; null when it goes on from there. */
export const headFault = (head: ChainHead, found: Pick<chain.LinkRow, 'evidence'> | undefined): string | null => {
  if (head.count === 0 || found?.evidence === head.evidence) return null
  const what = `number ${head.count} of the chain, of ${head.at}, which DATA_DIR/keys remembers`
  return found
    ? `${what}, is another one in the database`
    : `${what}, is missing: the database is an older copy, or answers were removed`
}

/**
 * Returns a function that remembers the chain's head outside the database: to be called at the start and after each answer. It never
 * forgets a head that the database lacks: that is what `verify-agreement` is to find.
 */
export const openHeadKeeper = (
  { config, database: { db } }: Pick<Deps, 'config' | 'database'>,
  log: Log,
): (() => Promise<void>) => {
  const keep = async (): Promise<void> => {
    const known = await readChainHead(config)
    const fault = known && headFault(known, await chain.findLink(db, known.count))
    if (fault) {
      log.error({}, `The evidence of answers does not hold: ${fault}.`)
      return
    }
    const newest = await chain.findNewestLink(db)
    if (known && (newest?.number ?? 0) <= known.count) return
    await writeChainHead(config, {
      count: newest?.number ?? 0,
      evidence: newest?.evidence ?? null,
      at: newest?.createdAt ?? null,
      unsigned: known?.unsigned ?? (await listUnsignedEvidence(db)),
    })
  }
  let last = Promise.resolve()
  return () => {
    last = last
      .then(keep)
      .catch((error: unknown) => log.error({ err: error }, 'The head of the chain of evidence could not be remembered'))
    return last
  }
}
