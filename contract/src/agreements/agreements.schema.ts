import { z } from 'zod'
import { emailDeliveries } from '../emails/emails.rules.ts'
import * as fields from '../shared/fields.ts'
import { maxOre, oreFromKroner } from '../shared/money.ts'
import * as rules from './agreements.rules.ts'

const { agreementLimits: limits, agreementSentences: sentences } = rules

const amountTooLarge = 'Beløpet er for stort'

/** Returns the schema of an amount in whole øre, which can't be negative. `message` is the error for any other value. */
const oreSchema = (message: string) => z.int(message).min(0, message).max(maxOre, amountTooLarge)

/** Returns a function that chooses the error: "too many decimals" for a text such as `1,234`, else `otherwise`. */
const numberError =
  (label: string, otherwise: string) =>
  ({ input }: { readonly input?: unknown }): string =>
    typeof input === 'string' && /^[\d\s]+[.,]\d{3,}$/.test(input) ? `${label} kan ha høyst to desimaler` : otherwise

const vatRateMessage = 'MVA-sats må være mellom 0 og 100'

/** Percent, 0 to 100, with at most two decimals. */
const vatRateSchema = z
  .number({ error: numberError('MVA-sats', vatRateMessage) })
  .min(0, vatRateMessage)
  .max(100, vatRateMessage)
  .refine((rate) => oreFromKroner(rate) !== null, 'MVA-sats kan ha høyst to desimaler')

const sortOrderSchema = z.int().min(-2_147_483_648).max(2_147_483_647)

const mailStateSchema = z.object({
  emailLogId: z.string(),
  to: z.string(),
  delivery: z.enum(fields.keysOf(emailDeliveries)),
  /** The reason why the last delivery attempt failed; null if it didn't fail. */
  errorMessage: z.string().nullable(),
  at: fields.instantSchema,
})

/** An agreement as returned to the administrator. Amounts are in øre, the total without VAT. `validUntil` is the last day to answer. */
export const agreementSchema = z.object({
  id: z.uuid(),
  /** The agreement's number, such as `A-2026-0007`. */
  reference: z.string(),
  customerId: z.int(),
  customerName: z.string(),
  contactPersonId: z.int().nullable(),
  title: z.string(),
  description: z.string().nullable(),
  status: z.enum(fields.keysOf(rules.agreementStatuses)),
  /** The token of the customer's link; empty if this server lacks the key that encrypted it. */
  responseToken: z.string(),
  totalAmount: z.int(),
  vatAmount: z.int(),
  vatRate: z.number().nullable(),
  validUntil: z.string().nullable(),
  language: z.enum(fields.keysOf(rules.agreementLanguages)),
  verification: z.enum(fields.keysOf(rules.agreementVerifications)),
  /** The employee whom the customer can contact; null means the company itself. */
  responsibleName: z.string().nullable(),
  responsiblePhone: z.string().nullable(),
  responsibleEmail: z.string().nullable(),
  sentAt: fields.instantSchema.nullable(),
  /** The time when the customer first opened the current link. */
  openedAt: fields.instantSchema.nullable(),
  archivedAt: fields.instantSchema.nullable(),
  respondedAt: fields.instantSchema.nullable(),
  customerResponse: z.string().nullable(),
  /** The answerer in words: a name or, without one, a sentence (`answeredByText`). Null before the answer, or once erased. */
  respondedBy: z.string().nullable(),
  answerChannel: z.enum(fields.keysOf(rules.answerChannels)).nullable(),
  /** SHA-256 of the agreement and the answer, in hex. */
  evidence: z.string().nullable(),
  /** A reminder is sent this many days before the last day to answer. Null: no such reminder. */
  reminderDays: z.int().nullable(),
  /** The first reminder is sent this many days after the agreement was sent. Null: no such reminder. */
  remindAfterDays: z.int().nullable(),
  /** Further reminders follow this many days after the previous one. Null: only the first is sent. */
  remindEveryDays: z.int().nullable(),
  /** Scheduled reminders end after this many reminders, manual ones included. A sending that isn't a reminder restarts the count. */
  remindAtMost: z.int(),
  lastMail: mailStateSchema.nullable(),
  ...fields.rowStamps,
})

