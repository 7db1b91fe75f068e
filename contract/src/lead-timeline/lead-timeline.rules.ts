/** How a call went, with the office's labels. */
export const callOutcomes = {
  answered: 'Svarte',
  no_answer: 'Ikke svar',
  call_back: 'Ring tilbake',
  wrong_number: 'Feil nummer',
} as const

export type CallOutcome = keyof typeof callOutcomes

/** Maximum length of a note, in characters. */
export const maxNoteLength = 5000

/** The changes of a lead that the timeline shows, besides its status. */
export const timelineFields = ['next_step', 'next_step_at', 'owner', 'lost_reason', 'customer'] as const

export type TimelineField = (typeof timelineFields)[number]

/** What users write. */
export const writtenEntryKinds = ['note', 'call'] as const

/** What users write, and what a trigger records. */
export const leadEntryKinds = [...writtenEntryKinds, 'change'] as const
