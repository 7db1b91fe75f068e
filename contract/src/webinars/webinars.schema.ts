import { z } from 'zod'
import { instantSchema, optionalLine } from '../shared/fields.ts'
import { formMarks, visitorFields } from '../shared/form-fields.ts'
import { registrationLimits } from './webinars.rules.ts'

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
