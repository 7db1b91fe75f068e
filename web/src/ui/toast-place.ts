export interface Box {
  readonly left: number
  readonly top: number
  readonly right: number
  readonly bottom: number
}

/** Something that a toast should not cover: what touching it costs, and each covered pixel. */
export interface Obstacle extends Box {
  readonly touch: number
  readonly pixel: number
}

interface Size {
  readonly width: number
  readonly height: number
}

/** Of the toast's upper left corner, in pixels. */
export interface ToastPlace {
  readonly left: number
  readonly top: number
}

/** Between a toast and the window's edge. */
const margin = 8
/** Between two heights that are tried. */
const step = 8
/** Costs a toast this much per pixel above the bottom, so that it stays low where that hardly matters. */
const raising = 2000

/** The bottom edge, the top edge, then ever higher in the lower half: in order of preference. */
const candidates = (toast: Size, screen: Size): ToastPlace[] => {
  const lowest = screen.height - margin - toast.height
  const columns = [margin, (screen.width - toast.width) / 2, screen.width - margin - toast.width]
  const raised = Math.max(0, Math.floor((lowest - screen.height / 2) / step))
  const tops = [lowest, margin, ...Array.from({ length: raised }, (_, index) => lowest - (index + 1) * step)]
  return tops.flatMap((top) => columns.map((left) => ({ left, top })))
}

const overlap = (a: Box, b: Box): number =>
  Math.max(0, Math.min(a.right, b.right) - Math.max(a.left, b.left)) *
  Math.max(0, Math.min(a.bottom, b.bottom) - Math.max(a.top, b.top))

/** Where a toast covers least: nothing if possible, else rather empty cells than a field, and a field than a title or a button. */
export const bestPlace = (toast: Size, screen: Size, obstacles: readonly Obstacle[]): ToastPlace => {
  const lowest = screen.height - margin - toast.height
  const costOf = ({ left, top }: ToastPlace): number => {
    const box = { left, top, right: left + toast.width, bottom: top + toast.height }
    let cost = top === margin ? 0 : (lowest - top) * raising
    for (const obstacle of obstacles) {
      const covered = overlap(box, obstacle)
      if (covered > 0) cost += obstacle.touch + covered * obstacle.pixel
    }
    return cost
  }
  const [first = { left: margin, top: lowest }, ...others] = candidates(toast, screen)
  let best = { place: first, cost: costOf(first) }
  for (const place of others) {
    const cost = costOf(place)
    if (cost < best.cost) best = { place, cost }
  }
  return best.place
}

const kinds = [
  { selector: 'h1, h2, h3, h4, header p, header span, button, a[href], [role=tab]', touch: 1_000_000, pixel: 10 },
  { selector: 'input, select, textarea, label', touch: 200_000, pixel: 5 },
  { selector: 'th, p, dt', touch: 0, pixel: 3 },
  { selector: 'table, li, dl', touch: 0, pixel: 1 },
] as const

/** What the user may want to read or press: in the topmost dialog while one is open, else on the page. */
export const findObstacles = (toaster: Element): Obstacle[] => {
  const dialogs = document.querySelectorAll(
    ':is([role=dialog], [role=alertdialog]):not([data-radix-popper-content-wrapper] *)',
  )
  const scene = dialogs[dialogs.length - 1] ?? document.body
  const limits = scene === document.body ? null : scene.getBoundingClientRect()
  const obstacles = kinds.flatMap(({ selector, touch, pixel }) =>
    [...scene.querySelectorAll(selector)]
      .filter((element) => !toaster.contains(element))
      .map((element) => {
        const { left, top, right, bottom } = element.getBoundingClientRect()
        // What a dialog has scrolled out of view is in no one's way.
        return limits
          ? {
              left: Math.max(left, limits.left),
              top: Math.max(top, limits.top),
              right: Math.min(right, limits.right),
              bottom: Math.min(bottom, limits.bottom),
              touch,
              pixel,
            }
          : { left, top, right, bottom, touch, pixel }
      }),
  )
  if (!limits) return obstacles
  const { left, top, right, bottom } = limits
  return [{ left, top, right, bottom, touch: 0, pixel: 1 }, ...obstacles]
}
