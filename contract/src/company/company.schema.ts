import { z } from 'zod'
import {
  emailSchema,
  instantSchema,
  readVersionSchema,
  requiredLine,
  tooLong,
  versionSchema,
} from '../shared/fields.ts'
import { formatOrganizationNumber, organizationNumberDigits } from '../shared/orgnr.ts'
import { type CompanyFacts, companyLimits, deliveredCompany, drawnPortraits } from './company.rules.ts'

const organizationNumberMessage = 'Ugyldig organisasjonsnummer'

/** Stored as `123 456 789`. The example of a new installation isn't a valid number, but is accepted until the real one is entered. */
const organizationNumber = requiredLine(companyLimits.organizationNumber, 'Organisasjonsnummer')
  .refine(
    (number) => organizationNumberDigits(number) !== null || number === deliveredCompany.organizationNumber,
    organizationNumberMessage,
  )
  .overwrite((number) => formatOrganizationNumber(number).replaceAll('\u00a0', ' '))

const yearMessage = 'Må være et årstall'
const founded = z.int(yearMessage).min(1000, yearMessage).max(2200, yearMessage)

const urlMessage = 'Må være en adresse som begynner med https://'

/** A URL at another site, with https. */
const webAddress = z
  .string(urlMessage)
  .trim()
  .max(companyLimits.url, tooLong(companyLimits.url))
  .refine((text) => URL.canParse(text) && new URL(text).protocol === 'https:', {
    error: urlMessage,
    // Stops here for an invalid URL, since `new URL` below would throw.
    abort: true,
  })
  .overwrite((text) => new URL(text).href)

/** Accepts null, '' (as null) and texts that `schema` accepts. */
const orNull = <Schema extends z.ZodType<string, string>>(schema: Schema) =>
  z
    .string()
    .nullable()
    .transform((text) => text?.trim() || null)
    .pipe(schema.nullable())

const product = z.object({ name: requiredLine(companyLimits.productName, 'Navn'), url: webAddress })

/** An id of a third-party tag, which becomes part of a URL. */
const tag = (pattern: RegExp, example: string) =>
  orNull(z.string().trim().max(companyLimits.tag).regex(pattern, `Skal se slik ut: ${example}`))

const role = requiredLine(companyLimits.role, 'Rolle')

const member = z
  .object({
    name: requiredLine(companyLimits.memberName, 'Navn'),
    role: z.object({ no: role, en: role }),
    photo: z.union([z.enum(drawnPortraits), z.uuid()], 'Ukjent bilde').nullable(),
    bookingUrl: orNull(webAddress),
    email: orNull(emailSchema),
  })
  .refine(({ bookingUrl, email }) => bookingUrl !== null || email !== null, {
    message: 'Oppgi en bookinglenke eller en e-postadresse',
    path: ['email'],
  })

/** Every fact about the company. */
export const companyFactsSchema = z.object({
  name: requiredLine(companyLimits.name, 'Navn'),
  shortName: requiredLine(companyLimits.shortName, 'Kort navn'),
  organizationNumber,
  founded,
  phone: requiredLine(companyLimits.phone, 'Telefon').regex(/^\+?[\d ]+$/, 'Ugyldig telefonnummer'),
  email: emailSchema,
  street: requiredLine(companyLimits.street, 'Gateadresse'),
  postCode: requiredLine(companyLimits.postCode, 'Postnummer'),
  city: requiredLine(companyLimits.city, 'Poststed'),
  bookingUrl: orNull(webAddress),
  products: z.object({ tool: product, ai: product, platform: product }),
  tags: z.object({ googleAnalytics: tag(/^G-[A-Z0-9]+$/, 'G-AB12CD34EF'), metaPixel: tag(/^\d+$/, '1234567890') }),
  asksAboutCookies: z.boolean(),
  team: z.array(member).max(companyLimits.team, `Kan ha høyst ${companyLimits.team} personer`),
}) satisfies z.ZodType<CompanyFacts>

const productLink = z.object({ name: z.string(), url: z.string() })

/** The facts as returned to the administrator. `updatedAt` is null until the company saves its own facts. */
export const companySchema = z.object({
  name: z.string(),
  shortName: z.string(),
  organizationNumber: z.string(),
  founded: z.int(),
  phone: z.string(),
  email: z.string(),
  street: z.string(),
  postCode: z.string(),
  city: z.string(),
  bookingUrl: z.string().nullable(),
  products: z.object({ tool: productLink, ai: productLink, platform: productLink }),
  tags: z.object({ googleAnalytics: z.string().nullable(), metaPixel: z.string().nullable() }),
  asksAboutCookies: z.boolean(),
  team: z.array(
    z.object({
      name: z.string(),
      role: z.object({ no: z.string(), en: z.string() }),
      photo: z.string().nullable(),
      bookingUrl: z.string().nullable(),
      email: z.string().nullable(),
    }),
  ),
  version: versionSchema,
  updatedAt: instantSchema.nullable(),
})

export type Company = z.output<typeof companySchema>

/** Absent facts keep their value; a stale `version` is a conflict. */
export const companyUpdateSchema = companyFactsSchema.partial().extend({ version: readVersionSchema.optional() })

/** The panel's form, where the year is text. */
export const companyFormSchema = companyFactsSchema.extend({
  founded: z
    .string()
    .trim()
    .transform((typed) => (/^\d{4}$/.test(typed) ? Number(typed) : Number.NaN))
    .pipe(founded),
  version: versionSchema,
})

/** An uploaded photo, ready to be a team member's `photo`. */
export const photoSchema = z.object({ id: z.uuid() })