export type Agreement = z.output<typeof agreementSchema>

const customerId = fields.positiveInt('Kunde ID er påkrevd')
const reminderDays = z
  .int('Antall dager må være et helt tall')
  .min(1, 'Antall dager må være minst 1')
  .max(limits.reminderDays, `Antall dager kan være høyst ${limits.reminderDays}`)

const remindAtMost = z
  .int('Antall påminnelser må være et helt tall')
  .min(1, 'Antall påminnelser må være minst 1')
  .max(limits.reminders, `Antall påminnelser kan være høyst ${limits.reminders}`)

const agreementFields = {
  customerId,
  contactPersonId: fields.orNull(fields.positiveInt('Kontaktperson ID må være et positivt heltall')),
  title: fields.requiredLine(limits.title, 'Tittel'),
  description: fields.changedText(limits.description, 'Beskrivelse'),
  vatRate: fields.orNull(vatRateSchema),
  validUntil: fields.dayOrNull(1900, 2200, 'Ugyldig dato'),
  totalAmount: oreSchema('Totalbeløp må være 0 eller høyere'),
  vatAmount: oreSchema('MVA-beløp må være 0 eller høyere'),
  reminderDays: fields.orNull(reminderDays),
  remindAfterDays: fields.orNull(reminderDays),
  remindEveryDays: fields.orNull(reminderDays),
  remindAtMost,
  language: z.enum(fields.keysOf(rules.agreementLanguages)),
  verification: z.enum(fields.keysOf(rules.agreementVerifications)),
  responsibleName: fields.changedLine(limits.responsible, 'Ansvarlig'),
  responsiblePhone: fields.changedLine(50, 'Telefon'),
  responsibleEmail: fields.orNull(fields.emailSchema),
}

/** A new agreement, always a draft. Once it has lines, its amounts are computed from them. */
export const agreementCreateSchema = z.object({
  ...agreementFields,
  contactPersonId: agreementFields.contactPersonId.optional(),
  description: fields.optionalText(limits.description, 'Beskrivelse'),
  vatRate: agreementFields.vatRate.optional(),
  validUntil: agreementFields.validUntil.optional(),
  totalAmount: agreementFields.totalAmount.nullish(),
  vatAmount: agreementFields.vatAmount.nullish(),
  reminderDays: agreementFields.reminderDays.optional(),
  remindAfterDays: agreementFields.remindAfterDays.optional(),
  remindEveryDays: agreementFields.remindEveryDays.optional(),
  remindAtMost: remindAtMost.optional(),
  language: agreementFields.language.optional(),
  verification: agreementFields.verification.optional(),
  responsibleName: agreementFields.responsibleName.optional(),
  responsiblePhone: agreementFields.responsiblePhone.optional(),
  responsibleEmail: agreementFields.responsibleEmail.optional(),
})

/** Absent fields keep their value; a stale `version` is a conflict. */
export const agreementUpdateSchema = z.object({ ...agreementFields, version: fields.readVersionSchema }).partial()

/** A line of an agreement. `unitPrice` and `totalPrice` are in øre without VAT, `vatRate` is in percent. */
export const agreementLineSchema = z.object({
  id: z.uuid(),
  agreementId: z.uuid(),
  productId: z.int().nullable(),
  description: z.string(),
  quantity: z.int(),
  unitPrice: z.int(),
  vatRate: z.number(),
  totalPrice: z.int(),
  sortOrder: z.int(),
  version: fields.versionSchema,
  createdAt: fields.instantSchema,
})

export type AgreementLine = z.output<typeof agreementLineSchema>

/** Returns true for a number with decimals and for a text with such a number: `2,5`. */
const isFraction = (input: unknown): boolean =>
  typeof input === 'string' ? /^\d+[.,]\d+$/.test(input.trim()) : typeof input === 'number' && input % 1 !== 0

