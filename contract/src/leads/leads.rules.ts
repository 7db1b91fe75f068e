import { addOsloDays } from '../shared/time.ts'

export const leadStatuses = ['Ny', 'Kontaktet', 'Avtalt møte', 'Tilbud sendt', 'Avslått', 'Kunde'] as const

export type LeadStatus = (typeof leadStatuses)[number]

export const firstLeadStatus: LeadStatus = 'Ny'

export const defaultLeadSort = 'created_at:desc'

export const leadPageSize = 50

/** Maximum length of a search, in characters. */
export const maxLeadSearch = 200

/** Maximum leads in a bulk change; equals the largest page size. */
export const maxLeadsAtOnce = 200

/** Maximum length of a saved view's name, and maximum views per user. */
export const leadViewLimits = { name: 60, views: 50 } as const

/** The reasons that a new installation offers for a lost lead. */
export const deliveredLostReasons = [
  'For dyrt',
  'Valgte en annen leverandør',
  'Har ikke behov',
  'Feil tidspunkt',
  'Fikk ikke kontakt',
] as const

/** Maximum number of reasons for lost leads. */
export const lostReasonLimits = { reasons: 30 } as const

/** Days without activity after which an open lead is stale. */
export const staleLeadDays = 30

/** The status of a lost lead. Only lost leads have a reason, and their next step is never due. */
export const lostStatus = 'Avslått' satisfies LeadStatus

/** The pipeline's stages in order. The figures count a lead in each stage up to the furthest stage that the lead ever reached. */
export const leadStages = ['Ny', 'Kontaktet', 'Avtalt møte', 'Tilbud sendt', 'Kunde'] as const satisfies LeadStatus[]

export type LeadStage = (typeof leadStages)[number]

/** Number of weeks in the figures, including the current week. */
export const figureWeeks = 12

/** Filters by the day of the next step: today or earlier, before today, today, or after today, in Norway. */
export const leadDues = ['due', 'overdue', 'today', 'upcoming'] as const

export type LeadDue = (typeof leadDues)[number]

/** Returns whether a lead's next step is overdue, due today or upcoming. Null without a day, and for a lost lead. */
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
