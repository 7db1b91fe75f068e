import { z } from 'zod'
import type { Queryable } from '../../platform/database/database.ts'
import {
  addSetting,
  deleteSetting,
  exchangeSetting,
  readSetting,
} from '../../platform/database/system-settings.queries.ts'
import { StartFailure } from '../../platform/lifecycle/start-failure.ts'
import type { EvidenceKey } from '../../platform/signing/evidence-key.ts'

const keySetting = 'evidence_key'

const storedKey = z.object({ id: z.string() })

/**
 * Makes sure that all servers of a database sign with one key: the first start stores its id. Another key replaces it only where the
 * earlier one is known, or is named as the one to replace.
 * @throws StartFailure when this server has another key
 */
export const claimEvidenceKey = async (
  db: Queryable,
  { id, publicKeys }: Pick<EvidenceKey, 'id' | 'publicKeys'>,
  replaces: string | undefined,
): Promise<void> => {
  if (await addSetting(db, keySetting, { id })) return
  const stored = storedKey.parse(await readSetting(db, keySetting))
  if (stored.id === id) return
  const isKnown = stored.id === replaces || publicKeys.some((key) => key.id === stored.id)
  if (isKnown && (await exchangeSetting(db, keySetting, stored, { id }))) return
  throw new StartFailure(
    `The answers in this database are signed with the key ${stored.id}, and this server has ${id}: give all servers the same EVIDENCE_KEY, or copy DATA_DIR/keys of the first. If that key is lost, start once with EVIDENCE_KEY_REPLACES=${stored.id}.`,
  )
}

/** For a restored database, which goes on with the keys of its new server. */
export const releaseEvidenceKey = (db: Queryable): Promise<void> => deleteSetting(db, keySetting)
