/** Returns the default name of a copy. It has at most `max` UTF-16 code units and splits no surrogate pair. */
export const copyName = (name: string, max: number): string =>
  `Kopi av ${name}`.slice(0, max).replace(/[\ud800-\udbff]$/, '')
