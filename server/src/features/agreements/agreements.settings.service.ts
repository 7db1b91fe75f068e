import { type AgreementVerification, agreementSentences } from '@kontor/contract/agreements/agreements.rules'
import type {
  AgreementSettings,
  agreementSettingsChangeSchema,
} from '@kontor/contract/agreements/agreements.settings.schema'
import { z } from 'zod'
import type { Queryable } from '../../platform/database/database.ts'
import { defineSetting } from '../../platform/database/system-settings.queries.ts'
import type { Deps } from '../../platform/deps.ts'
import { HttpError, staleVersion } from '../../platform/errors/http-error.ts'
import { updateDefaultVerifications } from './agreements.queries.ts'
import { insertEvent } from './agreements.timeline.queries.ts'

/** Agreements above `codeAbove` (øre, VAT included) require a code unless the office chooses otherwise. Null: none does. */
const setting = defineSetting('agreements', z.object({ codeAbove: z.int().nullable() }), { codeAbove: null })

/** Returns the verification that applies if nobody chooses one. Amounts in øre. */
export const defaultVerification = async (
  db: Queryable,
  { totalAmount, vatAmount }: { readonly totalAmount: number; readonly vatAmount: number },
): Promise<AgreementVerification> => {
  const { codeAbove } = await setting.read(db)
  return codeAbove !== null && totalAmount + vatAmount > codeAbove ? 'code' : 'link'
}

/** True if customers can identify themselves: an OpenID provider is configured. */
export const hasEid = ({ config }: Pick<Deps, 'config'>): boolean => config.oidcIssuer !== undefined

/** @throws HttpError 400 for eID without a configured provider, since customers could neither accept nor reject by the link */
export const checkVerification = (
  deps: Pick<Deps, 'config'>,
  verification: AgreementVerification | undefined,
): void => {
  if (verification !== 'eid' || hasEid(deps)) return
  throw new HttpError(400, agreementSentences.noEid, { fields: { verification: agreementSentences.noEid } })
}

const settingsWith = (deps: Pick<Deps, 'config' | 'signing'>, codeAbove: number | null): AgreementSettings => {
  const { tsaUrl } = deps.config
  const { key, seal } = deps.signing
  return {
    codeAbove,
    eid: hasEid(deps),
    key: { id: key.id, since: key.createdAt },
    seal: { holder: seal.holder, fingerprint: seal.fingerprint, selfSigned: seal.selfSigned, since: seal.createdAt },
    timestampAuthority: tsaUrl === undefined ? null : new URL(tsaUrl).host,
  }
}

export const readAgreementSettings = async (deps: Deps): Promise<AgreementSettings> =>
  settingsWith(deps, (await setting.read(deps.database.db)).codeAbove)

/**
 * Changes the amount above which a code is required. Updates drafts whose verification nobody chose, so that the office sees how their
 * customers will confirm. A draft whose amount changes at the same moment may be updated only at its next change.
 */
export const changeAgreementSettings = (
  deps: Deps,
  { codeAbove, known }: z.output<typeof agreementSettingsChangeSchema>,
): Promise<AgreementSettings> =>
  deps.database.db.transaction(async (tx) => {
    await setting.exchange(tx, known === undefined ? undefined : { codeAbove: known }, { codeAbove }, (current) =>
      staleVersion(settingsWith(deps, current.codeAbove)),
    )
    const at = deps.clock.now().toISOString()
    for (const agreementId of await updateDefaultVerifications(tx, codeAbove)) {
      await insertEvent(tx, {
        agreementId,
        kind: 'changed',
        actor: 'admin',
        at,
        detail: 'Bekreftelse (ny beløpsgrense)',
      })
    }
    return settingsWith(deps, codeAbove)
  })
