/** Shortens a text to at most `max` UTF-16 units; an ellipsis replaces the rest. */
export const shorten = (text: string, max: number): string => (text.length > max ? `${text.slice(0, max)}…` : text)
