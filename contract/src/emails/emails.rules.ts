/** Constants of the e-mail log, free of dependencies. */

/** What caused a mail, with the label that the panel shows. */
export const emailTypes = {
  contact: 'Kontakt',
  webinar: 'Webinar',
  agreement: 'Avtale',
  test: 'Test',
  other: 'Annet',
} as const

export type EmailType = keyof typeof emailTypes

/** How far a mail has come: waiting, tried and to be tried again, written to a file (no mail server is set), taken by the mail server, given up. */
export const emailDeliveries = {
  queued: 'I kø',
  retrying: 'Prøver igjen',
  stored: 'Lagret, ikke sendt',
  sent: 'Sendt',
  failed: 'Feilet',
} as const

export type EmailDelivery = keyof typeof emailDeliveries

/** The spec's three statuses; `other` while a mail is queued, retrying or stored. */
export const emailStatus = (delivery: EmailDelivery): 'sent' | 'failed' | 'other' =>
  delivery === 'sent' || delivery === 'failed' ? delivery : 'other'

/** The subjects used until the e-mail settings say otherwise. */
export const emailSubjectDefaults = {
  contact: 'Takk for din henvendelse',
  webinar: 'Bekreftelse på webinar-påmelding',
} as const

/** What a mail template answers to, with the label that the panel shows. */
export const templateTypes = { contact: 'Kontaktskjema', webinar: 'Webinar-påmelding' } as const

export type TemplateType = keyof typeof templateTypes

/** Longest accepted texts, in characters. */
export const emailLimits = { subject: 200, content: 40_000, fromName: 100, search: 200 } as const

/** Rows of the log that one call answers at most, and without a `size`. */
export const emailLogPageSize = 500

/** Up to how many matches of a search are counted. */
export const mostMailsCounted = 10_000

/** How much of a template's text its list shows, in characters. */
export const templatePreviewLength = 100

/** The words that stand for an optional value that is missing, unless the tag brings its own: `{company|bedriften din}`. */
export const missingValue = 'ikke oppgitt'

interface TemplateTag {
  readonly label: string
  readonly types: readonly TemplateType[]
  /** Not everybody fills it in. */
  readonly optional?: true
  /** What it stands for in a preview. */
  readonly sample: string
}

/** Everything that a template can name in braces. */
export const templateTags: Readonly<Record<string, TemplateTag>> = {
  name: { label: 'Navn', types: ['contact', 'webinar'], sample: 'Kari Nordmann' },
  email: { label: 'E-post', types: ['contact', 'webinar'], sample: 'kari.nordmann@kunde.example' },
  company: { label: 'Bedrift', types: ['contact', 'webinar'], optional: true, sample: 'Nordmann & Sønner AS' },
  subject: { label: 'Emne', types: ['contact'], sample: 'Rådgivningstjenester' },
  message: { label: 'Melding', types: ['contact'], sample: 'Hei!\nHva koster det å komme i gang?' },
  webinarName: { label: 'Webinarets navn', types: ['webinar'], sample: 'Åpenhetsloven i praksis' },
  webinarDate: { label: 'Webinarets tid', types: ['webinar'], sample: 'tirsdag 31. mars 2026 kl. 10:00 (norsk tid)' },
  phone: { label: 'Telefon', types: ['webinar'], optional: true, sample: '+47 12 34 56 78' },
}

/** The names of the tags that a template of this type can use. */
export const tagsOf = (type: TemplateType): string[] =>
  Object.keys(templateTags).filter((name) => templateTags[name]?.types.includes(type))

const inBraces = (name: string): string => `{${name}}`

/** What is not the text of a tag: a brace that has no partner, or one inside another. */
const strayBrace = (text: string): string | undefined => {
  const stray = /[{}]/.exec(text.replaceAll(/\{[^{}]*\}/g, (tag) => ' '.repeat(tag.length)))
  return stray ? text.slice(Math.max(0, stray.index - 12), stray.index + 13).trim() : undefined
}

const tagProblem = (type: TemplateType, tag: string): string | undefined => {
  const [, name = '', fallback = ''] = /^([^|]*)(?:\|([\s\S]*))?$/.exec(tag) ?? []
  const known = Object.hasOwn(templateTags, name) ? templateTags[name] : undefined
  const usable = `Disse kan brukes: ${tagsOf(type).map(inBraces).join(', ')}`
  if (!known) {
    const meant = tagsOf(type).find((candidate) => candidate.toLowerCase() === name.trim().toLowerCase())
    return `Ukjent tagg: ${inBraces(tag)}. ${meant ? `Mente du ${inBraces(meant)}?` : usable}`
  }
  if (!known.types.includes(type)) {
    return `${inBraces(name)} finnes ikke i maler for ${templateTypes[type].toLowerCase()}. ${usable}`
  }
  return /[<>]/.test(fallback) ? `Reserveteksten i ${inBraces(`${name}|…`)} kan ikke inneholde HTML-koder` : undefined
}

/**
 * What is wrong with the tags in a text of this type, in a sentence; undefined when nothing is. A tag is a name in braces,
 * with words for a missing value after a bar where they are wanted: `{name}`, `{company|bedriften din}`.
 */
export const templateProblem = (type: TemplateType, text: string): string | undefined => {
  const stray = strayBrace(text)
  if (stray !== undefined) {
    return `Krøllparentesene går ikke opp ved «${stray}». Tagger skrives {name} eller {company|reservetekst}, ikke inni hverandre`
  }
  for (const [, tag = ''] of text.matchAll(/\{([^{}]*)\}/g)) {
    const problem = tagProblem(type, tag)
    if (problem) return problem
  }
  return undefined
}

/**
 * Fills the tags of a text with `values`, each as `write` puts it. Where a value is null or empty, the tag's own words take
 * its place (they are part of the text, in its format), else `missingValue`. A tag that is none of the values stays.
 */
export const fillTags = (
  text: string,
  values: Readonly<Record<string, string | null>>,
  write: (value: string) => string,
): string =>
  text.replaceAll(/\{(\w+)(?:\|([^{}]*))?\}/g, (tag: string, name: string, words: string | undefined) => {
    const value = Object.hasOwn(values, name) ? values[name] : undefined
    if (value === undefined) return tag
    return value === null || value === '' ? (words ?? missingValue) : write(value)
  })

/** What the tags of a type stand for in a preview. */
export const sampleValues = (type: TemplateType): Record<string, string> =>
  Object.fromEntries(tagsOf(type).map((name) => [name, templateTags[name]?.sample ?? '']))
