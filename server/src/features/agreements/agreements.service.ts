import { randomBytes } from 'node:crypto'
import { agreementSentences, copyTitle, isExpired, isFrozen } from '@kontor/contract/agreements/agreements.rules'
import type {
  Agreement,
  agreementCreateSchema,
  agreementUpdateSchema,
} from '@kontor/contract/agreements/agreements.schema'
import { agreementAmounts } from '@kontor/contract/shared/money'
import type { z } from 'zod'
import type { Queryable } from '../../platform/database/database.ts'
import type { Deps } from '../../platform/deps.ts'
import { HttpError, notFound, staleVersion } from '../../platform/errors/http-error.ts'
import { insertEvent } from './agreements.evidence.queries.ts'
import { attachDefaultConditions, copyConditions, insertLines, listLines } from './agreements.lines.queries.ts'
import {
  type AgreementRow,
  archiveAgreement,
  deleteAgreement,
  findAgreement,
  holdAgreement,
  holdContactPerson,
  holdCustomer,
  insertAgreement,
  updateAgreement,
} from './agreements.queries.ts'
import { renewSnapshot } from './agreements.snapshots.service.ts'

type NewAgreement = z.output<typeof agreementCreateSchema>
type AgreementChanges = z.output<typeof agreementUpdateSchema>

/** 256 random bits: who has it may read and answer the agreement. */
const newToken = (): string => randomBytes(32).toString('base64url')

const gone = () => notFound('Avtalen finnes ikke.')

/** One field that does not fit what is stored. */
export const misfit = (field: string, sentence: string): HttpError =>
  new HttpError(400, sentence, { fields: { [field]: sentence } })

/** The agreement as the office shows it. @throws HttpError 404 */
export const existing = async (db: Queryable, id: string): Promise<Agreement> => {
  const found = await findAgreement(db, id)
  if (!found) throw gone()
  return found
}

/** Holds an agreement until the transaction has ended. @throws HttpError 404 */
export const hold = async (tx: Queryable, id: string): Promise<AgreementRow> => {
  const held = await holdAgreement(tx, id)
  if (!held) throw gone()
  return held
}

/** @throws HttpError 409 with the agreement as it is now, when somebody else has changed it. */
export const checkVersion = async (tx: Queryable, held: AgreementRow, version: number | undefined): Promise<void> => {
  if (version !== undefined && version !== held.version) throw staleVersion(await existing(tx, held.id))
}

/** @throws HttpError 409 when what was agreed stands for good. */
const checkNotFrozen = ({ status }: AgreementRow): void => {
  if (isFrozen(status)) throw new HttpError(409, agreementSentences.frozen)
}

const checkCustomer = async (tx: Queryable, customerId: number): Promise<void> => {
  if (!(await holdCustomer(tx, customerId))) throw misfit('customerId', 'Kunden finnes ikke')
}

const checkContactPerson = async (tx: Queryable, id: number | null | undefined, customerId: number): Promise<void> => {
  if (id && !(await holdContactPerson(tx, id, customerId))) {
    throw misfit('contactPersonId', 'Kontaktpersonen hører ikke til kunden')
  }
}

/** Begins an agreement as a draft, with copies of the active default conditions. */
export const createAgreement = ({ database, clock }: Deps, body: NewAgreement): Promise<Agreement> =>
  database.db.transaction(async (tx) => {
    await checkCustomer(tx, body.customerId)
    await checkContactPerson(tx, body.contactPersonId, body.customerId)
    const { totalAmount, vatAmount, ...fields } = body
    const id = await insertAgreement(tx, {
      ...fields,
      totalAmount: totalAmount ?? 0,
      vatAmount: vatAmount ?? 0,
      responseToken: newToken(),
    })
    await attachDefaultConditions(tx, id)
    await insertEvent(tx, { agreementId: id, kind: 'created', actor: 'admin', at: clock.now().toISOString() })
    return existing(tx, id)
  })

/** The words of a change in the timeline. */
const fieldLabels = {
  customerId: 'Kunde',
  contactPersonId: 'Kontaktperson',
  title: 'Tittel',
  description: 'Beskrivelse',
  vatRate: 'MVA-sats',
  validUntil: 'Gyldig til',
  totalAmount: 'Sum eks. mva',
  vatAmount: 'MVA',
  reminderDays: 'Påminnelse',
} as const

type Field = keyof typeof fieldLabels

const isField = (name: string): name is Field => Object.hasOwn(fieldLabels, name)

/** What of the changes says something else than what is stored. */
const realChanges = (held: AgreementRow, changes: AgreementChanges): Field[] =>
  Object.keys(changes).filter(
    (name): name is Field => isField(name) && changes[name] !== undefined && changes[name] !== held[name],
  )

/**
 * Changes an agreement; absent fields stay. While it is out, the customer sees the new text at once.
 * @throws HttpError 404, 409 when it is accepted or somebody else has changed it, 400 when a field does not fit.
 */
