import type { AgreementTemplate } from '../agreements.api.ts'

/** The dialog that is open over the list or a record. Holds only the agreement's id, so that the dialog shows current data. */
export type OpenDialog =
  | { readonly kind: 'create'; readonly template?: AgreementTemplate }
  | { readonly kind: 'templates' }
  | { readonly kind: 'edit' | 'send' | 'delete' | 'extend'; readonly id: string }
