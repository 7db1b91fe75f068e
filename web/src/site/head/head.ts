/** Inlined in the head of every page without islands; runs before the first paint. */
import { startPage } from './start-page.ts'

startPage(document.currentScript?.dataset ?? {}, () => null)
