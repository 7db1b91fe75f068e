/** What a copy is called until it gets a name of its own; at most `max` characters (UTF-16), the last one whole. */
export const copyName = (name: string, max: number): string =>
  `Kopi av ${name}`.slice(0, max).replace(/[\ud800-\udbff]$/, '')
