const none = 'none'

/** Returns the value of a reason's option in a select. An option's value can't be empty. */
export const reasonChoice = (reason: string | null): string => (reason ? `=${reason}` : none)

/** Returns the reason for a select's value; '' for no reason. */
export const reasonOf = (choice: string): string => (choice === none ? '' : choice.slice(1))

/** Returns options for the offered reasons, and for the lead's own reason, which may have been removed from the list. */
export const reasonOptions = (
  reasons: readonly string[] = [],
  stored: string | null = null,
): { value: string; label: string }[] => [
  { value: none, label: 'Ingen' },
  ...[...new Set([...reasons, ...(stored ? [stored] : [])])].map((reason) => ({
    value: reasonChoice(reason),
    label: reason,
  })),
]
