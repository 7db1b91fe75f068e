import { z } from 'zod'
import { instantSchema, readVersionSchema, tooLong, versionSchema } from '../shared/fields.ts'
import { isPlainText, siteTextLimits } from './site-editing.rules.ts'

/** The id of a text: `about.page.title`, `home.intro.work.0.text`. */
const textId = z
  .string()
  .max(siteTextLimits.id)
  .regex(/^[\w-]+(?:\.[\w-]+)*$/, 'Ugyldig id')
  // Assigning `texts.__proto__` would replace the prototype.
  .refine((id) => id !== '__proto__', 'Ugyldig id')

const text = z
  .string()
  .trim()
  .max(siteTextLimits.text, tooLong(siteTextLimits.text))
  .min(1, 'Teksten kan ikke være tom')
  .refine(isPlainText, 'Teksten må være på én linje, uten < og >')

const changedTexts = z.record(z.string(), z.string())

/** The texts that differ from those that come with Kontor; `updatedAt` is null if no text was ever changed. */
export const siteTextsSchema = z.object({
  texts: z.object({ no: changedTexts, en: changedTexts }),
  version: versionSchema,
  updatedAt: instantSchema.nullable(),
})

export type StoredSiteTexts = z.output<typeof siteTextsSchema>

/** A changed text; null restores the text that comes with Kontor. */
export const siteTextChangeSchema = z.object({
  id: textId,
  language: z.enum(['no', 'en']),
  text: text.nullable(),
})

export type SiteTextChange = z.output<typeof siteTextChangeSchema>

const changes = z.array(siteTextChangeSchema).max(siteTextLimits.changes)

/** Changes to texts; all other texts stay. A stale `version` is a conflict. */
export const siteTextsUpdateSchema = z.object({ changes, version: readVersionSchema.optional() })

const parseJson = (json: string): unknown => {
  try {
    return JSON.parse(json)
  } catch {
    return undefined
  }
}

/** A preview of a page with unsaved texts, which may be invalid. */
export const siteTextsPreviewSchema = z.object({
  /** The id of the page. */
  page: z.string().max(siteTextLimits.id),
  language: z.enum(['no', 'en']),
  /** The changed texts of this language by id, as JSON. For absent ids, the preview shows the delivered texts. */
  texts: z
    .string()
    .max(siteTextLimits.preview)
    .transform(parseJson)
    .pipe(z.record(textId, z.string().max(2 * siteTextLimits.text))),
})
