import { z } from 'zod'
import { withoutHidden } from '../shared/composed.ts'
import { tooLong } from '../shared/fields.ts'
import { companySearch, isOrganizationNumber } from './company-register.rules.ts'

/** Register data under the register's own names, without birth dates. `null` means unknown unless a field says otherwise, never zero. */

const text = z.string().nullable()

const day = z.iso.date().nullable()

const codeSchema = z.object({ kode: z.string(), beskrivelse: z.string() })

const addressSchema = z.object({
  adresse: z.array(z.string()),
  postnummer: text,
  poststed: text,
  kommune: text,
  /** The country's name; null for an address in Norway. */
  land: text,
})

export const companySchema = z.object({
  organisasjonsnummer: z.string(),
  navn: z.string(),
  organisasjonsform: codeSchema.nullable(),
  /** For a sub-unit (*underenhet*), the organisation number of its company, which has the roles and accounts; null for a company. */
  overordnetEnhet: text,
  epost: text,
  telefon: text,
  hjemmeside: text,
  forretningsadresse: addressSchema.nullable(),
  postadresse: addressSchema.nullable(),
  registreringsdatoEnhetsregisteret: day,
  stiftelsesdato: day,
  naeringskode1: codeSchema.nullable(),
  naeringskode2: codeSchema.nullable(),
  naeringskode3: codeSchema.nullable(),
  institusjonellSektorkode: codeSchema.nullable(),
  /** Null if unknown or withheld. For 1 to 4 employees, the register withholds the number, and `harRegistrertAntallAnsatte` is true. */
  antallAnsatte: z.int().nullable(),
  harRegistrertAntallAnsatte: z.boolean(),
  registrertIMvaregisteret: z.boolean().nullable(),
  registrertIForetaksregisteret: z.boolean().nullable(),
  konkurs: z.boolean(),
  /** True if the company is being wound up, voluntarily or not. */
  underAvvikling: z.boolean(),
})

export type Company = z.output<typeof companySchema>

export const companyHitsSchema = z.object({ _embedded: z.object({ enheter: z.array(companySchema) }) })

/** A year's accounts of the company itself (not its group), in whole units of `valuta`. */
export const accountsSchema = z.object({
  regnskapsaar: z.int(),
  omsetning: z.number().nullable(),
  antallAnsatte: z.int().nullable(),
  aarsresultat: z.number().nullable(),
  totalkapital: z.number().nullable(),
  egenkapital: z.number().nullable(),
  valuta: text,
  /** 1 for NOK; null for other currencies, whose rates the register doesn't have. */
  valutakurs: z.number().nullable(),
})

export type Accounts = z.output<typeof accountsSchema>

const roleSchema = z.object({
  type: codeSchema,
  /** Display name of the person or company that holds the role. */
  navn: z.string(),
  person: z.object({ navn: z.object({ fornavn: z.string(), etternavn: z.string() }) }).nullable(),
  enhet: z.object({ organisasjonsnummer: z.string(), navn: z.string() }).nullable(),
  /** True if the holder has left the role; such roles come last. */
  fratraadt: z.boolean(),
})

export const rolesSchema = z.object({
  rollegrupper: z.array(z.object({ type: codeSchema, roller: z.array(roleSchema) })),
})

export type CompanyRoles = z.output<typeof rolesSchema>

export const signatureSchema = z.object({
  rutinestatus: z.object({ status: z.string(), tekst: text }),
  /** The combinations of people who may sign together, first by the company's own rules, then by the statutory rules. */
  kombinasjoner: z.array(z.object({ kode: z.string(), kombinasjonsnavn: z.string() })),
  /** The company's own rule in words, if it isn't a standard rule. If set, it overrides the combinations. */
  fritekst: text,
})

export type CompanySignature = z.output<typeof signatureSchema>

export const companySearchQuery = z.object({
  q: z
    .string({ error: 'Skriv det du vil søke etter' })
    .overwrite(withoutHidden)
    .trim()
    .max(companySearch.maxLength, tooLong(companySearch.maxLength, `Skriv høyst ${companySearch.maxLength} tegn`))
    .min(companySearch.minLength, `Skriv minst ${companySearch.minLength} tegn`),
})

export const organizationNumberParams = z.object({
  organizationNumber: z.string().refine(isOrganizationNumber, 'Ugyldig organisasjonsnummer'),
})

/** Warnings from the register about a customer or lead. */
export const registerMarkSchema = z.object({
  /** The most serious state: deleted, bankrupt, being wound up; null if none. */
  state: z.enum(['Slettet', 'Konkurs', 'Under avvikling']).nullable(),
  /** The company's name in the register, if it was changed there and differs from the stored name. */
  name: text,
  /** The business address in the register, on one line, if it was changed there and differs from the stored address. */
  address: text,
  checkedAt: z.iso.datetime(),
})

export type RegisterMark = z.output<typeof registerMarkSchema>