const quantityMessage = 'Antall må være minst 1'
const quantity = z
  .int({ error: ({ input }) => (isFraction(input) ? 'Antall må være et helt tall' : quantityMessage) })
  .min(1, quantityMessage)
  .max(limits.quantity, `Antall kan være høyst ${limits.quantity}`)

const lineFields = {
  /** Null for a line without a product. */
  productId: fields.orNull(fields.positiveInt('Produkt ID er påkrevd')),
  description: fields.requiredText(limits.lineDescription, 'Beskrivelse'),
  quantity,
  unitPrice: oreSchema('Enhetspris må være 0 eller høyere'),
  vatRate: vatRateSchema,
  /** Computed by the server; the client's value is ignored. */
  totalPrice: oreSchema('Total pris må være 0 eller høyere').nullable(),
  sortOrder: sortOrderSchema,
}

export const agreementLineCreateSchema = z.object({
  ...lineFields,
  productId: lineFields.productId.optional(),
  quantity: quantity.nullish().transform((value) => value ?? 1),
  vatRate: vatRateSchema.nullish().transform((value) => value ?? rules.defaultVatRate),
  totalPrice: lineFields.totalPrice.optional(),
  sortOrder: sortOrderSchema.nullish(),
})

/** Absent fields keep their value; a stale `version` is a conflict. */
export const agreementLineUpdateSchema = z.object({ ...lineFields, version: fields.readVersionSchema }).partial()

/** An agreement's copy of a condition; `customContent` replaces `content` if set. */
export const agreementConditionSchema = z.object({
  id: z.uuid(),
  agreementId: z.uuid(),
  conditionId: z.int().nullable(),
  name: z.string(),
  content: z.string(),
  customContent: z.string().nullable(),
  sortOrder: z.int(),
  version: fields.versionSchema,
  createdAt: fields.instantSchema,
})

export type AgreementCondition = z.output<typeof agreementConditionSchema>

const customContent = fields.changedText(limits.conditionContent, 'Egen tekst')

export const agreementConditionCreateSchema = z.object({
  conditionId: fields.positiveInt('Betingelse ID er påkrevd'),
  customContent: fields.optionalText(limits.conditionContent, 'Egen tekst'),
  sortOrder: sortOrderSchema.nullish(),
})

/** Absent fields keep their value; an empty `customContent` restores the condition's text. */
export const agreementConditionUpdateSchema = z
  .object({ customContent, sortOrder: sortOrderSchema, version: fields.readVersionSchema })
  .partial()

/** The ids of all lines, or of all conditions, in their new order. */
const orderedIds = z.array(z.uuid('Ugyldig id')).max(limits.lines)

export const orderSchema = z.object({
  ids: orderedIds,
  /** The order that the client last read; if the stored order differs, the server answers 409. */
  known: orderedIds.nullish(),
})

/** The request to send an agreement. Without `recipientEmail`, the mail goes to the contact person's address. */
export const agreementSendSchema = z.object({
  contactPersonId: fields.positiveInt(sentences.noRecipient),
  recipientEmail: z
    .string(sentences.noRecipient)
    .trim()
    .min(1, sentences.noRecipient)
    .pipe(fields.emailSchema)
    .nullish(),
  recipientName: fields.optionalLine(401, 'Mottaker'),
  /** A few personal words at the top of the mail. */
  message: fields.optionalText(limits.personalMessage, 'Melding'),
  /** Addresses that get a copy of the mail. */
  cc: z
    .array(fields.emailSchema)
    .max(limits.cc, `Kan ha høyst ${limits.cc} kopimottakere`)
    .nullish()
    .transform((cc) => cc ?? []),
  attachPdf: fields.flag(false),
  /** `verification`, `language` and `validUntil` replace the agreement's stored values, unless the agreement is accepted. */
  verification: agreementFields.verification.optional(),
  language: agreementFields.language.optional(),
  validUntil: agreementFields.validUntil.optional(),
  version: fields.readVersionSchema,
})

