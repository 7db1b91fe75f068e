import type { ContactPerson } from '../customers.api.ts'

/** Returns the full name of a contact person, who may have no last name. */
export const nameOfPerson = ({ firstName, lastName }: Pick<ContactPerson, 'firstName' | 'lastName'>): string =>
  `${firstName} ${lastName}`.trim()
