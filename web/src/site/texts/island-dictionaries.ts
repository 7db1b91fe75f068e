import { contactTexts } from './contact-texts.ts'
import { formTexts } from './form-texts.ts'
import { siteTexts } from './shell-texts.ts'
import { webinarDetailTexts } from './webinar-detail-texts.ts'
import { webinarFormTexts } from './webinar-form-texts.ts'
import { webinarTexts } from './webinar-texts.ts'

/** The dictionaries in the islands' scripts, by name. */
export const islandDictionaries = {
  contact: contactTexts,
  form: formTexts,
  site: siteTexts,
  webinarDetails: webinarDetailTexts,
  webinarForm: webinarFormTexts,
  webinars: webinarTexts,
} as const
