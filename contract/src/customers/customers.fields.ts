import { email, flag, line, organizationNumber, phone, postcode, text, website } from '../shared/field-kinds.ts'

const company = { group: 'Bedriften', personal: 'subject' } as const
const contact = { group: 'Kontakt', personal: 'person' } as const
const address = { group: 'Adresse', personal: 'subject' } as const

/** The fields in the order of forms and spreadsheets. Synonyms with a full stop are the headings of the company register's own CSV files. */
export const customerFields = {
  name: line('Navn', 200, {
    ...company,
    required: true,
    register: 'name',
    width: 36,
    synonyms: [
      'Kunde',
      'Kundenavn',
      'Firma',
      'Firmanavn',
      'Bedrift',
      'Bedriftsnavn',
      'Selskap',
      'Company',
      'Company name',
    ],
  }),
  email: email('E-post', { group: 'Kontakt', personal: 'address', required: true, column: 'shown', register: 'email' }),
  phone: phone('Telefon', 50, { ...contact, register: 'phone' }),
  website: website('Nettside', 500, {
    ...contact,
    personal: 'subject',
    register: 'website',
    synonyms: ['Hjemmeside', 'Nettsted', 'Webside', 'Web', 'www', 'URL'],
  }),
  organizationNumber: organizationNumber('Org.nr', 50, {
    ...company,
    column: 'shown',
    inNarrowRow: true,
    register: 'organizationNumber',
    synonyms: [
      'Organisasjonsnummer',
      'Organisasjonsnr',
      'Orgnummer',
      'Foretaksnummer',
      'org_no',
      'Organisation number',
    ],
  }),
  industry: line('Bransje', 200, {
    ...company,
    column: 'shown',
    inNarrowRow: true,
    register: 'industry',
    synonyms: ['Næring', 'Næringskode', 'Sektor', 'naeringskode1.beskrivelse'],
  }),
  customer_Type: line('Kundetype', 100, { ...company, synonyms: ['Type'] }),
  address: line('Adresse', 300, {
    ...address,
    register: 'address',
    synonyms: ['Gateadresse', 'Besøksadresse', 'Forretningsadresse', 'Street', 'forretningsadresse.adresse'],
  }),
  postCode: postcode('Postnummer', 20, {
    ...address,
    register: 'postCode',
    synonyms: ['Postnr', 'Postkode', 'Postal code', 'Zip', 'forretningsadresse.postnummer'],
  }),
  // A column "Sted" next to a postcode contains the city.
  city: line('Poststed', 100, {
    ...address,
    register: 'city',
    synonyms: ['Sted', 'By', 'Poststedet', 'forretningsadresse.poststed'],
  }),
  location: line('Lokasjon', 200, address),
  description: text('Beskrivelse', 5000, {
    ...company,
    personal: 'person',
    column: 'none',
    synonyms: ['Notat', 'Notater', 'Merknad', 'Kommentar', 'Notes'],
  }),
  isActive: flag('Aktiv', {
    initial: true,
    column: 'shown',
    yesWords: ['Aktiv', 'Active'],
    noWords: ['Inaktiv', 'Inactive'],
    synonyms: ['Status', 'Er aktiv'],
  }),
} as const

const person = { personal: 'person' } as const

export const contactPersonFields = {
  firstName: line('Fornavn', 100, { ...person, required: true, missing: 'Fornavn er påkrevet' }),
  lastName: line('Etternavn', 100, { ...person, required: true, missing: 'Etternavn er påkrevet' }),
  email: email('E-post', { personal: 'address', required: true }),
  telephone: phone('Telefon', 50, person),
  mobilePhone: phone('Mobil', 50, person),
  note: text('Notat', 2000, person),
  isActive: flag('Aktiv', { initial: true }),
} as const
