/**
 * Reloads a page restored from the back/forward cache if the visitor's choices have changed on another page. It would show the old
 * language, ask again for a given consent, or act on a withdrawn one.
 */
export const reloadIfChoicesChanged = (choices: () => string): void => {
  let choicesOnLeave = ''
  addEventListener('pagehide', () => {
    choicesOnLeave = choices()
  })
  addEventListener('pageshow', ({ persisted }) => {
    if (persisted && choices() !== choicesOnLeave) location.reload()
  })
}
