/** Constants of customers and contact persons; free of dependencies. */

/** Longest accepted texts, in characters. */
export const customerLimits = {
  name: 200,
  phone: 50,
  website: 500,
  organizationNumber: 50,
  industry: 200,
  description: 5000,
  customer_Type: 100,
  address: 300,
  postCode: 20,
  city: 100,
  location: 200,
} as const

/** Longest accepted texts, in characters. */
export const contactPersonLimits = {
  firstName: 100,
  lastName: 100,
  telephone: 50,
  mobilePhone: 50,
  note: 2000,
} as const

/** How long the screen may show the list that it has, in milliseconds. */
export const customersFreshMs = 5 * 60_000
