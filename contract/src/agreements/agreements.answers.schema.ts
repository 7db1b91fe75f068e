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
  /** The code that was sent to the recipient: six digits. Needed where the agreement asks for one. */
  code: fields.optionalLine(20, 'Kode'),
  /** The id of a completed identification. Needed where the agreement asks for eID. */
  identification: fields.optionalLine(100, 'Identifikasjon'),
})

/** A code was sent to the address that the link was sent to. */
export const sentCodeSchema = z.object({
  /** The whole address: anyone with the link sees it on the page anyway. */
  sentTo: z.string(),
  expiresAt: fields.instantSchema,
})

/** The page on which the customer identifies themselves; the provider leads back to the agreement's page. */
export const begunIdentificationSchema = z.object({ url: z.string() })

/** The name that the provider gave. */
export const identificationSchema = z.object({ name: z.string().nullable() })

export const phoneAnswerSchema = z.object({
  action,
  message,
  name,
  version: fields.readVersionSchema,
})

/** All that the holder of the link can see. A draft shows only its title and status. */
export const publicAgreementSchema = z.object({
  /** Set when the office's own session reads it, which can't answer in the customer's place. */
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
    /** Once expired, the only possible answer is "contact". */
    expired: z.boolean(),
    respondedAt: fields.instantSchema.nullable(),
    customerResponse: z.string().nullable(),
    respondedBy: z.string().nullable(),
    answerChannel: z.enum(fields.keysOf(rules.answerChannels)).nullable(),
    evidence: z.string().nullable(),
    /** The answer's place among all answers. */
    evidenceNumber: z.int().nullable(),
    /** The address that the link was sent to last. */
    linkSentTo: z.string().nullable(),
    /** True if an answer can be identified by eID here. */
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
          /** The person's photo in the company's team; null or absent without one. */
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
