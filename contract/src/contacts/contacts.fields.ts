import { email, line, text } from '../shared/field-kinds.ts'
import { contactLimits as limits } from './contacts.rules.ts'

const person = { personal: 'person' } as const
const required = { ...person, required: true } as const

export const contactFields = {
  name: line('Navn', limits.name, required),
  email: email('E-post', { personal: 'address', required: true }),
  company: line('Bedrift', limits.company, person),
  subject: line('Emne', limits.subject, required),
  message: text('Melding', limits.message, required),
} as const
