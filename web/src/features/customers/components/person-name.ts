import type { ContactPerson } from '../customers.api.ts'

/** The full name; a contact person may have no last name. */
export const nameOfPerson = ({ firstName, lastName }: Pick<ContactPerson, 'firstName' | 'lastName'>): string =>
  `${firstName} ${lastName}`.trim()
