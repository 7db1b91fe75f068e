const none = 'none'

/** The reason of a loss as a select's value, which can't be empty. */
export const reasonChoice = (reason: string | null): string => (reason ? `=${reason}` : none)

/** The reason for a select's value; '' for none. */
export const reasonOf = (choice: string): string => (choice === none ? '' : choice.slice(1))

/** The offered reasons, and the lead's own, which may have been removed from the list. */
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
