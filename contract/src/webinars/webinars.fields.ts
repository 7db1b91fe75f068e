import { email, line, phone } from '../shared/field-kinds.ts'
import { registrationLimits as limits } from './webinars.rules.ts'

const person = { personal: 'person' } as const

export const registrationFields = {
  name: line('Navn', limits.name, { ...person, required: true }),
  email: email('E-post', { personal: 'address', required: true }),
  company: line('Bedrift', limits.company, person),
  phone: phone('Telefon', limits.phone, person),
} as const
