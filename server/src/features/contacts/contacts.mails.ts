import { contactSubjectLabel, contactSubjects } from '@kontor/contract/contacts/contacts.rules'
import type { Contact } from '@kontor/contract/contacts/contacts.schema'
import { tagValues } from '@kontor/contract/emails/emails.rules'
import { longOsloTime } from '@kontor/contract/shared/time'
import {
  block,
  composeMail,
  defaultSubjects,
  type MailText,
  type OfficeTexts,
  renderSubject,
  renderTemplate,
  suspectNote,
  templateMail,
  whyNotes,
  withoutLinks,
} from '../emails/emails.mails.ts'

/** The parts of an enquiry that its mails mention. */
export type Enquiry = Pick<Contact, 'name' | 'email' | 'company' | 'subject' | 'message'>

const confirmationTexts = {
  no: {
    greeting: 'Hei!',
    received: 'Vi har fått henvendelsen din og svarer så snart vi kan.',
    topic: 'Den gjelder: {topic}.',
    regards: 'Vennlig hilsen',
  },
  en: {
    greeting: 'Hello,',
    received: 'We’ve received your enquiry and will get back to you as soon as we can.',
    topic: 'It is about: {topic}.',
    regards: 'Kind regards',
  },
} as const

/** Returns true if a template of the office repeats the visitor's text. */
export const repeatsMessage = ({ subject, content }: NonNullable<OfficeTexts['template']>): boolean =>
  `${subject}${content}`.includes('{message}')

/**
 * Composes the visitor's receipt in the language of the form. Uses the office's template, or the built-in text. The built-in text doesn't
 * quote the enquiry, since anyone can enter somebody else's address.
 */
export const confirmationMail = (enquiry: Enquiry, language: 'no' | 'en', texts: OfficeTexts): MailText => {
  const name = withoutLinks(enquiry.name)
  const message = withoutLinks(enquiry.message)
  const topic = withoutLinks(topicIn(language, enquiry.subject))
  const tags = tagValues('contact', {
    name,
    message,
    subject: topic,
    email: enquiry.email,
    company: enquiry.company && withoutLinks(enquiry.company),
  })
  if (texts.template) return templateMail(texts.template, tags)
  const subject =
    language === 'no'
      ? renderSubject({ type: 'contact', language, subject: texts.subject }, tags)
      : defaultSubjects.contact.en
  const text = confirmationTexts[language]
  const blocks = [
    block.heading('{heading}'),
    block.paragraph(text.greeting),
    block.paragraph(text.received),
    ...(isKnownTopic(enquiry.subject) ? [block.paragraph(text.topic)] : []),
    block.paragraph(`${text.regards}<br>{company}`),
    block.note(whyNotes.contact[language]),
  ]
  const values = {
    heading: subject,
    topic,
  }
  return composeMail(language, subject, { blocks, values })
}

/** Notifies the company of a new or suspect enquiry; `panelUrl` is the URL of the enquiry in the office. */
export const noticeMail = (enquiry: Enquiry, panelUrl: string, isSuspect: boolean): MailText => {
  const what = isSuspect ? 'Mistenkelig henvendelse' : 'Ny henvendelse'
  const values = {
    name: enquiry.name,
    email: enquiry.email,
    company: enquiry.company ?? '–',
    topic: contactSubjectLabel(enquiry.subject),
    message: enquiry.message,
    panelUrl,
  }
  const subject = renderTemplate(`${what} fra {name}: {topic}`, values, 'text')
  const blocks = [
    block.heading(what),
    block.fact('Navn', '{name}'),
    block.fact('E-post', '{email}'),
    block.fact('Bedrift', '{company}'),
    block.fact('Emne', '{topic}'),
    block.quote('{message}'),
    isSuspect ? suspectNote('henvendelsen') : block.note('Svar på denne e-posten for å svare {name}.'),
    block.button('{panelUrl}', 'Åpne henvendelsen'),
  ]
  return composeMail('no', subject, { blocks, values })
}

const replyTexts = {
  no: { wrote: 'Du skrev {at}:' },
  en: { wrote: 'You wrote on {at}:' },
} as const

/** Composes the office's reply, with the enquiry quoted below. `at` is the time of the enquiry. */
export const replyMail = (
  { subject, text }: { readonly subject: string; readonly text: string },
  { language, message, createdAt }: Pick<Contact, 'language' | 'message' | 'createdAt'>,
): MailText => {
  const blocks = [
    ...paragraphsOf(text).map((_, index) => block.paragraph(`{p${index}}`)),
    block.note(replyTexts[language].wrote),
    block.quote('{message}'),
  ]
  const paragraphs = Object.fromEntries(paragraphsOf(text).map((paragraph, index) => [`p${index}`, paragraph]))
  const values = { ...paragraphs, at: longOsloTime(createdAt, language), message: withoutLinks(message) }
  return composeMail(language, subject, { blocks, values })
}

const paragraphsOf = (text: string): string[] => text.split(/(?:\r?\n[^\S\n]*){2,}/)

/** Returns true for a subject that the form offers, false for one that the visitor typed. */
const isKnownTopic = (subject: string): boolean => Object.hasOwn(contactSubjects, subject)

const topicIn = (language: 'no' | 'en', subject: string): string =>
  Object.entries(contactSubjects).find(([key]) => key === subject)?.[1][language] ?? subject
