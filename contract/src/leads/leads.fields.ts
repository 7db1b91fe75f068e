import {
  choice,
  day,
  decimal,
  email,
  flag,
  integer,
  labelsOf,
  line,
  organizationNumber,
  phone,
  postcode,
  text,
} from '../shared/field-kinds.ts'
import { parseSort, type Sort } from '../shared/sorting.ts'
import { leadStatuses } from './leads.rules.ts'

const company = { group: 'Bedriften', personal: 'subject' } as const
const contact = { group: 'Kontakt', personal: 'person' } as const
const sale = { group: 'Salget', personal: 'person' } as const
const address = { group: 'Adresse', personal: 'subject' } as const
const fromRegister = { group: 'Fra registeret', personal: 'subject' } as const

/** The fields in the order of columns. Synonyms with a full stop are the headings of the company register's own CSV files. */
export const leadFields = {
  status: choice('Status', leadStatuses, {
    group: 'Salget',
    personal: 'none',
    column: 'shown',
    width: 14,
    synonyms: ['Leadstatus', 'Lead status', 'Fase'],
  }),
  company_name: line('Firmanavn', 200, {
    ...company,
    required: true,
    register: 'name',
    width: 36,
    synonyms: ['Firma', 'Bedrift', 'Bedriftsnavn', 'Selskap', 'Selskapsnavn', 'Navn', 'Company', 'Company name'],
  }),
  org_no: organizationNumber('Org.nr', 50, {
    ...company,
    register: 'organizationNumber',
    synonyms: ['Organisasjonsnummer', 'Organisasjonsnr', 'Orgnummer', 'Foretaksnummer', 'Organisation number'],
  }),
  organization_form: line('Organisasjonsform', 100, {
    ...company,
    register: 'organizationForm',
    synonyms: ['Selskapsform', 'Orgform', 'organisasjonsform.beskrivelse'],
  }),
  contact_name: line('Kontaktperson', 200, {
    ...contact,
    column: 'shown',
    register: 'contactName',
    synonyms: ['Kontakt', 'Kontaktnavn', 'Contact', 'Contact name'],
  }),
  contact_title: line('Tittel', 100, {
    ...contact,
    register: 'contactTitle',
    synonyms: ['Stilling', 'Rolle', 'Title'],
  }),
  phone: phone('Telefon', 50, { ...contact, column: 'shown', register: 'phone' }),
  email: email('E-post', { group: 'Kontakt', personal: 'address', register: 'email' }),
  employees: integer('Ansatte', 2_147_483_647, {
    group: 'Bedriften',
    register: 'employees',
    synonyms: ['Antall ansatte', 'Number of employees'],
  }),
  revenue_nok: decimal('Omsetning (NOK)', 9_999_999_999_999.99, {
    group: 'Bedriften',
    register: 'revenueNok',
    width: 18,
    synonyms: ['Omsetning', 'Omsetning i kroner', 'Driftsinntekter', 'Revenue'],
  }),
  industry: line('Bransje', 200, {
    ...company,
    register: 'industry',
    synonyms: ['Næring', 'Bransjenavn', 'naeringskode1.beskrivelse'],
  }),
  business_address: line('Forretningsadresse', 300, {
    ...address,
    register: 'address',
    synonyms: ['Adresse', 'Gateadresse', 'Besøksadresse', 'Address', 'Street', 'forretningsadresse.adresse'],
  }),
  postal_code: postcode('Postnummer', 20, {
    ...address,
    register: 'postCode',
    synonyms: ['Postnr', 'Postkode', 'Zip', 'forretningsadresse.postnummer'],
  }),
  city: line('Poststed', 100, {
    ...address,
    column: 'shown',
    register: 'city',
    synonyms: ['Sted', 'By', 'Town', 'forretningsadresse.poststed'],
  }),
  municipality: line('Kommune', 100, {
    ...address,
    register: 'municipality',
    synonyms: ['Kommunenavn', 'forretningsadresse.kommune'],
  }),
  postal_address: line('Postadresse', 300, {
    ...address,
    register: 'postalAddress',
    synonyms: ['postadresse.adresse'],
  }),
  established_date: day('Stiftelsesdato', {
    ...fromRegister,
    register: 'establishedDate',
    synonyms: ['Stiftet', 'Established'],
  }),
  registration_date: day('Registreringsdato', {
    ...fromRegister,
    register: 'registrationDate',
    synonyms: ['Registrert', 'Registrert dato', 'registreringsdatoEnhetsregisteret'],
  }),
  vat_registered: flag('MVA-registrert', {
    group: 'Fra registeret',
    register: 'vatRegistered',
    synonyms: ['MVA', 'Registrert i MVA-registeret'],
  }),
  business_registered: flag('Foretaksregistrert', {
    group: 'Fra registeret',
    register: 'businessRegistered',
    synonyms: ['Registrert i Foretaksregisteret'],
  }),
  bankruptcy: flag('Konkurs', { group: 'Fra registeret', register: 'bankruptcy' }),
  under_liquidation: flag('Under avvikling', { group: 'Fra registeret', register: 'underLiquidation' }),
  sector_code: line('Sektorkode', 50, {
    ...fromRegister,
    register: 'sectorCode',
    synonyms: ['Sektor', 'institusjonellSektorkode.kode'],
  }),
  nace_code1: line('Næringskode 1', 50, {
    ...fromRegister,
    register: 'naceCode1',
    synonyms: ['Næringskode', 'NACE', 'NACE 1', 'naeringskode1.kode'],
  }),
  nace_code2: line('Næringskode 2', 50, {
    ...fromRegister,
    register: 'naceCode2',
    synonyms: ['NACE 2', 'naeringskode2.kode'],
  }),
  nace_code3: line('Næringskode 3', 50, {
    ...fromRegister,
    register: 'naceCode3',
    synonyms: ['NACE 3', 'naeringskode3.kode'],
  }),
  next_step: line('Neste steg', 500, { ...sale, column: 'shown', width: 30, synonyms: ['Neste skritt', 'Oppfølging'] }),
  next_step_at: day('Frist', {
    ...sale,
    column: 'shown',
    synonyms: ['Neste steg dato', 'Dato for neste steg', 'Oppfølgingsdato', 'Forfall', 'Due date'],
  }),
  /** The owner's user name; the database stores the user's id. Has no fixed words: imports accept the current users' names. */
  owner: choice('Ansvarlig', [] as readonly string[], {
    group: 'Salget',
    column: 'shown',
    width: 18,
    synonyms: ['Eier', 'Selger', 'Kundeansvarlig', 'Owner'],
  }),
  lost_reason: line('Årsak til avslag', 100, {
    group: 'Salget',
    personal: 'subject',
    width: 24,
    synonyms: ['Avslagsårsak', 'Tapsårsak', 'Lost reason'],
  }),
  notes: text('Notater', 5000, { ...sale, synonyms: ['Notat', 'Merknad', 'Kommentar', 'Kommentarer'] }),
  customer_active: flag('Kunde aktiv', {
    group: 'Salget',
    column: 'shown',
    yesWords: ['Aktiv', 'Active'],
    noWords: ['Inaktiv', 'Inactive'],
    synonyms: ['Aktiv kunde', 'Aktiv'],
  }),
} as const

/** The columns of the export and the list, including `id` and `created_at`, which the server sets. */
export const leadColumns = {
  id: { kind: 'integer', label: 'ID' },
  ...leadFields,
  created_at: { kind: 'moment', label: 'Opprettet', column: 'shown' },
} as const

export type LeadField = keyof typeof leadColumns

export const leadFieldNames = Object.keys(leadColumns) as readonly LeadField[]

export const leadLabels = labelsOf(leadColumns)

/** Fields by which leads can be sorted: all columns, and the time of the last activity. */
export const leadSortFields: readonly (LeadField | 'last_touched_at')[] = [...leadFieldNames, 'last_touched_at']

export type LeadSort = Sort<LeadField | 'last_touched_at'>

/** Reads `field:asc` or `field:desc`. Returns the default order for anything else. */
export const parseLeadSort = (text: string): LeadSort =>
  parseSort(text, leadSortFields) ?? { id: 'created_at', desc: true }
