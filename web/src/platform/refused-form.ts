import type { RefusedForm } from '@kontor/contract/shared/public-form'
import { createContext } from 'react'

/** The form that the visitor has sent without scripts and that was not stored; null on every other page. */
export const RefusedFormContext = createContext<RefusedForm | null>(null)
