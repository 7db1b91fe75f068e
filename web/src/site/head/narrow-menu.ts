/** The narrow menu opens without a script. Closes it on a choice, Escape, a click outside or when it loses focus. */
export const autoCloseNarrowMenu = (): void => {
  const openMenu = () => document.querySelector<HTMLDetailsElement>('[data-menu][open]')
  // Ignores clicks by scripts, such as those that choose a webinar again.
  const closeOnClick = ({ target, isTrusted }: Event): void => {
    const menu = isTrusted && openMenu()
    if (menu && target instanceof Element && (!menu.contains(target) || target.closest('a[href]'))) menu.open = false
  }
  addEventListener('click', closeOnClick)
  addEventListener('focusin', ({ target }) => {
    const menu = openMenu()
    if (menu && target instanceof Node && !menu.contains(target)) menu.open = false
  })
  addEventListener('keydown', ({ key }) => {
    const menu = openMenu()
    if (key !== 'Escape' || !menu) return
    menu.open = false
    menu.querySelector('summary')?.focus()
  })
}
