/** The dialog that is open over the list. Refers to agreements by id, so that it always shows the list's current data. */
export type OpenDialog =
  | { readonly kind: 'create' }
  | { readonly kind: 'details'; readonly id: string }
  /** `from` is where the dialog was opened and where it returns to. */
  | { readonly kind: 'edit' | 'send'; readonly id: string; readonly from: 'list' | 'details' }
  | { readonly kind: 'delete'; readonly id: string }
