import { companyTags } from '@kontor/contract/company/company.rules'
import { isPlainText, siteTextLimits } from '@kontor/contract/site-editing/site-editing.rules'
import { insertedTag } from '../../../platform/site-content.ts'

export interface TextProblem {
  /** True if the text can't be saved. */
  readonly blocks: boolean
  readonly message: string
}

const known: ReadonlySet<string> = new Set(Object.values(companyTags))

/** The approximate number of characters that search engines show. */
const shownInResults = { title: 60, description: 160 }

/** Finds the problem of a text; null for a valid text. */
export const textProblem = (id: string, text: string, delivered: string): TextProblem | null => {
  const stops = (message: string): TextProblem => ({ blocks: true, message })
  const warns = (message: string): TextProblem => ({ blocks: false, message })
  if (text.trim() === '') return stops('Teksten kan ikke være tom.')
  if (text.length > siteTextLimits.text) return stops(`Teksten kan ha høyst ${siteTextLimits.text} tegn.`)
  if (!isPlainText(text)) return stops('Teksten må være på én linje, uten < og >.')
  const allowed = new Set([...known, ...(delivered.match(/\{[^{}]*\}/g) ?? [])])
  const unknown = text.match(/\{[^{}]*\}/g)?.find((tag) => !allowed.has(tag))
  if (unknown) return warns(`${unknown} er ikke en tagg og vises som den er.`)
  if (delivered.includes(insertedTag) && !text.includes(insertedTag)) {
    return warns(`Uten ${insertedTag} vises ikke det siden setter inn her.`)
  }
  const limit = id.startsWith('title') ? shownInResults[id.endsWith('.title') ? 'title' : 'description'] : undefined
  if (limit && text.length > limit) return warns(`Søkemotorer viser omtrent ${limit} tegn; dette er ${text.length}.`)
  return null
}
