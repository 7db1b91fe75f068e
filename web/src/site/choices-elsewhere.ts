/**
 * A page that the browser brings back from its memory is loaded anew where the visitor has chosen otherwise since, on another
 * page: it would stand there in the old language, ask again for a consent that was given, or go by one that was taken back.
 */
export const reloadIfChosenElsewhere = (choices: () => string): void => {
  let left = ''
  addEventListener('pagehide', () => {
    left = choices()
  })
  addEventListener('pageshow', ({ persisted }) => {
    if (persisted && choices() !== left) location.reload()
  })
}
