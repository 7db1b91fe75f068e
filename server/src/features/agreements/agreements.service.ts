import {
  copyTitle,
  frozenSentence,
  isExpired,
  isFrozen,
  validityLabels,
} from '@kontor/contract/agreements/agreements.rules'
import type {
  Agreement,
  AgreementTemplateContent,
  agreementUpdateSchema,
} from '@kontor/contract/agreements/agreements.schema'
import type { agreementBeginSchema } from '@kontor/contract/agreements/agreements.templates.schema'
import { agreementAmounts } from '@kontor/contract/shared/money'
import { addOsloDays, osloDay } from '@kontor/contract/shared/time'
import type { z } from 'zod'
import type { Queryable } from '../../platform/database/database.ts'
import type { Deps } from '../../platform/deps.ts'
import { HttpError, notFound, orThrow, staleVersion } from '../../platform/errors/http-error.ts'
import { type LinkToken, newToken, openToken } from '../../platform/mail/link-tokens.queries.ts'
import type { RequestedDeletion } from '../../platform/trash/deletion.ts'
import { moveToArchive, moveToTrash } from '../../platform/trash/trash.ts'
import { attachDefaultConditions, copyConditions, insertLines, listLines } from './agreements.lines.queries.ts'
import * as queries from './agreements.queries.ts'
import { checkVerification, defaultVerification } from './agreements.settings.service.ts'
import { renewSnapshot } from './agreements.snapshots.service.ts'
import { findTemplate, insertTemplateParts } from './agreements.templates.queries.ts'
import { insertEvent } from './agreements.timeline.queries.ts'

type NewAgreement = z.output<typeof agreementBeginSchema>
type AgreementChanges = z.output<typeof agreementUpdateSchema>

export const agreementNotFound = () => notFound('Avtalen finnes ikke.')

export const fieldError = (field: string, sentence: string): HttpError =>
  new HttpError(400, sentence, { fields: { [field]: sentence } })

type Keys = Pick<Deps, 'signing'>

/** Returns an agreement with its link's token decrypted; the token is empty if it was encrypted with another key. */
const withToken = <Row extends LinkToken>({ signing }: Keys, { sealedToken, tokenHash, ...agreement }: Row) => ({
  ...agreement,
  responseToken: openToken(signing.secrets, { sealedToken, tokenHash }) ?? '',
})

export const listAgreements = async (deps: Deps, archived: boolean): Promise<Agreement[]> =>
  (await queries.listAgreements(deps.database.db, archived)).map((agreement) => withToken(deps, agreement))

export const getAgreement = async (tx: Queryable, keys: Keys, id: string): Promise<Agreement> =>
  withToken(keys, await orThrow(queries.findAgreement(tx, id), agreementNotFound))

export const getAnyAgreement = async (deps: Deps, id: string): Promise<Agreement> =>
  withToken(deps, await orThrow(queries.findAnyAgreement(deps.database.db, id), agreementNotFound))

export const getAgreementForUpdate = (tx: Queryable, id: string): Promise<queries.AgreementRow> =>
  orThrow(queries.lockAgreement(tx, id), agreementNotFound)

/** @throws HttpError 409 with the current agreement when the version is stale. */
export const checkVersion = async (
  tx: Queryable,
  keys: Keys,
  agreement: queries.AgreementRow,
  version: number | undefined,
): Promise<void> => {
  if (version !== undefined && version !== agreement.version) {
    throw staleVersion(await getAgreement(tx, keys, agreement.id))
  }
}

/** @throws HttpError 409 when the agreement is accepted or rejected and so can't change. */
const checkNotFrozen = ({ status }: queries.AgreementRow): void => {
  if (isFrozen(status)) throw new HttpError(409, frozenSentence(status))
}

const checkCustomer = async (tx: Queryable, customerId: number): Promise<void> => {
  if (!(await queries.lockCustomer(tx, customerId))) throw fieldError('customerId', 'Kunden finnes ikke')
}

