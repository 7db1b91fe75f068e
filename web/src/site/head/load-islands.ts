import { whenIdle } from '../../platform/when-idle.ts'
import { addLink } from './typeface.ts'

/** A form sent before the page's scripts had loaded. */
interface EarlySubmit {
  readonly form: HTMLFormElement
  readonly submitter: HTMLElement | null
}

/** The functions that the head script offers to the islands. */
interface PageHead {
  /** Stops listening and returns the forms sent so far. */
  release(): readonly EarlySubmit[]
  /** Fills in what the visitor had typed before a change of language. Returns true if the form showed errors then. */
  restore(form: HTMLFormElement): boolean
}

declare global {
  interface Window {
    /** Missing where no head script runs (component tests). */
    pageHead?: PageHead
  }
}

/** The distance from the viewport at which an island loads, even without interaction: a tall window or an anchor link may show it at once. */
const loadMargin = '400px'
const intents = ['pointerdown', 'pointermove', 'touchstart', 'keydown', 'focusin', 'input', 'click', 'scroll', 'wheel']
const listenerOptions = { capture: true, passive: true }

interface Scripts {
  readonly entry: string
  /** The entry and its imports, separated by spaces. */
  readonly preload: string
}

/**
 * Loads the script of the page's islands at the first sign of interaction or when an island is near. Preloads it after `painted`. Keeps
 * submits until the script runs. Returns a function that loads the script at once, and one that hands over the kept submits.
 */
export const loadIslands = ({ entry, preload }: Scripts, painted: Promise<void>) => {
  const { classList } = document.documentElement
  const submits: EarlySubmit[] = []
  let loading = false
  const parsed = new Promise((resolve) => addEventListener('DOMContentLoaded', resolve))

  const load = (): void => {
    if (loading) return
    loading = true
    classList.remove('scripts-failed')
    const imported: Promise<{ start: () => void }> = import(/* @vite-ignore */ entry)
    const started = parsed.then(() => imported).then(({ start }) => start())
    started.catch(() => {
      loading = false
      // Drops the kept submits: the page shows the failure, so the visitor will submit again, and wouldn't expect the earlier submits to
      // be sent, too.
      submits.length = 0
      classList.add('scripts-failed')
    })
  }
  const queueSubmit = (event: SubmitEvent): void => {
    const { target: form, submitter } = event
    if (!(form instanceof HTMLFormElement) || form.method !== 'post') return
    event.preventDefault()
    submits.push({ form, submitter })
    load()
  }
  const observer = new IntersectionObserver(
    (entries) => entries.some(({ isIntersecting }) => isIntersecting) && load(),
    { rootMargin: loadMargin },
  )

  for (const intent of intents) addEventListener(intent, load, listenerOptions)
  addEventListener('submit', queueSubmit, true)
  void parsed.then(() => {
    for (const island of document.querySelectorAll('[data-island]')) observer.observe(island)
    // The islands validate the fields, not the browser.
    for (const form of document.forms) form.noValidate = form.method === 'post'
  })
  // Waits until the page, its images and its typeface have loaded and painted, so as not to compete with them.
  addEventListener('load', () => {
    void painted.then(() =>
      whenIdle(() => {
        for (const href of preload.split(' ')) addLink({ rel: 'modulepreload', href })
      }),
    )
  })

  const release = (): readonly EarlySubmit[] => {
    observer.disconnect()
    for (const intent of intents) removeEventListener(intent, load, listenerOptions)
    removeEventListener('submit', queueSubmit, true)
    return submits
  }
  return { load, release }
}
