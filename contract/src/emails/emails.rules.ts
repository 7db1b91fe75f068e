/** The reasons for a mail, with the panel's labels. */
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

/** Returns the specification's status for a delivery state: `other` if queued, retrying or stored. */
export const emailStatus = (delivery: EmailDelivery): 'sent' | 'failed' | 'other' =>
  delivery === 'sent' || delivery === 'failed' ? delivery : 'other'

export const emailSubjectDefaults = {
  contact: 'Takk for din henvendelse',
  webinar: 'Bekreftelse på webinar-påmelding',
} as const

/** The kinds of mail templates, with the panel's labels. */
export const templateTypes = { contact: 'Kontaktskjema', webinar: 'Webinar-påmelding' } as const

export type TemplateType = keyof typeof templateTypes

/** The languages of the site's forms. Each has its own template per type; without an active template, mails have the built-in text. */
export const templateLanguages = { no: 'Norsk', en: 'Engelsk' } as const

export type TemplateLanguage = keyof typeof templateLanguages

/** Maximum lengths, in characters. */
export const emailLimits = { subject: 200, content: 40_000, fromName: 100, search: 200 } as const

/** Maximum and default number of log rows per call. */
export const emailLogPageSize = 500

/** Searches stop counting matches after this number. */
export const maxCountedMails = 10_000

/** Length of a template's preview in the list, in characters. */
export const templatePreviewLength = 100

/** Shown for a missing optional value, unless the tag has its own fallback: `{company|bedriften din}`. */
export const missingValue = { no: 'ikke oppgitt', en: 'not provided' } as const satisfies Record<
  TemplateLanguage,
  string
>

interface TemplateTag {
  readonly label: string
  /** The templates for which the tag has a value. In all other templates, the tag is empty. */
  readonly types: readonly TemplateType[]
  /** True if the visitor may leave the value empty. */
  readonly optional?: true
  /** The value that a preview shows for the tag. */
  readonly sample: string | Readonly<Record<TemplateLanguage, string>>
}

const templateTags = {
  name: { label: 'Navn', types: ['contact', 'webinar'], sample: 'Kari Nordmann' },
  email: { label: 'E-post', types: ['contact', 'webinar'], sample: 'kari.nordmann@kunde.example' },
  company: { label: 'Bedrift', types: ['contact', 'webinar'], optional: true, sample: 'Nordmann & Sønner AS' },
  subject: { label: 'Emne', types: ['contact'], sample: { no: 'Rådgivningstjenester', en: 'Consulting services' } },
  message: {
    label: 'Melding',
    types: ['contact'],
    sample: { no: 'Hei!\nHva koster det å komme i gang?', en: 'Hi!\nWhat does it cost to get started?' },
  },
  webinarName: { label: 'Webinarets navn', types: ['webinar'], sample: 'Åpenhetsloven i praksis' },
  webinarDate: {
    label: 'Webinarets tid',
    types: ['webinar'],
    sample: {
      no: 'tirsdag 31. mars 2026 kl. 10:00 (norsk tid)',
      en: 'Tuesday, 31 March 2026 at 10:00 (Norwegian time)',
    },
  },
  phone: { label: 'Telefon', types: ['webinar'], optional: true, sample: '+47 12 34 56 78' },
} as const satisfies Record<string, TemplateTag>

export type TagName = keyof typeof templateTags

export const isTagName = (name: string): name is TagName => Object.hasOwn(templateTags, name)

/** All tags, in the menu's order. A template may contain any of them. */
export const tagNames: readonly TagName[] = Object.keys(templateTags).filter(isTagName)

export const tagLabel = (name: TagName): string => templateTags[name].label

/** Returns true if a tag has a value in templates of a type. In templates of another type, the tag stays empty. */
export const tagApplies = (name: TagName, type: TemplateType): boolean => {
  const { types }: TemplateTag = templateTags[name]
  return types.includes(type)
}

const inBraces = (name: string): string => `{${name}}`

/** Returns the text around the first unbalanced or nested brace, if any. */
const strayBrace = (text: string): string | undefined => {
  const stray = /[{}]/.exec(text.replaceAll(/\{[^{}]*\}/g, (tag) => ' '.repeat(tag.length)))
  return stray ? text.slice(Math.max(0, stray.index - 12), stray.index + 13).trim() : undefined
}