const checkContactPerson = async (tx: Queryable, id: number | null | undefined, customerId: number): Promise<void> => {
  if (id && !(await queries.lockContactPerson(tx, id, customerId))) {
    throw fieldError('contactPersonId', 'Kontaktpersonen hører ikke til kunden')
  }
}

const claimReference = (tx: Queryable, at: string): Promise<string> =>
  queries.claimReference(tx, Number(osloDay(at).slice(0, 4)))

/** @throws HttpError 400 */
export const createAgreement = (deps: Deps, body: NewAgreement): Promise<Agreement> =>
  deps.database.db.transaction(async (tx) => {
    checkVerification(deps, body.verification)
    await checkCustomer(tx, body.customerId)
    await checkContactPerson(tx, body.contactPersonId, body.customerId)
    const { totalAmount, vatAmount, templateId, title, ...fields } = body
    const at = deps.clock.now().toISOString()
    const template = templateId === undefined ? undefined : await findTemplate(tx, templateId)
    if (templateId !== undefined && !template) throw fieldError('templateId', 'Malen finnes ikke')
    const typed = { totalAmount: totalAmount ?? 0, vatAmount: vatAmount ?? 0 }
    const amounts = template?.content.lines.length ? agreementAmounts(template.content.lines) : typed
    // `link` in a template doesn't count as chosen: the agreement that the template was saved from may have had it by default.
    const chosen =
      fields.verification ?? (template?.content.verification === 'link' ? undefined : template?.content.verification)
    const { id } = await queries.insertAgreement(tx, {
      ...(template && templateFields(template.content, at)),
      ...fields,
      ...amounts,
      verification: chosen ?? (await defaultVerification(tx, amounts)),
      verificationChosen: chosen !== undefined,
      title: title ?? template?.content.title ?? '',
      reference: await claimReference(tx, at),
      ...newToken(deps.signing.secrets),
    })
    if (template) await insertTemplateParts(tx, id, template.content)
    else await attachDefaultConditions(tx, id)
    const detail = template && `Fra malen ${template.name}`
    await insertEvent(tx, { agreementId: id, kind: 'created', actor: 'admin', at, detail })
    return getAgreement(tx, deps, id)
  })

/** Returns the fields that an agreement created at `at` takes from a template, apart from lines and conditions. */
const templateFields = ({ title, validDays, lines, conditions, ...fields }: AgreementTemplateContent, at: string) => ({
  ...fields,
  validUntil: validDays === null ? null : osloDay(addOsloDays(at, validDays)),
})

/** Field names as the timeline shows them. */
const fieldLabels = {
  customerId: 'Kunde',
  contactPersonId: 'Kontaktperson',
  title: 'Tittel',
  description: 'Beskrivelse',
  vatRate: 'MVA-sats',
  validUntil: validityLabels.no,
  totalAmount: 'Sum eks. mva',
  vatAmount: 'MVA',
  reminderDays: 'Påminnelse',
  remindAfterDays: 'Første påminnelse',
  remindEveryDays: 'Påminnelser',
  remindAtMost: 'Antall påminnelser',
  language: 'Språk',
  verification: 'Bekreftelse',
  responsibleName: 'Ansvarlig',
  responsiblePhone: 'Ansvarlig, telefon',
  responsibleEmail: 'Ansvarlig, e-post',
} as const

type Field = keyof typeof fieldLabels

const changedFields = (agreement: queries.AgreementRow, changes: AgreementChanges): Field[] =>
  (Object.keys(fieldLabels) as Field[]).filter(
    (name) => changes[name] !== undefined && changes[name] !== agreement[name],
  )

/** Adds changed fields to the timeline. Returns true if any field changed. */
export const recordChangedFields = async (
  tx: Queryable,
  { clock }: Pick<Deps, 'clock'>,
  agreement: queries.AgreementRow,
  changes: AgreementChanges,
): Promise<boolean> => {
  const changed = changedFields(agreement, changes)
  if (changed.length === 0) return false
  await insertEvent(tx, {
    agreementId: agreement.id,
    kind: 'changed',
    actor: 'admin',
    at: clock.now().toISOString(),
    detail: changed.map((name) => fieldLabels[name]).join(', '),
  })
  return true
}

