import type { CompanyFacts } from '@kontor/contract/company/company.rules'
import {
  emailSubjectDefaults,
  fillTags,
  missingValue,
  sampleValues,
  type TemplateLanguage,
  type TemplateType,
  templateHtml,
  templateTypes,
} from '@kontor/contract/emails/emails.rules'
import type { EmailTemplate } from '@kontor/contract/emails/emails.schema'
import { secretPlaceholder } from '../../platform/mail/mail-hooks.ts'
import { sanitizeMailHtml } from '../../platform/mail/mail-html.ts'
import { plainText } from '../../platform/mail/plain-text.ts'
import type { MailSettings } from './emails.queries.ts'

/** A mail without the company's letterhead, which `html` adds when the mail is queued or shown. */
export interface MailText {
  readonly subject: string
  readonly html: (company: CompanyFacts) => string
}

/** Values of a template's `{tags}`, unescaped. Null is a value that the visitor left out. */
export type TagValues = Readonly<Record<string, string | null>>

/**
 * Fills the `{tags}` of a template. User input enters mails only here. In HTML, it is escaped and keeps its line breaks. In plain text (subjects),
 * it is unchanged.
 */
export const renderTemplate = (
  template: string,
  values: TagValues,
  format: 'html' | 'text',
  language: TemplateLanguage = 'no',
): string =>
  fillTags(template, values, {
    write: (value) => (format === 'html' ? escapeHtml(value).replaceAll(/\r\n|\r|\n/g, '<br>') : value),
    missing: missingValue[language],
  })

/** Spaces out URLs and host names, since mail clients would turn a stranger's text into links. */
export const withoutLinks = (text: string): string =>
  text
    .replaceAll('://', ': //')
    // Only words with letters: leaves numbers, dates and times alone.
    .replaceAll(/\S+/g, (word) => (/\p{L}/u.test(word) ? word.replaceAll(dotInside, '$& ') : word))

/** Dots that browsers accept in host names (UTS 46), before a letter or digit. */
const dotInside = /[.\u3002\uff0e\uff61](?=[\p{L}\p{N}])/gu

const entities: Readonly<Record<string, string>> = {
  '&': '&amp;',
  '<': '&lt;',
  '>': '&gt;',
  '"': '&quot;',
  "'": '&#39;',
}

