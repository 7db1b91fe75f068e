import { z } from 'zod'
import { copyName } from '../shared/copy-name.ts'
import { changeSchema, createdShape, storedShape } from '../shared/field-schemas.ts'
import {
  changedLine,
  changedText,
  instantSchema,
  keysOf,
  orNull,
  readVersionSchema,
  requiredLine,
  tooLong,
  versionSchema,
} from '../shared/fields.ts'
import { formMarks, visitorFields } from '../shared/form-fields.ts'
import { addMinutes, addOsloDays, isBetweenYears, osloMoment, startOfOsloDay } from '../shared/time.ts'
import { registrationFields } from './webinars.fields.ts'
import {
  maxWebinarCapacity,
  registrationStates,
  webinarDurations,
  webinarLanguages,
  webinarLimits,
  webinarYears,
} from './webinars.rules.ts'

/** The language in which a webinar is held. */
const heldInSchema = z.enum(keysOf(webinarLanguages), 'Ugyldig språk')

/** The fields of a webinar that every visitor sees. Optional fields are absent if the office left them empty. */
const webinarFields = {
  id: z.uuid(),
  name: z.string(),
  /** Start time. */
  date: instantSchema,
  durationMinutes: z.int().optional(),
  language: heldInSchema.optional(),
  description: z.string().optional(),
}

/** A webinar as returned to visitors. */
export const upcomingWebinarSchema = z.object({
  ...webinarFields,
  /** The number of free seats; absent if seats are unlimited. */
  seatsLeft: z.int().optional(),
})

export type UpcomingWebinar = z.output<typeof upcomingWebinarSchema>

/** A visitor's registration for the webinar in the path; `webinarId` is ignored. */
export const registrationCreateSchema = z.object({
  webinarId: z.string().nullish().catch(null),
  ...createdShape(registrationFields),
  ...visitorFields,
  /** True if the visitor accepts a place on the waiting list when the webinar is full. The site's form sends it as text. */
  waitingList: z
    .union([z.boolean(), z.enum(['true', 'false', ''])], 'Venteliste må være ja eller nei')
    .nullish()
    .transform((accepted) => accepted === true || accepted === 'true'),
  ...formMarks,
})

/** A webinar as returned to the administrator. */
export const webinarSchema = z.object({
  ...webinarFields,
  joinLink: z.string().optional(),
  /** The number of seats; absent if unlimited. */
  capacity: z.int().optional(),
  isActive: z.boolean(),
  /** The number of all stored registrations. */
  registrationCount: z.int(),
  /** The number of registrations flagged by the spam checks. They have no seat, and their senders got no mail. */
  suspectCount: z.int(),
  /** The number of registrations on the waiting list; absent when there are none. */
  waitingCount: z.int().optional(),
  /** The number of registrations that were cancelled by the registrant; absent when there are none. */
  cancelledCount: z.int().optional(),
  version: versionSchema,
  createdAt: instantSchema,
})

export type Webinar = z.output<typeof webinarSchema>

const instantPattern = /^\d{4}-\d{2}-\d{2}T\d{2}:\d{2}(?::\d{2}(?:\.\d+)?)?(?:Z|[+-]\d{2}:?\d{2})$/

/** Returns the moment of a date or of a date with a time; null if invalid. */
const parseMoment = (text: string): string | null => {
  try {
    // Throws for 30 February, which Date.parse() would read as 2 March.
    const startOfDay = startOfOsloDay(text.slice(0, 10))
    if (text.length === 10) return startOfDay
    return instantPattern.test(text) ? addMinutes(text, 0) : osloMoment(text)
  } catch {
    return null
  }
}

const invalidMoment = 'Skriv datoen som dd.mm.åååå og klokkeslettet som tt:mm'
const invalidTime = 'Skriv klokkeslettet som tt:mm'
const yearRange = `Året må være mellom ${webinarYears.first} og ${webinarYears.last}`

/** A webinar's start, ISO 8601, converted to UTC. Without a time zone it's Norwegian time; a date alone means midnight in Norway. */
export const webinarDateSchema = z
  .string({ error: 'Dato er påkrevd' })
  .trim()
  .max(40, tooLong(40, invalidMoment))
  .transform((text, context) => {
    const moment = text === '' ? null : parseMoment(text)
    if (moment !== null) return moment
    const fault = parseMoment(text.slice(0, 10)) === null ? invalidMoment : invalidTime
    context.addIssue({ code: 'custom', message: text === '' ? 'Dato er påkrevd' : fault })
    return z.NEVER
  })
  .refine((moment) => isBetweenYears(moment, webinarYears.first, webinarYears.last), yearRange)

