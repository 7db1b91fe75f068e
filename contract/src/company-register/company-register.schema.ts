import { z } from 'zod'
import { tooLong } from '../shared/fields.ts'
import { companySearch, isOrganizationNumber } from './company-register.rules.ts'

/**
 * What leaves the server of the national company register's data, under the register's own names. `null` is "the register
 * does not say", never zero. Nobody's birth date is in it.
 */

const text = z.string().nullable()

/** A calendar day, `YYYY-MM-DD`. */
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

/** A company as the search finds it. */
export const companySchema = z.object({
  organisasjonsnummer: z.string(),
  navn: z.string(),
  organisasjonsform: codeSchema.nullable(),
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
  /** The register withholds numbers from 1 to 4: then it is null although `harRegistrertAntallAnsatte` is true. */
  antallAnsatte: z.int().nullable(),
  harRegistrertAntallAnsatte: z.boolean(),
  registrertIMvaregisteret: z.boolean().nullable(),
  registrertIForetaksregisteret: z.boolean().nullable(),
  konkurs: z.boolean(),
  /** Being wound up, by its own will or not. */
  underAvvikling: z.boolean(),
})

export type Company = z.output<typeof companySchema>

export const companyHitsSchema = z.object({ _embedded: z.object({ enheter: z.array(companySchema) }) })

/** One year's accounts of the company itself (not of its group), in whole units of `valuta`. */
export const accountsSchema = z.object({
  regnskapsaar: z.int(),
  omsetning: z.number().nullable(),
  antallAnsatte: z.int().nullable(),
  aarsresultat: z.number().nullable(),
  totalkapital: z.number().nullable(),
  egenkapital: z.number().nullable(),
  valuta: text,
  /** 1 for NOK; the register knows no other rate. */
  valutakurs: z.number().nullable(),
})

export type Accounts = z.output<typeof accountsSchema>

const roleSchema = z.object({
  type: codeSchema,
  /** Who holds the role, a person or a company, as one reads it. */
  navn: z.string(),
  person: z.object({ navn: z.object({ fornavn: z.string(), etternavn: z.string() }) }).nullable(),
  enhet: z.object({ organisasjonsnummer: z.string(), navn: z.string() }).nullable(),
  /** Has left; such roles come after the others. */
  fratraadt: z.boolean(),
})

export const rolesSchema = z.object({
  rollegrupper: z.array(z.object({ type: codeSchema, roller: z.array(roleSchema) })),
})

export type CompanyRoles = z.output<typeof rolesSchema>

export const signatureSchema = z.object({
  rutinestatus: z.object({ status: z.string(), tekst: text }),
  /** Who may sign together, rules of the company's own before those of the law. */
  kombinasjoner: z.array(z.object({ kode: z.string(), kombinasjonsnavn: z.string() })),
  /** The rule in the company's own words, where it is not a standard one: then it counts, not the combinations. */
  fritekst: text,
})

export type CompanySignature = z.output<typeof signatureSchema>

export const companySearchQuery = z.object({
  q: z
    .string({ error: 'Skriv det du vil søke etter' })
    .trim()
    .max(companySearch.maxLength, tooLong(companySearch.maxLength, `Skriv høyst ${companySearch.maxLength} tegn`))
    .min(companySearch.minLength, `Skriv minst ${companySearch.minLength} tegn`),
})

export const organizationNumberParams = z.object({
  organizationNumber: z.string().refine(isOrganizationNumber, 'Ugyldig organisasjonsnummer'),
})

/** What somebody who deals with a company should know of it. */
export const registerMarkSchema = z.object({
  /** The worst that the register says: deleted, bankrupt, being wound up; null when it lives as usual. */
  state: z.enum(['Slettet', 'Konkurs', 'Under avvikling']).nullable(),
  /** The name in the register, where it was changed there and ours is another one. */
  name: text,
  /** The business address in the register on one line, where it was changed there and ours is another one. */
  address: text,
  checkedAt: z.iso.datetime(),
})

export type RegisterMark = z.output<typeof registerMarkSchema>
