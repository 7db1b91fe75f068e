/** Returns a text of at most `max` UTF-16 units, and an ellipsis in the place of the rest. */
export const shorten = (text: string, max: number): string => (text.length > max ? `${text.slice(0, max)}…` : text)
