/** The visitor's place in a page. */

/** A section, by its position in the page, and its distance from the window's top in pixels. */
export interface Place {
  readonly section: number
  readonly top: number
}

const sections = (): Element[] => [...document.querySelectorAll('main section')]

/** Returns the section that the visitor reads: the last one that begins above the middle of the window. */
export const currentPlace = (): Place => {
  const tops = sections().map((section) => section.getBoundingClientRect().top)
  const section = tops.findLastIndex((top) => top < innerHeight / 2)
  return { section, top: tops[section] ?? 0 }
}

export const scrollBack = ({ section, top }: Place): void => {
  const found = sections()[section]
  if (found) scrollTo({ top: scrollY + found.getBoundingClientRect().top - top, behavior: 'instant' })
}

/** Scrolls to the section that the address names. */
export const scrollToTarget = (behavior: ScrollBehavior): void =>
  document.querySelector('main :target')?.scrollIntoView({ behavior })
