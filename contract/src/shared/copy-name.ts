/** Default name of a copy: at most `max` UTF-16 characters, without splitting a surrogate pair. */
export const copyName = (name: string, max: number): string =>
  `Kopi av ${name}`.slice(0, max).replace(/[\ud800-\udbff]$/, '')
