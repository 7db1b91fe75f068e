/** Constants of the e-mail log, free of dependencies. */

/** Why a mail was sent, with the panel's labels. */
export const emailTypes = {
  contact: 'Kontakt',
  webinar: 'Webinar',
  agreement: 'Avtale',
  test: 'Test',
  other: 'Annet',
} as const

export type EmailType = keyof typeof emailTypes

/** Delivery states: waiting, retrying, written to a file (no mail server configured), accepted by the mail server, failed for good. */
export const emailDeliveries = {
  queued: 'I kø',
  retrying: 'Prøver igjen',
  stored: 'Lagret, ikke sendt',
  sent: 'Sendt',
  failed: 'Feilet',
} as const

export type EmailDelivery = keyof typeof emailDeliveries

/** Maps to the spec's three statuses; `other` if queued, retrying or stored. */
export const emailStatus = (delivery: EmailDelivery): 'sent' | 'failed' | 'other' =>
  delivery === 'sent' || delivery === 'failed' ? delivery : 'other'

export const emailSubjectDefaults = {
  contact: 'Takk for din henvendelse',
  webinar: 'Bekreftelse på webinar-påmelding',
} as const

/** What a mail template replies to, with the panel's labels. */
export const templateTypes = { contact: 'Kontaktskjema', webinar: 'Webinar-påmelding' } as const

export type TemplateType = keyof typeof templateTypes

/** Maximum lengths, in characters. */
export const emailLimits = { subject: 200, content: 40_000, fromName: 100, search: 200 } as const

/** Maximum and default number of log rows per call. */
export const emailLogPageSize = 500

/** Search matches are counted up to this number. */
export const maxCountedMails = 10_000

/** Length of a template's preview in the list, in characters. */
export const templatePreviewLength = 100

/** Shown for a missing optional value, unless the tag has its own fallback: `{company|bedriften din}`. */
export const missingValue = 'ikke oppgitt'

interface TemplateTag {
  readonly label: string
  readonly types: readonly TemplateType[]
  /** The visitor may leave it empty. */
  readonly optional?: true
  /** Its value in a preview. */
  readonly sample: string
}

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

export const tagsOf = (type: TemplateType): string[] =>
  Object.keys(templateTags).filter((name) => templateTags[name]?.types.includes(type))

const inBraces = (name: string): string => `{${name}}`

/** The text around an unbalanced or nested brace, if any. */
const strayBrace = (text: string): string | undefined => {
  const stray = /[{}]/.exec(text.replaceAll(/\{[^{}]*\}/g, (tag) => ' '.repeat(tag.length)))
  return stray ? text.slice(Math.max(0, stray.index - 12), stray.index + 13).trim() : undefined
}

const tagProblem = (type: TemplateType, tag: string): string | undefined => {
  const [, name = '', fallback = ''] = /^([^|]*)(?:\|([\s\S]*))?$/.exec(tag) ?? []
  const knownTag = Object.hasOwn(templateTags, name) ? templateTags[name] : undefined
  const usable = `Disse kan brukes: ${tagsOf(type).map(inBraces).join(', ')}`
  if (!knownTag) {
    const suggestion = tagsOf(type).find((candidate) => candidate.toLowerCase() === name.trim().toLowerCase())
    return `Ukjent tagg: ${inBraces(tag)}. ${suggestion ? `Mente du ${inBraces(suggestion)}?` : usable}`
  }
  if (!knownTag.types.includes(type)) {
    return `${inBraces(name)} finnes ikke i maler for ${templateTypes[type].toLowerCase()}. ${usable}`
  }
  return /[<>]/.test(fallback) ? `Reserveteksten i ${inBraces(`${name}|…`)} kan ikke inneholde HTML-koder` : undefined
}

/**
 * The error message for the first invalid tag in a text, if any. A tag is a name in braces, with an optional fallback for a
 * missing value after a bar: `{name}`, `{company|bedriften din}`.
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
 * Replaces the tags of a text with `values`, each escaped by `write`. A null or empty value becomes the tag's own fallback
 * (unescaped: it's part of the text), else `missingValue`. An unknown tag stays.
 */
export const fillTags = (
  text: string,
  values: Readonly<Record<string, string | null>>,
  write: (value: string) => string,
): string =>
  text.replaceAll(/\{(\w+)(?:\|([^{}]*))?\}/g, (tag: string, name: string, fallback: string | undefined) => {
    const value = Object.hasOwn(values, name) ? values[name] : undefined
    if (value === undefined) return tag
    return value === null || value === '' ? (fallback ?? missingValue) : write(value)
  })

export const sampleValues = (type: TemplateType): Record<string, string> =>
  Object.fromEntries(tagsOf(type).map((name) => [name, templateTags[name]?.sample ?? '']))
