/** Field labels, in the form's order. */
export const customerLabels = {
  name: 'Navn',
  email: 'E-post',
  phone: 'Telefon',
  website: 'Nettside',
  organizationNumber: 'Org.nr',
  industry: 'Bransje',
  customer_Type: 'Kundetype',
  address: 'Adresse',
  postCode: 'Postnummer',
  city: 'Poststed',
  location: 'Lokasjon',
  description: 'Beskrivelse',
  isActive: 'Aktiv',
} as const

/** Fields that the server sets, with their labels. */
export const customerStampLabels = { createdAt: 'Opprettet', updatedAt: 'Endret' } as const

/** Maximum lengths, in characters. */
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

/** Field labels, in the form's order. */
export const contactPersonLabels = {
  firstName: 'Fornavn',
  lastName: 'Etternavn',
  email: 'E-post',
  telephone: 'Telefon',
  mobilePhone: 'Mobil',
  note: 'Notat',
  isActive: 'Aktiv',
} as const

/** Maximum lengths, in characters. */
export const contactPersonLimits = {
  firstName: 100,
  lastName: 100,
  telephone: 50,
  mobilePhone: 50,
  note: 2000,
} as const

/** How long the web caches the list, in milliseconds. */
export const customersFreshMs = 5 * 60_000
