import { z } from 'zod'
import { copyName } from '../shared/copy-name.ts'
import {
  changedLine,
  emailSchema,
  instantSchema,
  optionalLine,
  readVersionSchema,
  requiredLine,
  tooLong,
  versionSchema,
} from '../shared/fields.ts'
import { formMarks, visitorFields } from '../shared/form-fields.ts'
import { addMinutes, addOsloDays, isBetweenYears, osloMoment, startOfOsloDay } from '../shared/time.ts'
import { registrationLimits, webinarLimits, webinarYears } from './webinars.rules.ts'

/** A webinar as returned to visitors. */
export const upcomingWebinarSchema = z.object({
  id: z.uuid(),
  name: z.string(),
  /** Start time. */
  date: instantSchema,
})

export type UpcomingWebinar = z.output<typeof upcomingWebinarSchema>

/** A visitor's registration. `webinarId` is ignored: the path decides. */
export const registrationCreateSchema = z.object({
  webinarId: z.string().nullish().catch(null),
  ...visitorFields,
  phone: optionalLine(registrationLimits.phone, 'Telefon'),
  ...formMarks,
})

/** A webinar as returned to the administrator. */
export const webinarSchema = upcomingWebinarSchema.extend({
  isActive: z.boolean(),
  /** All stored registrations. */
  registrationCount: z.int(),
  /** Those flagged by the spam checks: they get no mails. */
  suspectCount: z.int(),
  version: versionSchema,
  createdAt: instantSchema,
})

export type Webinar = z.output<typeof webinarSchema>

const instantPattern = /^\d{4}-\d{2}-\d{2}T\d{2}:\d{2}(?::\d{2}(?:\.\d+)?)?(?:Z|[+-]\d{2}:?\d{2})$/

/** Parses a date or time; null if invalid. */
const parseMoment = (text: string): string | null => {
  try {
    // Date.parse() reads 30 February as 2 March; this throws.
    const startOfDay = startOfOsloDay(text.slice(0, 10))
    if (text.length === 10) return startOfDay
    return instantPattern.test(text) ? addMinutes(text, 0) : osloMoment(text)
  } catch {
    return null
  }
}

const invalidMoment = 'Skriv datoen som dd.mm.åååå og klokkeslettet som tt:mm'
const yearRange = `Året må være mellom ${webinarYears.first} og ${webinarYears.last}`

/**
 * A webinar's start: ISO 8601. Without a time zone it's Norwegian time; a date alone is midnight in Norway. Converted to
 * ISO 8601 in UTC.
 */
export const webinarDateSchema = z
  .string({ error: 'Dato er påkrevd' })
  .trim()
  .max(40, tooLong(40, invalidMoment))
  .transform((text, context) => {
    const moment = text === '' ? null : parseMoment(text)
    if (moment !== null) return moment
    context.addIssue({ code: 'custom', message: text === '' ? 'Dato er påkrevd' : invalidMoment })
    return z.NEVER
  })
  .refine((moment) => isBetweenYears(moment, webinarYears.first, webinarYears.last), yearRange)

const activeSchema = z.boolean({ error: 'Aktiv må være ja eller nei' })

/** Default values of a copy: seven days later at the same time of day in Norway. */
export const webinarCopy = ({ name, date }: Pick<Webinar, 'name' | 'date'>) => ({
  name: copyName(name, webinarLimits.name),
  date: addOsloDays(date, 7),
})

export const webinarCreateSchema = z.object({
  name: requiredLine(webinarLimits.name, 'Navn'),
  date: webinarDateSchema,
  isActive: activeSchema.nullish().transform((isActive) => isActive ?? true),
})

/** The panel's form, for create and edit. */
export const webinarFormSchema = webinarCreateSchema.extend({ version: readVersionSchema })

export type WebinarFormValues = z.input<typeof webinarFormSchema>

/** Absent fields keep their value; a stale `version` is a conflict. */
export const webinarUpdateSchema = webinarCreateSchema
  .extend({
    isActive: activeSchema.nullish().transform((isActive) => isActive ?? undefined),
    version: readVersionSchema,
  })
  .partial()

/** Whether participants get a mail about a change to an upcoming webinar; off by default. */
export const notifyQuerySchema = z.object({
  notify: z
    .enum(['true', 'false', ''])
    .optional()
    .transform((notify) => notify === 'true'),
})

/** A registration as returned to the administrator. */
export const registrationSchema = z.object({
  id: z.uuid(),
  webinarId: z.uuid(),
  name: z.string(),
  email: z.string(),
  company: z.string().nullable(),
  phone: z.string().nullable(),
  /** Flagged by the spam checks: stored, but no mail was or will be sent. */
  suspect: z.boolean(),
  version: versionSchema,
  createdAt: instantSchema,
})

export type Registration = z.output<typeof registrationSchema>

/** Absent fields keep their value; a stale `version` is a conflict. */
export const registrationUpdateSchema = z
  .object({
    name: requiredLine(registrationLimits.name, 'Navn'),
    email: emailSchema,
    company: changedLine(registrationLimits.company, 'Bedrift'),
    phone: changedLine(registrationLimits.phone, 'Telefon'),
    version: readVersionSchema,
  })
  .partial()
