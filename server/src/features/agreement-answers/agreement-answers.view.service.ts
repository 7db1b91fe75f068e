import type { PublicAgreement } from '@kontor/contract/agreements/agreements.answers.schema'
import { type AgreementStatus, agreementSentences, isExpired } from '@kontor/contract/agreements/agreements.rules'
import type { CompanyFacts } from '@kontor/contract/company/company.rules'
import { isSameAddress } from '@kontor/contract/shared/email-addresses'
import type { Queryable } from '../../platform/database/database.ts'
import type { Deps } from '../../platform/deps.ts'
import { notFound, orThrow } from '../../platform/errors/http-error.ts'
import { canonicalJson, sha256 } from '../../platform/signing/canonical.ts'
import { type AgreementRow, findAgreementByToken } from '../agreements/agreements.queries.ts'
import { findText } from '../agreements/agreements.sending.service.ts'
import { hasEid } from '../agreements/agreements.settings.service.ts'
import type { Snapshot } from '../agreements/agreements.snapshot.ts'
import { readCompany } from '../company/company.queries.ts'
import { findNumber } from './agreement-answers.queries.ts'

export interface View {
  readonly view: PublicAgreement
  readonly tag: string
}

/** Responds alike to every invalid token, so that nobody learns whether it was ever valid. */
export const linkNotFound = () => notFound(agreementSentences.notFound)

/** The ETag of the public view: covers its text and its status. */
export const viewTag = (
  status: AgreementStatus,
  shown: { readonly snapshot: Snapshot | null; readonly title: string; readonly evidence: string | null },
): string => `"${sha256(canonicalJson({ status, ...shown })).slice(0, 43)}"`

/** Returns true if `If-Match` names a tag or is `*`. Ignores `W/`: a proxy that compresses responses weakens their tags. */
export const matchesTag = (ifMatch: string, tag: string): boolean =>
  ifMatch.trim() === '*' || ifMatch.split(',').some((one) => one.trim().replace(/^W\//, '') === tag)

type Team = CompanyFacts['team']

/** Returns the site's photo of a person; null without one. */
const photoOf = ({ name, email }: { name: string; email: string | null }, team: Team): string | null =>
  team.find((member) => (email !== null && isSameAddress(member.email, email)) || member.name === name)?.photo ?? null

const sellerOf = ({ seller: { phone, responsible, ...seller } }: Snapshot, team: Team): PublicAgreement['seller'] => ({
  ...seller,
  phone: phone ?? null,
  responsible: responsible ? { ...responsible, photo: photoOf(responsible, team) } : null,
})

interface Shown {
  /** The last text that the customer was shown; null for a draft, which no customer has seen. */
  readonly snapshot: Snapshot | null
  /** The answer's number among all answers. */
  readonly evidenceNumber: number | null
  readonly team: Team
}

/** Reads an agreement as its link shows it. */
export const readShown = async (db: Queryable, agreement: AgreementRow): Promise<Shown> => ({
  snapshot: agreement.status === 'draft' ? null : (await findText(db, agreement.id)).snapshot,
  team: (await readCompany(db)).team,
  evidenceNumber: agreement.evidence === null ? null : ((await findNumber(db, agreement.evidence))?.number ?? null),
})

export const viewOf = (
  { config, clock }: Pick<Deps, 'config' | 'clock'>,
  agreement: AgreementRow,
  { snapshot, evidenceNumber, team }: Shown,
): View => {
  const { status, evidence, reference, language, verification, sentAt } = agreement
  const title = snapshot?.title ?? agreement.title
  const validUntil = snapshot?.validUntil ?? null
  return {
    tag: viewTag(status, { snapshot, title, evidence }),
    view: {
      agreement: {
        title,
        reference,
        language: snapshot?.language ?? language,
        verification,
        sentAt,
        status,
        validUntil,
        evidence,
        description: snapshot?.description ?? null,
        totalAmount: snapshot?.totalAmount ?? null,
        vatAmount: snapshot?.vatAmount ?? null,
        expired: isExpired(validUntil, clock.now().toISOString()),
        respondedAt: agreement.respondedAt,
        customerResponse: agreement.customerResponse,
        respondedBy: agreement.respondedBy,
        answerChannel: agreement.answerChannel,
        evidenceNumber,
        linkSentTo: agreement.recipientEmail,
        eid: hasEid({ config }),
      },
      seller: snapshot && sellerOf(snapshot, team),
      customer: snapshot?.customer ?? null,
      contactPerson: snapshot?.contactPerson ?? null,
      products: snapshot?.products ?? [],
      conditions: snapshot?.conditions ?? [],
    },
  }
}

export const readByToken = async (deps: Deps, token: string): Promise<View> => {
  const { db } = deps.database
  const agreement = await orThrow(findAgreementByToken(db, token), linkNotFound)
  return viewOf(deps, agreement, await readShown(db, agreement))
}