export const changeAgreement = ({ database, clock }: Deps, id: string, body: AgreementChanges): Promise<Agreement> =>
  database.db.transaction(async (tx) => {
    const held = await hold(tx, id)
    checkNotFrozen(held)
    await checkVersion(tx, held, body.version)
    const { version: _, ...fields } = body
    const changes = (await listLines(tx, id)).length > 0 ? withoutAmounts(fields) : fields
    await checkParties(tx, held, changes)
    const changed = realChanges(held, changes)
    const movedTo = changes.customerId !== undefined && changes.customerId !== held.customerId
    await updateAgreement(tx, id, {
      ...changes,
      // Another customer has other people.
      ...(movedTo && changes.contactPersonId === undefined && { contactPersonId: null }),
    })
    if (changed.length > 0) {
      const detail = changed.map((name) => fieldLabels[name]).join(', ')
      const at = clock.now().toISOString()
      await insertEvent(tx, { agreementId: id, kind: 'changed', actor: 'admin', at, detail })
      if (held.status === 'sent') await renewSnapshot(tx, id)
    }
    return existing(tx, id)
  })

/** The amounts of an agreement with lines are the lines'. */
const withoutAmounts = ({ totalAmount: _, vatAmount: __, ...fields }: AgreementChanges): AgreementChanges => fields

const checkParties = async (tx: Queryable, held: AgreementRow, changes: AgreementChanges): Promise<void> => {
  const customerId = changes.customerId ?? held.customerId
  if (customerId !== held.customerId) {
    // The link that was sent belongs to the old one.
    if (held.status !== 'draft') {
      throw misfit('customerId', 'Kunden kan ikke byttes etter at avtalen er sendt. Kopier avtalen i stedet.')
    }
    await checkCustomer(tx, customerId)
  }
  await checkContactPerson(tx, changes.contactPersonId, customerId)
}

/**
 * Changes the content of an agreement under its lock: `work` may do so, `detail` tells the timeline what it did. The amounts
 * follow, and while the agreement is out the customer sees the new text, all in one transaction.
 * @throws HttpError 404, 409 when it is accepted, 400 when an amount becomes too large.
 */
export const changeContent = <Result>(
  { database, clock }: Deps,
  id: string,
  work: (tx: Queryable) => Promise<{ readonly result: Result; readonly detail: string; readonly amounts?: true }>,
): Promise<Result> =>
  database.db.transaction(async (tx) => {
    const held = await hold(tx, id)
    checkNotFrozen(held)
    const { result, detail, amounts } = await work(tx)
    await updateAgreement(tx, id, amounts ? sumOf(await listLines(tx, id)) : {})
    const at = clock.now().toISOString()
    await insertEvent(tx, { agreementId: id, kind: 'changed', actor: 'admin', at, detail })
    if (held.status === 'sent') await renewSnapshot(tx, id)
    return result
  })

const sumOf = (lines: Parameters<typeof agreementAmounts>[0]): ReturnType<typeof agreementAmounts> => {
  try {
    return agreementAmounts(lines)
  } catch (error) {
    if (error instanceof RangeError) throw misfit('unitPrice', 'Beløpet er for stort')
    throw error
  }
}

/** Deletes an agreement; an accepted one is hidden instead, since what was agreed is kept (bookkeeping law). */
export const removeAgreement = ({ database, clock }: Deps, id: string): Promise<void> =>
  database.db.transaction(async (tx) => {
    const held = await hold(tx, id)
    if (!isFrozen(held.status)) {
      await deleteAgreement(tx, id)
      return
    }
    const at = clock.now().toISOString()
    await archiveAgreement(tx, id, at)
    await insertEvent(tx, { agreementId: id, kind: 'archived', actor: 'admin', at })
  })

/** Copies an agreement with its lines and conditions as a new draft; a last day that is over is left out. */
export const copyAgreement = ({ database, clock }: Deps, id: string): Promise<Agreement> =>
  database.db.transaction(async (tx) => {
    const held = await hold(tx, id)
    await checkCustomer(tx, held.customerId)
    const at = clock.now().toISOString()
    const { customerId, contactPersonId, description, totalAmount, vatAmount, vatRate, reminderDays } = held
    const copy = await insertAgreement(tx, {
      customerId,
      contactPersonId,
      description,
      totalAmount,
      vatAmount,
      vatRate,
      reminderDays,
      title: copyTitle(held.title),
      validUntil: isExpired(held.validUntil, at) ? null : held.validUntil,
      responseToken: newToken(),
    })
    await copyLines(tx, id, copy)
    await copyConditions(tx, id, copy)
    await insertEvent(tx, { agreementId: copy, kind: 'created', actor: 'admin', at, detail: `Kopi av ${held.title}` })
    return existing(tx, copy)
  })

const copyLines = async (tx: Queryable, from: string, agreementId: string): Promise<void> => {
  const lines = await listLines(tx, from)
  if (lines.length === 0) return
  await insertLines(
    tx,
    lines.map(({ productId, description, quantity, unitPrice, vatRate, totalPrice }, sortOrder) => ({
      agreementId,
      productId,
      description,
      quantity,
      unitPrice,
      vatRate,
      totalPrice,
      sortOrder,
    })),
  )
}
