import { erasePerson, exportPerson, searchPerson } from '@kontor/contract/privacy/privacy.endpoints'
import type { PersonEntry, PersonErasure, PersonSearch } from '@kontor/contract/privacy/privacy.schema'
import { useMutation } from '@tanstack/react-query'
import { call } from '../../platform/api-client.ts'

export type { PersonEntry, PersonErasure, PersonSearch }

/** Not a query: personal data must not stay cached after the user leaves the screen. */
export const useSearchPerson = () =>
  useMutation({ mutationFn: (email: string) => call(searchPerson, { body: { email } }), gcTime: 0 })

export const useExportPerson = () =>
  useMutation({ mutationFn: (email: string) => call(exportPerson, { body: { email } }), gcTime: 0 })

export const useErasePerson = () =>
  useMutation({
    mutationFn: (email: string) => call(erasePerson, { body: { email } }),
    gcTime: 0,
    // Refetches all lists, since an erasure may have changed any of them.
    onSuccess: (_answer, _email, _result, { client }) => client.invalidateQueries(),
  })
