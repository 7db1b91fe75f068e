import type { RefusedForm } from '@kontor/contract/shared/public-form'
import { createContext } from 'react'

/** The refused form, if it was sent without scripts, with advice about its input; null on other pages. */
export const RefusedFormContext = createContext<(RefusedForm & { readonly advice?: string | undefined }) | null>(null)
