import { z } from 'zod'
import { emailSchema, optionalLine, requiredLine } from './fields.ts'
import { holdsWebAddress, submissionIdLimits, visitorLimits } from './public-form.ts'

/** Who fills in a form of the public site. */
export const visitorFields = {
  name: requiredLine(visitorLimits.name, 'Navn').refine(
    (name) => !holdsWebAddress(name),
    'Navn kan ikke inneholde en nettadresse',
  ),
  email: emailSchema,
  company: optionalLine(visitorLimits.company, 'Bedrift'),
}

/** What only our own forms add, as `public-form.ts` tells; a body without them is accepted. */
export const formMarks = {
  website: z.string().max(1000).nullish(),
  elapsedMs: z.number().nonnegative().nullish(),
  language: z.enum(['no', 'en']).nullish().catch(null),
  submissionId: z.string().min(submissionIdLimits.min).max(submissionIdLimits.max).nullish(),
}
