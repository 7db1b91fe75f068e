import type { Language } from '../platform/i18n.tsx'

/** What a visitor did before the page's scripts were there. */
export type EarlyAction =
  | { readonly kind: 'tap'; readonly button: HTMLButtonElement }
  | { readonly kind: 'submit'; readonly form: HTMLFormElement; readonly submitter: HTMLElement | null }

/** The hand-over from the script in the head to the page's entry. */
export interface EarlyInput {
  /** Set where the document could not be had in the visitor's language: render it freshly in this one, do not hydrate. */
  readonly renderIn: Language | null
  /** Stops listening and hands over what was done so far. */
  release(): readonly EarlyAction[]
  /** Shows a page that was kept hidden. */
  reveal(): void
}

declare global {
  interface Window {
    earlyInput?: EarlyInput
  }
}
