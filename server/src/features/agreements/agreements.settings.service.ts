import type { AgreementVerification } from '@kontor/contract/agreements/agreements.rules'
import type {
  AgreementSettings,
  agreementSettingsChangeSchema,
} from '@kontor/contract/agreements/agreements.settings.schema'
import { z } from 'zod'
import { waitForLock } from '../../platform/database/advisory-lock.ts'
import type { Queryable } from '../../platform/database/database.ts'
import { readSetting, writeSetting } from '../../platform/database/system-settings.queries.ts'
import type { Deps } from '../../platform/deps.ts'
import { staleVersion } from '../../platform/errors/http-error.ts'

const settingKey = 'agreements'

const storedSchema = z.object({ codeAbove: z.int().nullable() })

/** Øre, VAT included; null is off, as delivered. */
const readCodeAbove = async (db: Queryable): Promise<number | null> => {
  const stored = await readSetting(db, settingKey)
  return stored === undefined ? null : storedSchema.parse(stored).codeAbove
}

/** How the customer proves who answers an agreement for which nobody chose it. Amounts in øre. */
export const defaultVerification = async (
  db: Queryable,
  { totalAmount, vatAmount }: { readonly totalAmount: number; readonly vatAmount: number },
): Promise<AgreementVerification> => {
  const codeAbove = await readCodeAbove(db)
  return codeAbove !== null && totalAmount + vatAmount > codeAbove ? 'code' : 'link'
}

const settingsWith = (
  { config, signing: { key, seal } }: Pick<Deps, 'config' | 'signing'>,
  codeAbove: number | null,
): AgreementSettings => ({
  codeAbove,
  eid: config.oidcIssuer !== undefined,
  key: { id: key.id, since: key.publicKeys.at(-1)?.createdAt ?? '' },
  seal: { holder: seal.holder, fingerprint: seal.fingerprint, selfSigned: seal.selfSigned, since: seal.createdAt },
  timestampAuthority: config.tsaUrl === undefined ? null : new URL(config.tsaUrl).host,
})

export const readAgreementSettings = async (deps: Deps): Promise<AgreementSettings> =>
  settingsWith(deps, await readCodeAbove(deps.database.db))

/** @throws HttpError 409 if the amount has changed since `known` was read */
export const changeAgreementSettings = (
  deps: Deps,
  { codeAbove, known }: z.output<typeof agreementSettingsChangeSchema>,
): Promise<AgreementSettings> =>
  deps.database.db.transaction(async (tx) => {
    await waitForLock(tx, settingKey)
    const current = await readCodeAbove(tx)
    if (known !== undefined && known !== current) throw staleVersion(settingsWith(deps, current))
    await writeSetting(tx, settingKey, { codeAbove })
    return settingsWith(deps, codeAbove)
  })
