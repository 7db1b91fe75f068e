import { errorText } from '../platform/api-client.ts'
import { mayLeave } from '../ui/form/unsaved.ts'
import { toastError } from '../ui/toast/failure-toast.ts'

export interface LogOutOptions {
  readonly logout: { readonly isPending: boolean; readonly mutateAsync: () => Promise<unknown> }
  readonly onLoggedOut?: () => void
}

/** Logs out, unless a logout is in progress or the user keeps unsaved changes; a toast says why it failed. */
export const logOut = async ({ logout, onLoggedOut }: LogOutOptions): Promise<void> => {
  if (logout.isPending || !(await mayLeave())) return
  try {
    await logout.mutateAsync()
    onLoggedOut?.()
  } catch (error) {
    toastError(error, `Kunne ikke logge ut: ${errorText(error)}`, () =>
      logOut({ logout, ...(onLoggedOut && { onLoggedOut }) }),
    )
  }
}
