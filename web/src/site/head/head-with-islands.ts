/** Inlined in the head of every page with islands; runs before the first paint. */
import { collectDraft, fillIn, wasFaulty } from './draft.ts'
import { keepPlace } from './keep-place.ts'
import { loadIslands } from './load-islands.ts'
import { scrollBack } from './page-place.ts'
import { startPage } from './start-page.ts'

const data = document.currentScript?.dataset ?? {}
const { entry = '', preload = '' } = data
const { handOver, painted } = startPage(data, collectDraft)
const { load, release } = loadIslands({ entry, preload }, painted)
addEventListener('DOMContentLoaded', () => {
  if (handOver) {
    fillIn(document, handOver.draft)
    // Loads the islands at once, since the rest of the draft belongs to forms that they haven't rendered yet.
    load()
  }
  keepPlace(handOver && (() => scrollBack(handOver)))
})
window.pageHead = {
  release,
  restore: (form) => {
    if (!handOver) return false
    fillIn(form, handOver.draft)
    return wasFaulty(handOver.draft, form)
  },
}
