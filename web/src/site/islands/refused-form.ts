import type { RefusedForm } from '@kontor/contract/shared/public-form'
import { createContext } from 'react'

/** The form that the visitor has sent without scripts and that was not stored, with what to do about its input; null on other pages. */
export const RefusedFormContext = createContext<(RefusedForm & { readonly advice?: string | undefined }) | null>(null)
