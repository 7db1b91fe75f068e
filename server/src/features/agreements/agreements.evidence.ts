import { createHash } from 'node:crypto'
import type { AgreementStatus, AnswerAction, AnswerChannel } from '@kontor/contract/agreements/agreements.rules'
import { z } from 'zod'

/** What canonical JSON is made of. */
type Json = string | number | boolean | null | readonly Json[] | { readonly [key: string]: Json }

/**
 * The one text for a value: JSON without white space, keys in the order of their UTF-16 code units, numbers and strings as
 * ECMAScript writes them (RFC 8785). The same value gives the same bytes on every machine and at any time.
 */
export const canonicalJson = (value: Json): string => {
  if (value === null || typeof value !== 'object') return JSON.stringify(value)
  if (isList(value)) return `[${value.map(canonicalJson).join(',')}]`
  const fields = Object.entries(value).sort(([one], [other]) => (one < other ? -1 : 1))
  return `{${fields.map(([key, field]) => `${JSON.stringify(key)}:${canonicalJson(field)}`).join(',')}}`
}

const isList = (value: object): value is readonly Json[] => Array.isArray(value)

const text = z.string().nullable()

/** What a customer was shown, whole; amounts in øre. Stored as canonical JSON. */
export const snapshotSchema = z.object({
  format: z.literal('kontor-agreement-1'),
  agreementId: z.uuid(),
  /** Counts the texts that the customer of this agreement was shown, from 1. */
  number: z.int(),
  title: z.string(),
  description: text,
  validUntil: text,
  currency: z.literal('NOK'),
  totalAmount: z.int(),
  vatAmount: z.int(),
  seller: z.object({ name: z.string(), organizationNumber: z.string(), address: z.string(), email: z.string() }),
  customer: z.object({
    name: z.string(),
    organizationNumber: text,
    address: text,
    postCode: text,
    city: text,
  }),
  contactPerson: z
    .object({ firstName: z.string(), lastName: z.string(), email: z.string(), mobilePhone: text })
    .nullable(),
  products: z.array(
    z.object({
      description: z.string(),
      productId: z.int().nullable(),
      quantity: z.int(),
      unitPrice: z.int(),
      vatRate: z.number(),
      totalPrice: z.int(),
    }),
  ),
  conditions: z.array(z.object({ name: z.string(), content: z.string(), customContent: text })),
})

export type Snapshot = z.output<typeof snapshotSchema>

/** Reads a stored snapshot. Throws when it is none. */
export const parseSnapshot = (content: string): Snapshot => snapshotSchema.parse(JSON.parse(content))

/** Whether two snapshots say the same, whatever their numbers. */
export const sameContent = (one: Snapshot, other: Snapshot): boolean =>
  canonicalJson({ ...one, number: 0 }) === canonicalJson({ ...other, number: 0 })

/** An answer as it counts as evidence. */
export interface EvidentAnswer {
  readonly action: AnswerAction
  readonly channel: AnswerChannel
  readonly message: string | null
  readonly name: string | null
  /** The server's time. */
  readonly answeredAt: string
}

/** Who answered: as they say, or the contact person of the agreement, to whom the link was sent. */
export const answeredBy = (name: string | null, { contactPerson }: Snapshot): string | null => {
  if (name || !contactPerson) return name
  return `${contactPerson.firstName} ${contactPerson.lastName}`.trim()
}

const sha256 = (content: string): string => createHash('sha256').update(content, 'utf8').digest('hex')

/**
 * SHA-256, in hex, over what was answered, the answer and the server's time: over the canonical JSON of
 * `{"agreement": <snapshot>, "answer": {action, channel, message, name}, "answeredAt": <time>}`.
 */
export const evidenceOf = (snapshot: Snapshot, { answeredAt, ...answer }: EvidentAnswer): string => {
  const { action, channel, message, name } = answer
  return sha256(canonicalJson({ agreement: snapshot, answer: { action, channel, message, name }, answeredAt }))
}

/** The ETag of what the holder of the link sees: of the text and of the state it is in. */
export const viewTag = (
  status: AgreementStatus,
  shown: { readonly snapshot: Snapshot | null; readonly title: string; readonly evidence: string | null },
): string => `"${sha256(canonicalJson({ status, ...shown })).slice(0, 43)}"`

/** Whether an `If-Match` names a tag. A proxy that packs answers makes tags weak on the way; they mean the same text. */
export const matchesTag = (ifMatch: string, tag: string): boolean =>
  ifMatch.split(',').some((one) => ['*', tag].includes(one.trim().replace(/^W\//, '')))
