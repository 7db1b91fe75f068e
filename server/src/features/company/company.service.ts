import { isDeepStrictEqual } from 'node:util'
import { type CompanyFacts, drawnPortraits } from '@kontor/contract/company/company.rules'
import { type Company, companyFactsSchema, type companyUpdateSchema } from '@kontor/contract/company/company.schema'
import { isSameAddress } from '@kontor/contract/shared/email-addresses'
import type { z } from 'zod'
import type { Queryable } from '../../platform/database/database.ts'
import type { Deps } from '../../platform/deps.ts'
import { HttpError, staleVersion } from '../../platform/errors/http-error.ts'
import { deleteUnusedPhotos, lockCompany, lockPhotos, writeCompany } from './company.queries.ts'

const isDrawn = (photo: string): boolean => drawnPortraits.some((name) => name === photo)

/** Returns the ids of the team's uploaded photos. */
export const uploadedPhotos = ({ team }: Pick<CompanyFacts, 'team'>): string[] =>
  team.flatMap(({ photo }) => (photo === null || isDrawn(photo) ? [] : [photo]))

const rejectMissingPhotos = async (tx: Queryable, { team }: CompanyFacts, used: readonly string[]): Promise<void> => {
  const stored = used.length > 0 ? await lockPhotos(tx, used) : []
  const missing = team.findIndex(({ photo }) => photo !== null && used.includes(photo) && !stored.includes(photo))
  if (missing === -1) return
  const sentence = 'Bildet finnes ikke lenger. Last det opp på nytt.'
  throw new HttpError(400, sentence, { fields: { [`team.${missing}.photo`]: sentence } })
}

/**
 * Changes the given facts. Changing the tags or the address needs a proof of identity: tags run third-party scripts on every page, and the
 * address is the default sender.
 * @throws what `requireProof` throws; HttpError 409 with the current facts when the version is stale, 400 when a photo doesn't exist
 */
export const changeCompany = (
  { database }: Deps,
  { version, ...changes }: z.output<typeof companyUpdateSchema>,
  requireProof: () => void,
): Promise<Company> =>
  database.db.transaction(async (tx) => {
    const current = await lockCompany(tx)
    if (version !== undefined && version !== current.version) throw staleVersion(current)
    // The schema drops the version and the time.
    const facts = companyFactsSchema.parse({ ...current, ...changes })
    if (!isDeepStrictEqual(facts.tags, current.tags) || !isSameAddress(facts.email, current.email)) requireProof()
    const used = uploadedPhotos(facts)
    await rejectMissingPhotos(tx, facts, used)
    await deleteUnusedPhotos(tx, used)
    return writeCompany(tx, facts)
  })

/** Returns names that an attacker would try in passwords. */
export const companyNames = ({ name, shortName, email }: CompanyFacts): string[] => [
  name,
  shortName,
  email.slice(email.indexOf('@') + 1),
]