const tagProblem = (tag: string): string | undefined => {
  const [, name = '', fallback = ''] = /^([^|]*)(?:\|([\s\S]*))?$/.exec(tag) ?? []
  if (!isTagName(name)) {
    const suggestion = tagNames.find((candidate) => candidate.toLowerCase() === name.trim().toLowerCase())
    const usable = `Disse kan brukes: ${tagNames.map(inBraces).join(', ')}`
    return `Ukjent tagg: ${inBraces(tag)}. ${suggestion ? `Mente du ${inBraces(suggestion)}?` : usable}`
  }
  return /[<>]/.test(fallback) ? `Reserveteksten i ${inBraces(`${name}|…`)} kan ikke inneholde HTML-koder` : undefined
}

/**
 * Returns the error message for the first invalid tag in a text, if any. A tag is a name in braces. A bar may follow, with the text for a
 * missing value: `{name}`, `{company|bedriften din}`.
 */
export const templateProblem = (text: string): string | undefined => {
  const stray = strayBrace(text)
  if (stray !== undefined) {
    return `Krøllparentesene går ikke opp ved «${stray}». Tagger skrives {name} eller {company|reservetekst}, ikke inni hverandre`
  }
  for (const [, tag = ''] of text.matchAll(/\{([^{}]*)\}/g)) {
    const problem = tagProblem(tag)
    if (problem) return problem
  }
  return undefined
}

/** Matches a tag and captures its name and its fallback, if any. */
export const tagPattern = /\{(\w+)(?:\|([^{}]*))?\}/g

/** Returns the tags in a text that have no value in templates of a type, each once. */
export const emptyTagsIn = (type: TemplateType, text: string): TagName[] => {
  const used = new Set([...text.matchAll(tagPattern)].map(([, name]) => name))
  return tagNames.filter((name) => used.has(name) && !tagApplies(name, type))
}

/**
 * Replaces the tags of a text with `values`, each escaped by `write`. Null means that the visitor left the value out: the tag's fallback is
 * used, else `missing`. '' means that this type of template has no such value: the fallback is used, else nothing. Fallbacks are part of
 * the text and are not escaped. Tags that aren't in `values` stay unchanged.
 */
export const fillTags = (
  text: string,
  values: Readonly<Record<string, string | null>>,
  { write, missing }: { readonly write: (value: string) => string; readonly missing: string },
): string =>
  text.replaceAll(tagPattern, (tag: string, name: string, fallback: string | undefined) => {
    const value = Object.hasOwn(values, name) ? values[name] : undefined
    if (value === undefined) return tag
    if (value === null) return fallback ?? missing
    return value === '' ? (fallback ?? '') : write(value)
  })

/** Returns a value for every tag: from `values` (null if empty) for the tags of the template's type, '' for the others. */
export const tagValues = (
  type: TemplateType,
  values: Readonly<Record<string, string | null>>,
): Record<string, string | null> =>
  Object.fromEntries(tagNames.map((name) => [name, tagApplies(name, type) ? values[name] || null : '']))

export const sampleValues = (type: TemplateType, language: TemplateLanguage): Record<string, string | null> =>
  tagValues(type, Object.fromEntries(tagNames.map((name) => [name, sampleOf(templateTags[name], language)])))

const sampleOf = ({ sample }: TemplateTag, language: TemplateLanguage): string =>
  typeof sample === 'string' ? sample : sample[language]

const blockElement = /<(?:p|br|div|h[1-6]|ul|ol|li|dl|table|blockquote|pre|hr|center|html|body)\b/i

/** Returns the HTML of a template's content. Plain text becomes paragraphs, split at empty lines; text with block elements is unchanged. */
export const templateHtml = (content: string): string => {
  if (blockElement.test(content)) return content
  const paragraphs = content.split(/(?:\r?\n[^\S\n]*){2,}/)
  return paragraphs.map((text) => `<p>${text.replaceAll(/\r?\n/g, '<br>')}</p>`).join('\n')
}
