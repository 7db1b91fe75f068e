import { readEvidenceKeys } from '@kontor/contract/agreements/agreements.endpoints'
import type { Queryable } from '../../platform/database/database.ts'
import type { Feature } from '../../platform/feature.ts'
import { serve } from '../../platform/http/route.ts'
import { listSealCertificates, listServerKeys } from '../../platform/signing/servers.queries.ts'
import { insertTimestamp, listWithoutTimestamp } from './agreement-evidence.queries.ts'
import { requestTimestamp } from './agreement-evidence.timestamps.ts'

/** Runs every five minutes, which also retries an authority that was unreachable. */
const timestampTimes = '*/5 * * * *'

/** Maximum timestamps per run. */
const timestampsAtOnce = 100

/** Requests timestamps for signatures without one, oldest first. @throws Error when the authority fails; the next run continues */
export const timestampEvidence = async (db: Queryable, authority: string): Promise<void> => {
  for (const { number, signature } of await listWithoutTimestamp(db, timestampsAtOnce)) {
    await insertTimestamp(db, number, await requestTimestamp(authority, Buffer.from(signature, 'base64url')))
  }
}

/** Schedules the timestamping of answers, and serves the public keys that check their evidence. */
export const agreementEvidence: Feature = (app, deps) => {
  const { tsaUrl } = deps.config
  const { db } = deps.database
  if (tsaUrl) deps.jobs.schedule('agreement-timestamps', timestampTimes, () => timestampEvidence(db, tsaUrl))
  serve(app, readEvidenceKeys, async () => ({
    format: 'kontor-evidence-keys-1' as const,
    algorithm: 'Ed25519' as const,
    keys: await listServerKeys(db),
    certificates: await listSealCertificates(db),
    seal: deps.signing.seal,
  }))
}
