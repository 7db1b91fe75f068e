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
import { addMinutes, addOsloDays, osloMoment, startOfOsloDay } from '../shared/time.ts'
import { registrationLimits, webinarLimits, webinarYears } from './webinars.rules.ts'

/** A webinar as visitors see it. */
export const upcomingWebinarSchema = z.object({
  id: z.uuid(),
  name: z.string(),
  /** When it begins. */
  date: instantSchema,
})

export type UpcomingWebinar = z.output<typeof upcomingWebinarSchema>

/** What a visitor sends to register. `webinarId` may repeat the path's, which alone decides. */
export const registrationCreateSchema = z.object({
  webinarId: z.string().nullish().catch(null),
  ...visitorFields,
  phone: optionalLine(registrationLimits.phone, 'Telefon'),
  ...formMarks,
})

/** A webinar as the administrator reads it. */
export const webinarSchema = upcomingWebinarSchema.extend({
  isActive: z.boolean(),
  /** All that are stored. */
  registrationCount: z.int(),
  /** Those of them that the spam checks held back: they get no mails. */
  suspectCount: z.int(),
  version: versionSchema,
  createdAt: instantSchema,
})

export type Webinar = z.output<typeof webinarSchema>

const instantPattern = /^\d{4}-\d{2}-\d{2}T\d{2}:\d{2}(?::\d{2}(?:\.\d+)?)?(?:Z|[+-]\d{2}:?\d{2})$/

/** Null when the text is no moment. */
const momentOf = (text: string): string | null => {
  try {
    // The engine takes 30 February for 2 March; this refuses it.
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
 * When a webinar begins: ISO 8601 with a zone; a date with a time and no zone is Norway's, a date alone the beginning of that
 * day in Norway. Becomes ISO 8601 in UTC.
 */
export const webinarDateSchema = z
  .string({ error: 'Dato er påkrevd' })
  .trim()
  .max(40, tooLong(40, invalidMoment))
  .transform((text, context) => {
    const moment = text === '' ? null : momentOf(text)
    if (moment !== null) return moment
    context.addIssue({ code: 'custom', message: text === '' ? 'Dato er påkrevd' : invalidMoment })
    return z.NEVER
  })
  .refine((moment) => {
    const year = Number(moment.slice(0, 4))
    return year >= webinarYears.first && year <= webinarYears.last
  }, yearRange)

const activeSchema = z.boolean({ error: 'Aktiv må være ja eller nei' })

/** What a copy of a webinar begins with: seven days later at the same time of day in Norway. */
export const webinarCopy = ({ name, date }: Pick<Webinar, 'name' | 'date'>) => ({
  name: copyName(name, webinarLimits.name),
  date: addOsloDays(date, 7),
})

/** What the administrator sends to make a webinar. */
export const webinarCreateSchema = z.object({
  name: requiredLine(webinarLimits.name, 'Navn'),
  date: webinarDateSchema,
  isActive: activeSchema.nullish().transform((isActive) => isActive ?? true),
})

/** The panel's form, for a new webinar and a change alike. */
export const webinarFormSchema = webinarCreateSchema.extend({ version: readVersionSchema })

export type WebinarFormValues = z.input<typeof webinarFormSchema>

/** What the administrator may change: absent fields stay; `version` guards against overwriting somebody else's change. */
export const webinarUpdateSchema = webinarCreateSchema
  .extend({
    isActive: activeSchema.nullish().transform((isActive) => isActive ?? undefined),
    version: readVersionSchema,
  })
  .partial()

/** Whether the registered hear by mail of what happens to a coming webinar; absent means that they do not. */
export const notifyQuerySchema = z.object({
  notify: z
    .enum(['true', 'false', ''])
    .optional()
    .transform((notify) => notify === 'true'),
})

/** A registration as the administrator reads it. */
export const registrationSchema = z.object({
  id: z.uuid(),
  webinarId: z.uuid(),
  name: z.string(),
  email: z.string(),
  company: z.string().nullable(),
  phone: z.string().nullable(),
  /** Held back by the spam checks: stored, but no mail was or will be sent. */
  suspect: z.boolean(),
  version: versionSchema,
  createdAt: instantSchema,
})

export type Registration = z.output<typeof registrationSchema>

/** What the administrator may change of a registration, by the same rules as a webinar's. */
export const registrationUpdateSchema = z
  .object({
    name: requiredLine(registrationLimits.name, 'Navn'),
    email: emailSchema,
    company: changedLine(registrationLimits.company, 'Bedrift'),
    phone: changedLine(registrationLimits.phone, 'Telefon'),
    version: readVersionSchema,
  })
  .partial()
