import type { Agreement } from '@kontor/contract/agreements/agreements.schema'
import { recordEvent } from '../../platform/audit/audit.ts'
import type { Deps } from '../../platform/deps.ts'
import { newToken } from '../../platform/mail/link-tokens.queries.ts'
import { updateAgreement } from '../agreements/agreements.queries.ts'
import { checkVersion, getAgreement, getAgreementForUpdate } from '../agreements/agreements.service.ts'
import { insertEvent } from '../agreements/agreements.timeline.queries.ts'
import { deleteProofs } from './agreement-answers.queries.ts'

/** Replaces the customer's link, and deletes the old one's codes and identifications. @throws HttpError 404, 409 when the version is stale */
export const renewLink = (deps: Deps, id: string, version: number | undefined): Promise<Agreement> =>
  deps.database.db.transaction(async (tx) => {
    const agreement = await getAgreementForUpdate(tx, id)
    await checkVersion(tx, deps, agreement, version)
    await updateAgreement(tx, id, { ...newToken(deps.signing.secrets), openedAt: null })
    await deleteProofs(tx, { agreementId: id })
    const at = deps.clock.now().toISOString()
    await insertEvent(tx, { agreementId: id, kind: 'changed', actor: 'admin', at, detail: 'Ny lenke' })
    // Recorded here, since the audit triggers leave links out: anyone with a link can answer.
    await recordEvent(tx, {
      action: 'link-replaced',
      kind: 'agreement',
      id,
      title: `${agreement.reference} ${agreement.title}`,
      security: true,
    })
    return getAgreement(tx, deps, id)
  })