/** Adds a change to the timeline and, if the agreement is sent, renews its snapshot. */
const recordChange = async (
  tx: Queryable,
  { clock }: Deps,
  { id: agreementId, status }: queries.AgreementRow,
  detail: string,
): Promise<void> => {
  await insertEvent(tx, { agreementId, kind: 'changed', actor: 'admin', at: clock.now().toISOString(), detail })
  if (status === 'sent') await renewSnapshot(tx, agreementId)
}

/** Changes the given fields. If the status is `sent`, the customer sees the new text at once. @throws HttpError 400, 404, 409 */
export const changeAgreement = (deps: Deps, id: string, body: AgreementChanges): Promise<Agreement> =>
  deps.database.db.transaction(async (tx) => {
    const agreement = await getAgreementForUpdate(tx, id)
    checkNotFrozen(agreement)
    await checkVersion(tx, deps, agreement, body.version)
    if (body.verification !== agreement.verification) checkVerification(deps, body.verification)
    const { version: _, ...fields } = body
    const changes = (await listLines(tx, id)).length > 0 ? withoutAmounts(fields) : fields
    await checkParties(tx, agreement, changes)
    const isNewCustomer = changes.customerId !== undefined && changes.customerId !== agreement.customerId
    await queries.updateAgreement(tx, id, {
      ...changes,
      ...(await verificationAfter(tx, agreement, changes)),
      // The old contact person doesn't belong to the new customer.
      ...(isNewCustomer && changes.contactPersonId === undefined && { contactPersonId: null }),
      ...(changes.validUntil !== undefined && changes.validUntil !== agreement.validUntil && { expiryNotedAt: null }),
    })
    const changed = await recordChangedFields(tx, deps, agreement, changes)
    if (changed && agreement.status === 'sent') await renewSnapshot(tx, id)
    return getAgreement(tx, deps, id)
  })

/** Returns the newly chosen verification. For a draft without a chosen verification, returns the default for the amount. */
const verificationAfter = async (
  tx: Queryable,
  agreement: queries.AgreementRow,
  { verification, totalAmount, vatAmount }: AgreementChanges,
): Promise<Partial<Pick<queries.AgreementRow, 'verification' | 'verificationChosen'>>> => {
  if (verification !== undefined && verification !== agreement.verification) {
    return { verification, verificationChosen: true }
  }
  if (agreement.verificationChosen || agreement.status !== 'draft') return {}
  const amounts = { totalAmount: totalAmount ?? agreement.totalAmount, vatAmount: vatAmount ?? agreement.vatAmount }
  return { verification: await defaultVerification(tx, amounts) }
}

/** Drops the amounts: if an agreement has lines, its amounts are computed from the lines. */
const withoutAmounts = ({ totalAmount: _, vatAmount: __, ...fields }: AgreementChanges): AgreementChanges => fields

const checkParties = async (
  tx: Queryable,
  agreement: queries.AgreementRow,
  changes: AgreementChanges,
): Promise<void> => {
  const customerId = changes.customerId ?? agreement.customerId
  if (customerId !== agreement.customerId) {
    // The old customer has the link already.
    if (agreement.status !== 'draft') {
      throw fieldError('customerId', 'Kunden kan ikke byttes etter at avtalen er sendt. Kopier avtalen i stedet.')
    }
    await checkCustomer(tx, customerId)
  }
  await checkContactPerson(tx, changes.contactPersonId, customerId)
}

/**
 * Runs `work` on a locked agreement, updates its amounts if `work` returns `amounts`, and adds `detail` to the timeline. Renews the
 * snapshot if the agreement is sent. Does all this in one transaction.
 * @throws HttpError 404, 409 when it is accepted or rejected, 400 when an amount is too large.
 */