/** The mail's fields that the sending dialog can change. Absent fields default to the agreement's values. */
export const mailPreviewSchema = agreementSendSchema
  .pick({ recipientName: true, message: true, language: true, validUntil: true })
  .extend({ attachPdf: z.enum(['true', 'false']).optional() })

export const agreementEventSchema = z.object({
  id: z.int(),
  kind: z.enum(fields.keysOf(rules.agreementEvents)),
  actor: z.enum(fields.keysOf(rules.eventActors)),
  /** The name of the administrator who acted with a personal account; else null. */
  author: z.string().nullable(),
  at: fields.instantSchema,
  /** The change that was made, the reason why a mail failed, or the customer's message, depending on `kind`. */
  detail: z.string().nullable(),
  recipientName: z.string().nullable(),
  recipientEmail: z.string().nullable(),
  action: z.enum(fields.keysOf(rules.answerActions)).nullable(),
  channel: z.enum(fields.keysOf(rules.answerChannels)).nullable(),
  /** The IP address of the customer's request. */
  address: z.string().nullable(),
  userAgent: z.string().nullable(),
})

export type AgreementEvent = z.output<typeof agreementEventSchema>

export const agreementFormSchema = agreementCreateSchema
  .pick({
    title: true,
    description: true,
    vatRate: true,
    validUntil: true,
    reminderDays: true,
    remindAfterDays: true,
    remindEveryDays: true,
    remindAtMost: true,
    language: true,
    verification: true,
    responsibleName: true,
    responsiblePhone: true,
    responsibleEmail: true,
  })
  .extend({ customerId: fields.positiveInt('Du må velge en kunde') })

/** The panel's form for a line, with its own messages; `unitPrice` is in øre. */
export const agreementLineFormSchema = agreementLineCreateSchema
  .pick({ productId: true, quantity: true, vatRate: true })
  .extend({
    version: fields.readVersionSchema,
    description: z.string().trim().min(1, 'Beskrivelse er påkrevet').max(limits.lineDescription),
    unitPrice: z
      .int({ error: numberError('Enhetspris', 'Enhetspris må være positiv') })
      .min(0, 'Enhetspris må være positiv')
      .max(maxOre, amountTooLarge),
  })

/** The form for a product created from the line dialog, with its own messages; `salesPrice` is in kroner. */
export const inlineProductFormSchema = z.object({
  number: z.string().trim().min(1, 'Produktnummer er påkrevet').max(100),
  name: z.string().trim().min(1, 'Produktnavn er påkrevet').max(200),
  salesPrice: z
    .number({ error: numberError('Salgspris', 'Salgspris må være positiv') })
    .min(0, 'Salgspris må være positiv')
    .refine((kroner) => oreFromKroner(kroner) !== null, 'Salgspris kan ha høyst to desimaler'),
  description: fields.optionalText(limits.lineDescription, 'Beskrivelse'),
})

/** A template's values for a new agreement. Prices are in øre. `validDays` counts from the day when the agreement is created. */
export const agreementTemplateContentSchema = z.object({
  title: agreementFields.title,
  description: agreementFields.description,
  vatRate: agreementFields.vatRate,
  validDays: fields.orNull(z.int('Antall dager må være et helt tall').min(1).max(3_650)),
  language: agreementFields.language,
  verification: agreementFields.verification,
  reminderDays: agreementFields.reminderDays,
  remindAfterDays: agreementFields.remindAfterDays,
  remindEveryDays: agreementFields.remindEveryDays,
  remindAtMost,
  lines: z
    .array(
      z.object({
        productId: z.int().nullable(),
        description: z.string(),
        quantity: z.int(),
        unitPrice: z.int(),
        vatRate: z.number(),
      }),
    )
    .max(limits.lines),
  conditions: z
    .array(
      z.object({
        conditionId: z.int().nullable(),
        name: z.string(),
        content: z.string(),
        customContent: z.string().nullable(),
      }),
    )
    .max(limits.lines),
})

export type AgreementTemplateContent = z.output<typeof agreementTemplateContentSchema>
