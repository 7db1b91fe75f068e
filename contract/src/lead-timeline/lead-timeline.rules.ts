/** The outcomes of a call, with the office's labels. */
export const callOutcomes = {
  answered: 'Svarte',
  no_answer: 'Ikke svar',
  call_back: 'Ring tilbake',
  wrong_number: 'Feil nummer',
} as const

export type CallOutcome = keyof typeof callOutcomes

/** Maximum length of a note, in characters. */
export const maxNoteLength = 5000

/** The fields of a lead whose changes the timeline shows, besides the status. */
export const timelineFields = ['next_step', 'next_step_at', 'owner', 'lost_reason', 'customer'] as const

export type TimelineField = (typeof timelineFields)[number]

/** The kinds of entries that users write. */
export const writtenEntryKinds = ['note', 'call'] as const

/** The kinds of entries that users write, and `change`, which a database trigger records. */
export const leadEntryKinds = [...writtenEntryKinds, 'change'] as const
