import type { RefusedForm } from '@kontor/contract/shared/public-form'
import { createContext } from 'react'

/** A form that was sent without scripts and refused, with advice about its input; null on other pages. */
export const RefusedFormContext = createContext<(RefusedForm & { readonly advice?: string | undefined }) | null>(null)
