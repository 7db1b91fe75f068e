import { z } from 'zod'
import * as fields from '../shared/fields.ts'
import * as rules from './agreements.rules.ts'

const { agreementLimits: limits } = rules

const message = fields.optionalText(limits.message, 'Melding')
const action = z.enum(fields.keysOf(rules.answerActions), 'Velg hva du vil svare')

/** The name of the person who answered, if given. */
const name = fields.optionalLine(limits.answeredBy, 'Navn')

export const answerSchema = z.object({
  action,
  message,
  name,
  /** The six-digit code that was mailed to the recipient. Required to accept or reject if the agreement's verification is a code. */
  code: fields.optionalLine(20, 'Kode'),
  /** The id of a completed identification. Required to accept or reject if the agreement's verification is eID. */
  identification: fields.optionalLine(100, 'Identifikasjon'),
})

/** The response after the server mailed a code to the address that last received the link. */
export const sentCodeSchema = z.object({
  /** The full address, unmasked: anyone with the link sees it on the page anyway. */
  sentTo: z.string(),
  expiresAt: fields.instantSchema,
})

/** The provider's page where the customer identifies themselves. The provider then redirects to the agreement's page. */
export const begunIdentificationSchema = z.object({ url: z.string() })

/** The customer's name from the eID provider; null if it returned none. */
export const identificationSchema = z.object({ name: z.string().nullable() })

export const phoneAnswerSchema = z.object({
  action,
  message,
  name,
  version: fields.readVersionSchema,
})

/** The agreement as shown to anyone with the link. A draft is shown without its text, lines and parties. */
export const publicAgreementSchema = z.object({
  /** True if the caller is logged in to the office and therefore can't answer as the customer. */
  office: z.literal(true).optional(),
  agreement: z.object({
    title: z.string(),
    reference: z.string(),
    language: z.enum(fields.keysOf(rules.agreementLanguages)),
    verification: z.enum(fields.keysOf(rules.agreementVerifications)),
    sentAt: fields.instantSchema.nullable(),
    status: z.enum(fields.keysOf(rules.agreementStatuses)),
    description: z.string().nullable(),
    totalAmount: z.int().nullable(),
    vatAmount: z.int().nullable(),
    validUntil: z.string().nullable(),
    /** True after the last day, when the only possible answer is "contact". */
    expired: z.boolean(),
    respondedAt: fields.instantSchema.nullable(),
    customerResponse: z.string().nullable(),
    respondedBy: z.string().nullable(),
    answerChannel: z.enum(fields.keysOf(rules.answerChannels)).nullable(),
    evidence: z.string().nullable(),
    /** The answer's serial number: the server numbers the answers to all agreements in order of time. */
    evidenceNumber: z.int().nullable(),
    /** The address that the link was sent to last. */
    linkSentTo: z.string().nullable(),
    /** True if this server can identify customers by eID. */
    eid: z.boolean(),
  }),
  /** The company that makes the offer, and its contact person. */
  seller: z
    .object({
      name: z.string(),
      organizationNumber: z.string(),
      address: z.string(),
      email: z.string(),
      phone: z.string().nullable(),
      responsible: z
        .object({
          name: z.string(),
          phone: z.string().nullable(),
          email: z.string().nullable(),
          /** The person's photo, if they are in the company's team and have one. */
          photo: z.string().nullable().optional(),
        })
        .nullable(),
    })
    .nullable(),
  customer: z
    .object({
      name: z.string(),
      organizationNumber: z.string().nullable(),
      address: z.string().nullable(),
      postCode: z.string().nullable(),
      city: z.string().nullable(),
    })
    .nullable(),
  contactPerson: z
    .object({
      firstName: z.string(),
      lastName: z.string(),
      email: z.string(),
      mobilePhone: z.string().nullable(),
    })
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
  conditions: z.array(z.object({ name: z.string(), content: z.string(), customContent: z.string().nullable() })),
})

export type PublicAgreement = z.output<typeof publicAgreementSchema>
