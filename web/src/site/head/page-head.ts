/** A form sent before the page's scripts had loaded. */
export interface EarlySubmit {
  readonly form: HTMLFormElement
  readonly submitter: HTMLElement | null
}

/** The functions that the head script offers to the islands. */
export interface PageHead {
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