export const changeContent = <Result>(
  deps: Deps,
  id: string,
  work: (
    tx: Queryable,
    agreement: queries.AgreementRow,
  ) => Promise<{ readonly result: Result; readonly detail: string; readonly amounts?: true }>,
): Promise<Result> =>
  deps.database.db.transaction(async (tx) => {
    const agreement = await getAgreementForUpdate(tx, id)
    checkNotFrozen(agreement)
    const { result, detail, amounts } = await work(tx, agreement)
    const lines = amounts && (await listLines(tx, id))
    const changed = lines ? calculate(() => agreementAmounts(lines)) : {}
    await queries.updateAgreement(tx, id, { ...changed, ...(await verificationAfter(tx, agreement, changed)) })
    await recordChange(tx, deps, agreement, detail)
    return result
  })

/** Calculates amounts. @throws HttpError 400 when one is too large. */
export const calculate = <Amounts>(amounts: () => Amounts): Amounts => {
  try {
    return amounts()
  } catch (error) {
    throw error instanceof RangeError ? fieldError('unitPrice', 'Beløpet er for stort') : error
  }
}

/** Deletes an agreement. An accepted one is archived instead, since the bookkeeping law requires keeping it. */
export const removeAgreement = (deps: Deps, id: string, deletion: RequestedDeletion): Promise<void> =>
  deps.database.db.transaction(async (tx) => {
    const agreement = await getAgreementForUpdate(tx, id)
    await checkVersion(tx, deps, agreement, deletion.version)
    if (agreement.status !== 'accepted') {
      await moveToTrash(tx, queries.agreementTrash, [id], deletion)
      await queries.deleteAgreement(tx, id)
      return
    }
    const { at } = deletion
    await moveToArchive(tx, queries.agreementTrash, id, ['archived_at'], deletion)
    await queries.archiveAgreement(tx, id, at)
    await insertEvent(tx, { agreementId: id, kind: 'archived', actor: 'admin', at })
  })

/** Adds the restoration of an agreement to its timeline. */
export const recordRestoration = async (tx: Queryable, agreementId: string, at: string): Promise<void> => {
  await insertEvent(tx, { agreementId, kind: 'changed', actor: 'admin', at, detail: 'Gjenopprettet fra papirkurven' })
}

/** Copies an agreement with its lines and conditions to a new draft. A `validUntil` that has passed is not copied. */
export const copyAgreement = (deps: Deps, id: string): Promise<Agreement> =>
  deps.database.db.transaction(async (tx) => {
    const agreement = await getAgreementForUpdate(tx, id)
    await checkCustomer(tx, agreement.customerId)
    const at = deps.clock.now().toISOString()
    const { id: copy } = await queries.insertAgreement(tx, {
      customerId: agreement.customerId,
      ...pick(agreement, copiedFields),
      reference: await claimReference(tx, at),
      title: copyTitle(agreement.title),
      validUntil: isExpired(agreement.validUntil, at) ? null : agreement.validUntil,
      ...newToken(deps.signing.secrets),
    })
    await copyLines(tx, id, copy)
    await copyConditions(tx, id, copy)
    await insertEvent(tx, {
      agreementId: copy,
      kind: 'created',
      actor: 'admin',
      at,
      detail: `Kopi av ${agreement.title}`,
    })
    return getAgreement(tx, deps, copy)
  })

const pick = <Row, Field extends keyof Row>(row: Row, names: readonly Field[]): Partial<Pick<Row, Field>> => {
  const picked: Partial<Pick<Row, Field>> = {}
  for (const name of names) picked[name] = row[name]
  return picked
}

/** The fields that a copy takes over. Customer, title, `validUntil`, lines and conditions are copied separately. */
const copiedFields = [
  'contactPersonId',
  'description',
  'totalAmount',
  'vatAmount',
  'vatRate',
  'reminderDays',
  'remindAfterDays',
  'remindEveryDays',
  'remindAtMost',
  'language',
  'verification',
  'verificationChosen',
  'responsibleName',
  'responsiblePhone',
  'responsibleEmail',
] as const satisfies readonly (keyof queries.AgreementRow)[]

const copyLines = async (tx: Queryable, from: string, agreementId: string): Promise<void> => {
  const lines = (await listLines(tx, from)).map(({ id, version, createdAt, ...line }, sortOrder) => ({
    ...line,
    agreementId,
    sortOrder,
  }))
  if (lines.length > 0) await insertLines(tx, lines)
}
