import sanitize from 'sanitize-html'

/** Elements that run scripts, load resources, ask for input or hide text. They are rejected; other unknown elements are dropped silently. */
const forbiddenTags = new Set(
  [
    'script style link base iframe frame frameset object embed applet form input button select textarea option',
    'svg math video audio source canvas template noscript dialog',
  ].flatMap((line) => line.split(' ')),
)

const allowedTags = [
  'p br hr div span center h1 h2 h3 h4 h5 h6 blockquote pre code ul ol li dl dt dd a img',
  'strong b em i u s small sub sup table caption thead tbody tfoot tr th td',
].flatMap((line) => line.split(' '))

const allowedAttributes = {
  '*': ['style', 'align', 'valign', 'width', 'height', 'lang', 'dir', 'title', 'role'],
  a: ['href'],
  img: ['src', 'alt'],
  table: ['cellpadding', 'cellspacing', 'border'],
  td: ['colspan', 'rowspan', 'bgcolor'],
  th: ['colspan', 'rowspan', 'bgcolor', 'scope'],
}

const schemes = { a: ['https', 'http', 'mailto', 'tel'], img: ['https', 'http', 'data'] }

/** Maximum depth of elements, more than any real mail has; deeper elements lose their markup. */
const nestingLimit = 100

/** Styles that load something or cover the page around the mail. */
const unsafeStyle = /url\s*\(|expression\s*\(|javascript:|@import|behavior\s*:|position\s*:\s*(?:fixed|sticky)|\\/i

const schemeOf = (url: string): string =>
  /^([a-z][a-z\d+.-]*):/i.exec(url.replaceAll(/[\p{Cc}\s]/gu, ''))?.[1]?.toLowerCase() ?? ''

const hasUnusableUrl = (name: string, url: string): boolean =>
  (name === 'a' || name === 'img') && !schemes[name].includes(schemeOf(url))

/** Removes unsafe styles and unusable URLs, including relative ones, which don't work in a mailbox. */
const removeUnsafe = (tagName: string, attribs: sanitize.Attributes): sanitize.Tag => {
  const kept = Object.entries(attribs).filter(([name, value]) => {
    if (name === 'style') return !unsafeStyle.test(value)
    return !(name === 'href' || name === 'src') || !hasUnusableUrl(tagName, value)
  })
  return { tagName, attribs: Object.fromEntries(kept) }
}

const applyStyle = (
  { tagName, attribs }: sanitize.Tag,
  defaultStyles: Readonly<Record<string, string>>,
): sanitize.Tag => {
  const style = attribs.style ?? (Object.hasOwn(defaultStyles, tagName) ? defaultStyles[tagName] : undefined)
  return { tagName, attribs: style === undefined ? attribs : { ...attribs, style } }
}

/**
 * Sanitizes a mail's HTML. Keeps only known elements and attributes, no scripts, and only links to web pages, mail addresses and telephone numbers.
 * Removes all classes, except `button` on links.
 * @param defaultStyles by tag name, for elements without a style
 */
export const sanitizeMailHtml = (html: string, defaultStyles: Readonly<Record<string, string>> = {}): string =>
  sanitize(html, {
    allowedTags,
    allowedAttributes,
    allowedClasses: { a: ['button'] },
    allowedSchemes: [],
    allowedSchemesByTag: schemes,
    allowProtocolRelative: false,
    nonTextTags: [...forbiddenTags, 'title'],
    nestingLimit,
    parseStyleAttributes: false,
    transformTags: { '*': (tagName, attribs) => applyStyle(removeUnsafe(tagName, attribs), defaultStyles) },
  })

const urlProblem = (name: 'a' | 'img', attribs: sanitize.Attributes): string | undefined => {
  const url = attribs[name === 'a' ? 'href' : 'src']
  if (url === undefined || !hasUnusableUrl(name, url)) return undefined
  return name === 'a'
    ? `Lenken «${url}» må begynne med https://, mailto: eller tel:`
    : `Bildeadressen «${url}» må begynne med https://`
}

const elementProblem = (name: string, attribs: sanitize.Attributes): string | undefined => {
  if (forbiddenTags.has(name)) return `<${name}> kan ikke stå i en e-post`
  for (const [attribute, value] of Object.entries(attribs)) {
    if (attribute.startsWith('on')) return `${attribute} i <${name}> kan ikke stå i en e-post`
    if (/[{}]/.test(value)) return `Tagger kan ikke stå inne i en HTML-kode (<${name} ${attribute}>), bare i teksten`
    if (attribute === 'style' && unsafeStyle.test(value)) return `Stilen «${value}» kan ikke brukes i en e-post`
  }
  return name === 'a' || name === 'img' ? urlProblem(name, attribs) : undefined
}

/**
 * Returns a Norwegian message about the first thing in this HTML that is forbidden in mails; undefined if nothing is.
 * Unknown elements and classes don't count, since `sanitizeMailHtml` drops them harmlessly.
 */
export const mailHtmlProblem = (html: string): string | undefined => {
  let problem: string | undefined
  sanitize(html, {
    allowedTags: false,
    allowedAttributes: false,
    allowVulnerableTags: true,
    parseStyleAttributes: false,
    onOpenTag: (name, attribs) => {
      problem ??= elementProblem(name, attribs)
    },
  })
  return problem
}
