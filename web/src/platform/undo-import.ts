import { undoImport as endpoint } from '@kontor/contract/undo/undo.endpoints'
import type { UndoneImport } from '@kontor/contract/undo/undo.schema'
import { useMutation } from '@tanstack/react-query'
import { call } from './api-client.ts'

export type { UndoneImport }

/** Undoes an import, and refetches the shown queries. */
export const useUndoImport = () =>
  useMutation({
    mutationFn: (importId: string) => call(endpoint, { params: { importId } }),
    onSettled: (_answer, _error, _input, _result, { client }) => client.invalidateQueries(),
  })
