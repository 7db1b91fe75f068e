import { z } from 'zod'
import { emailSchema, optionalLine, requiredLine } from './fields.ts'
import { holdsWebAddress, submissionIdLimits, visitorLimits } from './public-form.ts'

export const visitorFields = {
  name: requiredLine(visitorLimits.name, 'Navn').refine(
    (name) => !holdsWebAddress(name),
    'Navn kan ikke inneholde en nettadresse',
  ),
  email: emailSchema,
  company: optionalLine(visitorLimits.company, 'Bedrift'),
}

/** Optional fields that the site's forms send besides the visitor's input; see `public-form.ts`. */
export const formMarks = {
  aside: z.string().max(1000).nullish(),
  elapsedMs: z.number().nonnegative().nullish(),
  language: z.enum(['no', 'en']).nullish().catch(null),
  submissionId: z.string().min(submissionIdLimits.min).max(submissionIdLimits.max).nullish(),
}