const escapeHtml = (text: string): string => text.replaceAll(/[&<>"']/g, (character) => entities[character] ?? '')

// Inline styles, since mail clients support few styles and no style sheets. The colours are those of the website.
const ink = '#10262b'
const soft = '#4b5e62'
const fjord = '#0f4750'
const fonts = "'Schibsted Grotesk', Arial, Helvetica, sans-serif"

const elementStyles = {
  h1: 'margin:0 0 20px;font-size:26px;line-height:1.2;letter-spacing:-0.01em;font-weight:700',
  h2: 'margin:24px 0 12px;font-size:20px;line-height:1.25;font-weight:700',
  h3: 'margin:20px 0 8px;font-size:16px;line-height:1.4;font-weight:700',
  p: 'margin:0 0 16px',
  ul: 'margin:0 0 16px;padding-left:24px',
  ol: 'margin:0 0 16px;padding-left:24px',
  blockquote: 'margin:20px 0 24px;padding:2px 0 2px 18px;border-left:3px solid #b5390f',
  a: 'color:inherit',
} as const

/** Building blocks of a mail's text. Each takes HTML with `{tags}`, which `renderTemplate` fills. */
export const block = {
  heading: (html: string) => `<h1 style="${elementStyles.h1}">${html}</h1>`,
  paragraph: (html: string) => `<p style="${elementStyles.p}">${html}</p>`,
  quote: (html: string) => `<blockquote style="${elementStyles.blockquote}">${html}</blockquote>`,
  fact: (label: string, html: string) =>
    `<p style="margin:0 0 12px"><span class="soft" style="font-size:13px;color:${soft}">${label}</span><br>${html}</p>`,
  /** `url` may be a template tag. */
  link: (url: string, html: string) => `<a href="${url}" style="${elementStyles.a}">${html}</a>`,
  /** `url` may be a tag. Outlook ignores the padding of links, so the cell has it, too. */
  button: (url: string, html: string) =>
    `<table role="presentation" cellpadding="0" cellspacing="0" style="margin:24px 0"><tr><td class="button" align="center" bgcolor="${fjord}" style="border-radius:4px;background:${fjord};mso-padding-alt:14px 28px"><a href="${url}" style="display:inline-block;padding:14px 28px;border-radius:4px;color:#ffffff;font-weight:700;text-decoration:none">${html}</a></td></tr></table>`,
  note: (html: string) =>
    `<p class="soft" style="margin:24px 0 16px;font-size:13px;line-height:1.5;color:${soft}">${html}</p>`,
  /** Small print at the end, for lines that only machines and courts need. */
  fine: (label: string, html: string) =>
    `<p class="soft" style="margin:0 0 8px;font-size:12px;line-height:1.4;color:${soft}">${label}<br>${html}</p>`,
}

const line = (width: number, colour: string) =>
  `<div class="line" style="width:${width}%;height:1px;margin:0 0 5px;font-size:0;line-height:0;background:${colour}"></div>`

/** Maximum characters of the preview that inboxes show beside the subject. */
const previewLength = 140

/**
 * Writes the inbox's preview: the first two paragraphs, cut off before a secret. Without a preview, inboxes would show the letterhead. The plain
 * text leaves `.preview` out.
 */
const preview = (body: string): string => {
  const start = Math.max(0, body.indexOf('<p'))
  const greeting = body.indexOf('</p>', start)
  const text = plainText(body.slice(start, body.indexOf('</p>', greeting + 1))).replaceAll(/\s+/g, ' ')
  const [open = ''] = text.split(secretPlaceholder)
  return `<div class="preview" style="display:none;max-height:0;overflow:hidden">${escapeHtml(open.slice(0, previewLength))}</div>`
}

/** Wraps a mail's blocks in the house layout and the company's letterhead. Screen readers need `language`. */
export const mailDocument = (
  language: 'no' | 'en',
  { title, body, company }: { readonly title: string; readonly body: string; readonly company: CompanyFacts },
): string => `<!doctype html>
<html lang="${language === 'no' ? 'nb' : language}">
<head>
<meta charset="utf-8">
<meta name="viewport" content="width=device-width, initial-scale=1">
<meta name="color-scheme" content="light dark">
<title>${escapeHtml(title)}</title>
<style>
@media (prefers-color-scheme: dark) {
  .ground { background: #0b1c20 !important; }
  .sheet { background: #10262b !important; color: #f4efe6 !important; }
  .soft { color: #b3cbcb !important; }
  .button { background: #f4efe6 !important; }
  .button a { color: #10262b !important; }
}
</style>
</head>
<body class="ground" style="margin:0;padding:0;background:#f7f3ec">
${preview(body)}
<table role="presentation" class="ground" width="100%" cellpadding="0" cellspacing="0" style="background:#f7f3ec">
<tr><td align="center" style="padding:32px 16px">
<table role="presentation" width="100%" cellpadding="0" cellspacing="0" style="max-width:600px;table-layout:fixed;font-family:${fonts};font-size:16px;line-height:1.55">
<tr><td style="padding:16px 36px 12px;background:${fjord};color:#f4efe6;font-size:17px;font-weight:700">
<p style="margin:0 0 10px">${escapeHtml(company.name)}</p>
${line(100, '#3d6e75')}${line(23, '#ff9c74')}
</td></tr>
<tr><td class="sheet" style="padding:36px 36px 32px;background:#fffdf9;color:${ink};overflow-wrap:anywhere;word-break:break-word">
${body}
</td></tr>
<tr><td class="soft" style="padding:20px 36px 0;font-size:13px;line-height:1.5;color:${soft}">
<p style="margin:0">${footer(company)}</p>
</td></tr>
</table>
</td></tr>
</table>
</body>
</html>
`

/** Composes a mail from blocks and fills their tags with `values`. `{company}` is the company's name unless `values` has it. */
export const composeMail = (
  language: 'no' | 'en',
  subject: string,
  { blocks, values }: { readonly blocks: readonly string[]; readonly values: TagValues },
): MailText => ({
  subject,
  html: (company) => {
    const body = renderTemplate(blocks.join('\n'), { company: company.name, ...values }, 'html')
    return mailDocument(language, { title: subject, body, company })
  },
})

const footer = ({ name, street, postCode, city, phone, email }: CompanyFacts): string =>
  [`${name}, ${street}, ${postCode} ${city}`, `${phone} · ${email}`].map(escapeHtml).join('<br>')

/** Texts that explain why the recipient gets a mail from a public form, and what to do if someone else entered their address. */
export const whyNotes = {
  contact: {
    no: 'Du får denne e-posten fordi adressen din ble oppgitt i kontaktskjemaet vårt. Var det ikke deg, kan du se bort fra den.',
    en: 'You’re receiving this email because your address was entered in our contact form. If that wasn’t you, please ignore it.',
  },
  webinar: {
    no: 'Du får denne e-posten fordi adressen din ble oppgitt i påmeldingsskjemaet vårt. Var det ikke deg, gi oss beskjed, så sletter vi påmeldingen.',
    en: 'You’re receiving this email because your address was entered in our registration form. If that wasn’t you, tell us and we’ll delete the registration.',
  },
} as const satisfies Record<TemplateType, Record<'no' | 'en', string>>

/** Explains a suspect enquiry or registration in the company's notice. The text has the tag `{name}`. */
export const suspectNote = (what: 'henvendelsen' | 'påmeldingen'): string =>
  block.note(
    `Spamkontrollen tror at en robot har sendt ${what}, så {name} har ikke fått bekreftelse. Er det et menneske, godkjenn ${what} i kontoret. Bare de første i timen varsles; alle står i kontoret.`,
  )

/** The subjects of built-in confirmations. The settings replace the Norwegian subjects. */
export const defaultSubjects = {
  contact: { no: emailSubjectDefaults.contact, en: 'Thank you for your enquiry' },
  webinar: { no: emailSubjectDefaults.webinar, en: 'Confirmation of your webinar registration' },
} as const satisfies Record<TemplateType, Record<TemplateLanguage, string>>

export type TemplateText = Pick<EmailTemplate, 'type' | 'language' | 'subject' | 'content'>

/** The office's texts for a confirmation: the Norwegian subject from the settings, which may contain tags, and the active template. */
export interface OfficeTexts {
  readonly subject: string
  readonly template: TemplateText | undefined
}

/** Maximum length of a filled subject, in characters; mail clients show far less. */
const maxSubjectLength = 250

/** Fills a subject and limits it to one line of `maxSubjectLength` characters. Returns the default subject if the result is empty. */
export const renderSubject = (
  { type, language, subject }: Pick<TemplateText, 'type' | 'language' | 'subject'>,
  values: TagValues,
): string => {
  const filled = renderTemplate(subject, values, 'text', language).replaceAll(/\s+/g, ' ').trim()
  const letters = [...(filled || defaultSubjects[type][language])]
  return letters.length <= maxSubjectLength ? letters.join('') : `${letters.slice(0, maxSubjectLength - 1).join('')}…`
}

/** Renders a template in the house layout, with the HTML `lead` before its text and `end` after it. */
export const templateMail = (template: TemplateText, values: TagValues, { lead = '', end = '' } = {}): MailText => {
  const subject = renderSubject(template, values)
  const { type, language, content } = template
  const text = renderTemplate(
    withButtons(sanitizeMailHtml(templateHtml(content), elementStyles)),
    values,
    'html',
    language,
  )
  const body = [lead, text, end, block.note(whyNotes[type][language])].join('\n')
  return { subject, html: (company) => mailDocument(language, { title: subject, body, company }) }
}

export const templatePreview = (template: TemplateText, company: CompanyFacts): string =>
  templateMail(template, sampleValues(template.type, template.language)).html(company)

/** Matches a paragraph that consists of one link, as the sanitizer writes it. Captures the link's attributes and its text. */
// regexp: linear, since its alternatives exclude each other and no match begins inside another.
const lonelyLink = /<p(?: [^<>]*)?>\s*<a ([^<>]*)>((?:[^<]|<(?!\/?[ap][\s>]))*)<\/a>\s*<\/p>/g

/** Replaces links of class `button` that are alone in their paragraph with buttons that all mail clients show. */
const withButtons = (html: string): string =>
  html.replaceAll(lonelyLink, (paragraph, attributes: string, label: string) => {
    const [, url] = /href="([^"]*)"/.exec(attributes) ?? []
    return url !== undefined && attributes.includes('class="button"') ? block.button(url, label) : paragraph
  })

