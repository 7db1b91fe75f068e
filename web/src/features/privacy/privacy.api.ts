import { erasePerson, exportPerson, searchPerson } from '@kontor/contract/privacy/privacy.endpoints'
import type { PersonEntry, PersonErasure, PersonSearch } from '@kontor/contract/privacy/privacy.schema'
import { useSend } from '../../platform/mutations.ts'

export type { PersonEntry, PersonErasure, PersonSearch }

/** Searches by a mutation instead of a query, so that personal data isn't cached after the user leaves the screen. */
export const useSearchPerson = () => useSend(searchPerson, undefined, { gcTime: 0 })

export const useExportPerson = () => useSend(exportPerson, undefined, { gcTime: 0 })

export const useErasePerson = () =>
  // Refetches all lists, since an erasure may have changed any of them.
  useSend(erasePerson, (client) => client.invalidateQueries(), { gcTime: 0 })
