/**
 * Reloads a page restored from the back/forward cache if the visitor's choices have changed on another page: it would show
 * the old language, ask again for a consent that was given, or act on one that was withdrawn.
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
