import { contactSubjects } from '@kontor/contract/contacts/contacts.rules'
import { holdsWebAddress } from '@kontor/contract/shared/public-form'

export const contactFields = ['name', 'email', 'company', 'subject', 'message'] as const

export type ContactField = (typeof contactFields)[number]

export type ContactValues = Readonly<Record<ContactField | 'website', string>>

/** What is wrong with a field: nothing was written, not an address, or what the server said of it. */
export type FieldProblem = 'missing' | 'invalid' | { readonly sentence: string }

export type FieldProblems = Readonly<Partial<Record<ContactField, FieldProblem>>>

const required = ['name', 'email', 'subject', 'message'] as const

export type RequiredField = (typeof required)[number]

export const isRequired = (field: ContactField): field is RequiredField => required.some((name) => name === field)

/** The form keeps its own values: what is typed before the page's scripts are there is not lost. */
export const readValues = (form: HTMLFormElement): ContactValues => {
  const data = new FormData(form)
  const text = (name: string) => String(data.get(name) ?? '').trim()
  return {
    name: text('name'),
    email: text('email'),
    company: text('company'),
    subject: text('subject'),
    message: text('message'),
    website: text('website'),
  }
}

/** `isEmail` is the browser's own verdict on the e-mail field. */
export const findProblems = (values: ContactValues, isEmail: boolean): FieldProblems => {
  const problems: Partial<Record<ContactField, FieldProblem>> = {}
  for (const field of required) if (values[field] === '') problems[field] = 'missing'
  if (holdsWebAddress(values.name)) problems.name = 'invalid'
  if (values.email !== '' && !isEmail) problems.email = 'invalid'
  return problems
}

/** What the server said of fields that the form has. */
export const problemsFromServer = (sentences: Readonly<Record<string, string>>): FieldProblems =>
  Object.fromEntries(
    contactFields.flatMap((field) => {
      const sentence = sentences[field]
      return sentence === undefined ? [] : [[field, { sentence }]]
    }),
  )

export const firstProblem = (problems: FieldProblems): ContactField | undefined =>
  contactFields.find((field) => problems[field] !== undefined)

export const subjectOptions = Object.entries(contactSubjects)