const activeSchema = z.boolean({ error: 'Aktiv må være ja eller nei' })

/** Returns the default values of a webinar's copy, which starts seven days later at the same time of day in Norway. */
export const webinarCopy = ({ name, date }: Pick<Webinar, 'name' | 'date'>) => ({
  name: copyName(name, webinarLimits.name),
  date: addOsloDays(date, 7),
})

const durationError = `Varigheten må være mellom ${webinarDurations.shortest} og ${webinarDurations.longest} minutter`
const capacityError = `Antall plasser må være mellom 1 og ${maxWebinarCapacity}`

const isSecureAddress = (text: string): boolean => /^https:\/\/\S+$/i.test(text) && URL.canParse(text)

/** The optional fields of a webinar; null and '' mean no value. */
const optionFields = {
  durationMinutes: orNull(
    z.int(durationError).min(webinarDurations.shortest, durationError).max(webinarDurations.longest, durationError),
  ),
  joinLink: changedLine(webinarLimits.joinLink, 'Lenken').refine(
    (link) => link === null || isSecureAddress(link),
    'Lenken må begynne med https://',
  ),
  capacity: orNull(z.int(capacityError).min(1, capacityError).max(maxWebinarCapacity, capacityError)),
  language: orNull(heldInSchema),
  description: changedText(webinarLimits.description, 'Beskrivelsen'),
}

const absentAsNull = <Schema extends z.ZodType>(schema: Schema) => schema.optional().transform((value) => value ?? null)

export const webinarCreateSchema = z.object({
  name: requiredLine(webinarLimits.name, 'Navn'),
  date: webinarDateSchema,
  isActive: activeSchema.nullish().transform((isActive) => isActive ?? true),
  durationMinutes: absentAsNull(optionFields.durationMinutes),
  joinLink: absentAsNull(optionFields.joinLink),
  capacity: absentAsNull(optionFields.capacity),
  language: absentAsNull(optionFields.language),
  description: absentAsNull(optionFields.description),
})

/** The panel's form, for create and edit. */
export const webinarFormSchema = webinarCreateSchema.extend({ version: readVersionSchema })

export type WebinarFormValues = z.input<typeof webinarFormSchema>

/** Absent fields keep their value, null and '' clear an optional field; a stale `version` is a conflict. */
export const webinarUpdateSchema = webinarCreateSchema
  .extend({
    isActive: activeSchema.nullish().transform((isActive) => isActive ?? undefined),
    ...optionFields,
    version: readVersionSchema,
  })
  .partial()

/** `notify=true` mails the change of an upcoming webinar to its participants; by default, nobody is mailed. */
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
  ...storedShape(registrationFields),
  /** Absent if the registration is in the state `registered`. */
  state: z.enum(keysOf(registrationStates)).exclude(['registered']).optional(),
  /** True if the spam checks flagged the registration and no user has approved it. The registrant then got no mail. */
  suspect: z.boolean(),
  version: versionSchema,
  createdAt: instantSchema,
})

export type Registration = z.output<typeof registrationSchema>

export const registrationUpdateSchema = changeSchema(registrationFields)

/** A registration as shown to the holder of its personal link. */
export const ownRegistrationSchema = z.object({
  /** The language of the form that the registrant filled in. */
  language: z.enum(['no', 'en']),
  state: z.enum(keysOf(registrationStates)),
  /** The time when the registration lapses unless it is confirmed; absent if no confirmation is needed. */
  heldUntil: instantSchema.optional(),
  webinar: upcomingWebinarSchema
    .pick({ name: true, date: true, durationMinutes: true, language: true })
    // Absent if the office has entered no link, if the registration has no seat or needs confirmation, and after the webinar.
    .extend({ joinLink: z.string().optional() }),
  /** True until the webinar begins. After that, the registration can't be cancelled. */
  open: z.boolean(),
})

export type OwnRegistration = z.output<typeof ownRegistrationSchema>
