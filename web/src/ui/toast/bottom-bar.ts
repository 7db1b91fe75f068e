const bars = new Set<Element>()

const publishReach = (): void => {
  const atBottom = [...bars].map((bar) => bar.getBoundingClientRect()).filter(({ bottom }) => bottom > innerHeight - 24)
  const reach = Math.max(0, ...atBottom.map(({ top }) => innerHeight - top))
  document.documentElement.style.setProperty('--bottom-bar', `${reach}px`)
}

const sizes = new ResizeObserver(publishReach)
addEventListener('resize', publishReach)

/** The `ref` for a bar of buttons. While the bar is at the window's lower edge, as in dialogs on phones, toasts stay above the bar. */
export const bottomBar = (bar: Element | null): (() => void) | undefined => {
  if (!bar) return
  bars.add(bar)
  sizes.observe(bar)
  publishReach()
  return () => {
    bars.delete(bar)
    sizes.unobserve(bar)
    publishReach()
  }
}
