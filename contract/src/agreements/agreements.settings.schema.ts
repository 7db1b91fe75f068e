import { z } from 'zod'
import * as fields from '../shared/fields.ts'
import { maxOre } from '../shared/money.ts'

const tooSmall = 'Beløpet må være 0 eller høyere'

/** An amount in øre, VAT included. Agreements above it ask for a code unless a user chose another verification; null turns this off. */
const codeAbove = fields.orNull(z.int(tooSmall).min(0, tooSmall).max(maxOre, 'Beløpet er for stort'))

/** The office's settings, with the key that signs evidence and the certificate that seals PDFs. */
export const agreementSettingsSchema = z.object({
  codeAbove: z.int().nullable(),
  /** True if an OpenID provider is configured, so that customers can identify themselves with an eID. */
  eid: z.boolean(),
  key: z.object({ id: z.string(), since: fields.instantSchema }),
  /** `fingerprint` is the certificate's SHA-256 in hex. */
  seal: z.object({
    holder: z.string(),
    fingerprint: z.string(),
    selfSigned: z.boolean(),
    since: fields.instantSchema,
  }),
  /** The host of the timestamp authority; null if none is configured. */
  timestampAuthority: z.string().nullable(),
})

export type AgreementSettings = z.output<typeof agreementSettingsSchema>

/** A change of `codeAbove`. If `known` differs from the stored amount, the server answers 409; without `known`, it doesn't check. */
export const agreementSettingsChangeSchema = z.object({ codeAbove, known: z.int().nullable().optional() })
