import { agreementLanguages } from '@kontor/contract/agreements/agreements.rules'
import { keysOf } from '@kontor/contract/shared/fields'
import { z } from 'zod'
import { canonicalJson } from '../../platform/signing/canonical.ts'

const text = z.string().nullable()

/** The full text that a customer was shown; amounts in øre. Stored as canonical JSON. */
export const snapshotSchema = z.object({
  /** Version 1 lacks the fields that are optional below. */
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
    /** The customer's contact in the office; null if it is the company itself. */
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
