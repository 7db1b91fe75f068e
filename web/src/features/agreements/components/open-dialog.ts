/** The one dialog that is open over the list. By id, so that it always shows what the list knows now. */
export type OpenDialog =
  | { readonly kind: 'create' }
  | { readonly kind: 'details'; readonly id: string }
  /** `from` is what it was opened from, and what it leads back to. */
  | { readonly kind: 'edit' | 'send'; readonly id: string; readonly from: 'list' | 'details' }
  | { readonly kind: 'delete'; readonly id: string }
