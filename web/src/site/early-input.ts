import type { Language } from '../platform/i18n.tsx'

/** What a visitor did before the page's scripts had loaded. */
export type EarlyAction =
  | { readonly kind: 'click'; readonly button: HTMLButtonElement }
  | { readonly kind: 'submit'; readonly form: HTMLFormElement; readonly submitter: HTMLElement | null }

/** Hand-over from the head script to the page's entry. */
export interface EarlyInput {
  /** Set if the document is not in the visitor's language: render it in this one instead of hydrating. */
  readonly renderIn: Language | null
  /** Stops listening and returns the actions so far. */
  release(): readonly EarlyAction[]
  /** Shows the page if it was hidden. */
  reveal(): void
}

declare global {
  interface Window {
    earlyInput?: EarlyInput
  }
}
