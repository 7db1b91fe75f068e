import { createHash } from 'node:crypto'
import {
  type AgreementStatus,
  type AnswerAction,
  type AnswerChannel,
  agreementLanguages,
} from '@kontor/contract/agreements/agreements.rules'
import { keysOf } from '@kontor/contract/shared/fields'
import { z } from 'zod'

type Json = string | number | boolean | null | readonly Json[] | { readonly [key: string]: Json | undefined }

/**
 * Canonical JSON (RFC 8785): no white space, keys sorted by UTF-16 code units, numbers and strings as ECMAScript serializes
 * them; absent and undefined fields are left out. Equal values give equal bytes on every machine.
 */
export const canonicalJson = (value: Json): string => {
  if (value === null || typeof value !== 'object') return JSON.stringify(value)
  if (isList(value)) return `[${value.map(canonicalJson).join(',')}]`
  const fields = Object.entries(value)
    .sort(([one], [other]) => (one < other ? -1 : 1))
    .flatMap(([key, field]) => (field === undefined ? [] : [`${JSON.stringify(key)}:${canonicalJson(field)}`]))
  return `{${fields.join(',')}}`
}

const isList = (value: object): value is readonly Json[] => Array.isArray(value)

const text = z.string().nullable()

/** The full text that a customer was shown; amounts in øre. Stored as canonical JSON. */
export const snapshotSchema = z.object({
  /** The first one lacks what is optional below. */
  format: z.enum(['kontor-agreement-1', 'kontor-agreement-2']),
  agreementId: z.uuid(),
  /** Counts the snapshots of this agreement, from 1. */
  number: z.int(),
  reference: z.string().optional(),
  language: z.enum(keysOf(agreementLanguages)).optional(),
  title: z.string(),
  description: text,
  validUntil: text,
  currency: z.literal('NOK'),
  totalAmount: z.int(),
  vatAmount: z.int(),
  seller: z.object({
    name: z.string(),
    organizationNumber: z.string(),
    address: z.string(),
    email: z.string(),
    phone: z.string().optional(),
    /** Whom the customer can ask; null is the company itself. */
    responsible: z.object({ name: z.string(), phone: text, email: text }).nullable().optional(),
  }),
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

export const parseSnapshot = (content: string): Snapshot => snapshotSchema.parse(JSON.parse(content))

export const sameContent = (one: Snapshot, other: Snapshot): boolean =>
  canonicalJson({ ...one, number: 0 }) === canonicalJson({ ...other, number: 0 })

export interface HashedAnswer {
  readonly action: AnswerAction
  readonly channel: AnswerChannel
  readonly message: string | null
  readonly name: string | null
  /** The server's time. */
  readonly answeredAt: string
}

/** In hex. */
export const sha256 = (content: string): string => createHash('sha256').update(content, 'utf8').digest('hex')

/**
 * The evidence of answers from before the chain (`agreements.chain.ts`): SHA-256, in hex, of the canonical JSON of
 * `{"agreement": <snapshot>, "answer": {action, channel, message, name}, "answeredAt": <server's time>}`.
 */
export const evidenceOf = (snapshot: Snapshot, { action, channel, message, name, answeredAt }: HashedAnswer): string =>
  sha256(canonicalJson({ agreement: snapshot, answer: { action, channel, message, name }, answeredAt }))

/** The ETag of the public view: covers its text and its status. */
export const viewTag = (
  status: AgreementStatus,
  shown: { readonly snapshot: Snapshot | null; readonly title: string; readonly evidence: string | null },
): string => `"${sha256(canonicalJson({ status, ...shown })).slice(0, 43)}"`

/** Whether `If-Match` names a tag. Ignores `W/`: a proxy that compresses responses weakens their tags. */
export const matchesTag = (ifMatch: string, tag: string): boolean =>
  ifMatch.split(',').some((one) => ['*', tag].includes(one.trim().replace(/^W\//, '')))
