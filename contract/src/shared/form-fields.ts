import { z } from 'zod'
import { emailSchema, optionalText, requiredText } from './fields.ts'
import { holdsWebAddress, submissionIdLimits, visitorLimits } from './public-form.ts'

/** Who fills in a form of the public site. */
export const visitorFields = {
  name: requiredText(visitorLimits.name, 'Navn er påkrevd').refine(
    (name) => !holdsWebAddress(name),
    'Navn kan ikke inneholde en nettadresse',
  ),
  email: emailSchema,
  company: optionalText(visitorLimits.company),
}

/** What only our own forms add, as `public-form.ts` tells; a body without them is accepted. */
export const formMarks = {
  website: z.string().max(1000).nullish(),
  elapsedMs: z.number().nonnegative().nullish(),
  language: z.enum(['no', 'en']).nullish().catch(null),
  submissionId: z.string().min(submissionIdLimits.min).max(submissionIdLimits.max).nullish(),
}
