import { parseSort, type Sort } from '../shared/sorting.ts'
import { addOsloDays } from '../shared/time.ts'

export const leadStatuses = ['Ny', 'Kontaktet', 'Avtalt møte', 'Tilbud sendt', 'Avslått', 'Kunde'] as const

export type LeadStatus = (typeof leadStatuses)[number]

export const firstLeadStatus: LeadStatus = 'Ny'

/** Field labels, in column order. */
export const leadLabels = {
  id: 'ID',
  status: 'Status',
  company_name: 'Firmanavn',
  org_no: 'Org.nr',
  organization_form: 'Organisasjonsform',
  contact_name: 'Kontaktperson',
  contact_title: 'Tittel',
  phone: 'Telefon',
  email: 'E-post',
  employees: 'Ansatte',
  revenue_nok: 'Omsetning (NOK)',
  industry: 'Bransje',
  business_address: 'Forretningsadresse',
  postal_code: 'Postnummer',
  city: 'Poststed',
  municipality: 'Kommune',
  postal_address: 'Postadresse',
  established_date: 'Stiftelsesdato',
  registration_date: 'Registreringsdato',
  vat_registered: 'MVA-registrert',
  business_registered: 'Foretaksregistrert',
  bankruptcy: 'Konkurs',
  under_liquidation: 'Under avvikling',
  sector_code: 'Sektorkode',
  nace_code1: 'Næringskode 1',
  nace_code2: 'Næringskode 2',
  nace_code3: 'Næringskode 3',
  next_step: 'Neste steg',
  next_step_at: 'Frist',
  owner: 'Ansvarlig',
  lost_reason: 'Årsak til avslag',
  notes: 'Notater',
  customer_active: 'Kunde aktiv',
  created_at: 'Opprettet',
} as const

export type LeadField = keyof typeof leadLabels

export const leadFields = Object.keys(leadLabels) as readonly LeadField[]

/** Sortable fields: all columns, and when a lead was last worked on. */
export const leadSortFields: readonly (LeadField | 'last_touched_at')[] = [...leadFields, 'last_touched_at']

export type LeadSort = Sort<LeadField | 'last_touched_at'>

export const defaultLeadSort = 'created_at:desc'

/** Reads `field:asc` or `field:desc`; anything else is the default. */
export const parseLeadSort = (text: string): LeadSort =>
  parseSort(text, leadSortFields) ?? { id: 'created_at', desc: true }

/** The years of a lead's dates, both included: the register has companies founded in 1816; anything later is a slip of the keyboard. */
export const leadYears = { first: 1600, last: 2200 } as const

export const leadPageSize = 50

/** Maximum lengths, in characters; the largest revenue in kroner. */
export const leadLimits = {
  company_name: 200,
  org_no: 50,
  organization_form: 100,
  contact_name: 200,
  contact_title: 100,
  phone: 50,
  industry: 200,
  business_address: 300,
  postal_code: 20,
  city: 100,
  municipality: 100,
  postal_address: 300,
  sector_code: 50,
  nace_code: 50,
  next_step: 500,
  lost_reason: 100,
  notes: 5000,
  revenue_nok: 9_999_999_999_999.99,
  employees: 2_147_483_647,
  search: 200,
} as const

/** Maximum leads in a bulk change: the largest page size. */
export const maxLeadsAtOnce = 200

/** Maximum length of a saved view's name, and maximum views per user. */
export const leadViewLimits = { name: 60, views: 50 } as const

/** Reasons offered until the office changes them. */
export const deliveredLostReasons = [
  'For dyrt',
  'Valgte en annen leverandør',
  'Har ikke behov',
  'Feil tidspunkt',
  'Fikk ikke kontakt',
] as const

/** Maximum number of reasons. */
export const lostReasonLimits = { reasons: 30 } as const

/** Days without activity before an open lead is stale. */
export const staleLeadDays = 30

/** The status of a lost lead: the only one with a reason, and its next step is never due. */
export const lostStatus = 'Avslått' satisfies LeadStatus

/** The pipeline's stages in order; a lost lead left it after its furthest stage. */
export const leadStages = ['Ny', 'Kontaktet', 'Avtalt møte', 'Tilbud sendt', 'Kunde'] as const satisfies LeadStatus[]

export type LeadStage = (typeof leadStages)[number]

/** Weeks in the figures, the present one included. */
export const figureWeeks = 12

/** Filters by the day of the next step: until, before, on or after today in Norway. */
export const leadDues = ['due', 'overdue', 'today', 'upcoming'] as const

export type LeadDue = (typeof leadDues)[number]

/** Whether a lead's next step is overdue, due today or upcoming on the day `today`; null without a day or for a lost lead. */
export const dueOf = (
  { status, next_step_at }: { readonly status: LeadStatus; readonly next_step_at: string | null },
  today: string,
): Exclude<LeadDue, 'due'> | null => {
  if (next_step_at === null || status === lostStatus) return null
  if (next_step_at === today) return 'today'
  return next_step_at < today ? 'overdue' : 'upcoming'
}

const closedStatuses: readonly LeadStatus[] = [lostStatus, 'Kunde']

export const isStaleLead = (
  { status, last_touched_at }: { readonly status: LeadStatus; readonly last_touched_at: string },
  now: string,
): boolean => !closedStatuses.includes(status) && addOsloDays(last_touched_at, staleLeadDays) < now
