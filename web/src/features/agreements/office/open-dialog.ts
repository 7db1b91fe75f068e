import type { AgreementTemplate } from '../agreements.api.ts'

/** The dialog that is open over the list or over an agreement's details. Refers to agreements by id, so that it shows the current data. */
export type OpenDialog =
  | { readonly kind: 'create'; readonly template?: AgreementTemplate }
  | { readonly kind: 'templates' }
  | { readonly kind: 'edit' | 'send' | 'delete' | 'extend'; readonly id: string }
