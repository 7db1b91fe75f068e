import { useQueryClient } from '@tanstack/react-query'
import { errorText } from '../../platform/api-client.ts'
import { formatNumber } from '../../platform/format.ts'
import { type Deleted, restoreDeleted } from '../../platform/restore-deleted.ts'
import { retryAction } from '../toast/failure-toast.ts'
import { type ToastAction, toast, toastFailure } from '../toast/toast-store.ts'

/** Returns a function that makes a deletion's undo button. The button restores the entities and shows the outcome in another toast. */
export const useUndo = (): ((deleted: Deleted) => ToastAction) => {
  const client = useQueryClient()
  const restore = async (deleted: Deleted): Promise<void> => {
    const { done, failed } = await restoreDeleted(client, deleted)
    const notices = [...new Set([...done.values()].flatMap(({ notice }) => notice ?? []))]
    const restored = done.size === 1 ? [...done.values()][0]?.title : formatNumber(done.size)
    const [error] = failed.values()
    if (error === undefined) return toast({ title: 'Gjenopprettet', description: [restored, ...notices].join('. ') })
    const what =
      deleted.ids.length === 1 ? 'Ikke gjenopprettet.' : `${formatNumber(failed.size)} ble ikke gjenopprettet.`
    const retry = () => restore({ ...deleted, ids: [...failed.keys()] })
    toastFailure(`${what} ${errorText(error)}`, retryAction(error, retry))
  }
  return (deleted) => ({ label: 'Angre', run: () => restore(deleted) })
}
