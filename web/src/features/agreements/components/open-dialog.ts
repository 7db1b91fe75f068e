/** The dialog that is open over the list or over an agreement's details. Refers to agreements by id, so that it shows the current data. */
export type OpenDialog =
  | { readonly kind: 'create' }
  | { readonly kind: 'edit' | 'send' | 'delete'; readonly id: string }