export const testMail = (settings: MailSettings): MailText => {
  const subject = `Testmelding fra ${settings.fromName}`
  const blocks = [
    block.heading('Testmelding'),
    block.paragraph('Kommer denne e-posten frem, virker utsendingen med innstillingene nedenfor.'),
    block.fact('Avsender', '{fromName}, {fromEmail}'),
    block.fact(`Emne, ${templateTypes.contact.toLowerCase()}`, '{contactSubject}'),
    block.fact(`Emne, ${templateTypes.webinar.toLowerCase()}`, '{webinarSubject}'),
    block.note('Den er sendt fra E-post i kontoret, også om innstillingene ikke er lagret.'),
  ]
  return composeMail('no', subject, { blocks, values: settings })
}

/** Composes the mail that notifies a former address of its replacement. */
export const movedAddressMail = (values: {
  readonly what: string
  readonly former: string
  readonly address: string
}): MailText =>
  composeMail('no', `${values.what} er endret`, {
    blocks: [
      block.heading('{what} er endret'),
      block.paragraph('Den var {former}, og er nå {address}.'),
      block.note('Er det ikke du som har endret den, logg inn på kontoret, bytt passord og sett adressen tilbake.'),
    ],
    values,
  })

/** Composes the mail with a code for a new address. Entering the code proves that the user reads mail to that address. */
export const addressCodeMail = (values: { readonly what: string; readonly address: string }): MailText =>
  composeMail('no', 'Kode for å bekrefte adressen', {
    blocks: [
      block.heading('Bekreft adressen'),
      block.paragraph('{what} skal være {address}. Skriv denne koden på kontoret, der adressen ble endret.'),
      block.fact('Kode', `<strong style="font-size:24px;letter-spacing:0.2em">${secretPlaceholder}</strong>`),
      block.note('Koden gjelder i minst en time. Har du ikke bedt om den, kan du se bort fra denne e-posten.'),
    ],
    values,
  })

/** Warns the company that its forms send unusually many mails. */
export const limitMail = (perHour: number): MailText =>
  composeMail('no', 'Mange bekreftelser fra skjemaene', {
    blocks: [
      block.heading('Mange bekreftelser fra skjemaene'),
      block.paragraph(
        'Skjemaene på nettstedet har sendt {perHour} bekreftelser på en time. Nye henvendelser og påmeldinger lagres som før, men får ingen bekreftelse før det blir færre.',
      ),
      block.note('Noen kan bruke skjemaene til å sende e-post til fremmede. Se etter i Kontakter og E-post Logg.'),
    ],
    values: { perHour: String(perHour) },
  })
