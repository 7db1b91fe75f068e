/** The menu of narrow screens opens without a script; this closes it after a choice, by Escape, and when it is left. */
export const closeNarrowMenu = (): void => {
  const openMenu = () => document.querySelector<HTMLDetailsElement>('[data-menu][open]')
  const leave = ({ target }: Event): void => {
    const menu = openMenu()
    if (menu && target instanceof Element && (!menu.contains(target) || target.closest('a[href]'))) menu.open = false
  }
  addEventListener('click', leave)
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
