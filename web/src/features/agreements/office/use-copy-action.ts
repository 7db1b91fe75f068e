import { errorText } from '../../../platform/api-client.ts'
import { toastError } from '../../../ui/toast/failure-toast.ts'
import { toast } from '../../../ui/toast/toast-store.ts'
import { type Agreement, useCopyAgreement } from '../agreements.api.ts'

/** Copies an agreement as a new draft and shows the result as a toast. */
export const useCopyAction = ({ id }: Agreement, onCopied: (copy: Agreement) => void) => {
  const { isPending, mutate } = useCopyAgreement()
  const start = () => {
    if (isPending) return
    mutate(
      { params: { id } },
      {
        onSuccess: (created) => {
          toast({ title: 'Avtale opprettet', description: created.title })
          onCopied(created)
        },
        onError: (error) => toastError(error, `Kunne ikke kopiere avtale: ${errorText(error)}`, start),
      },
    )
  }
  return { isPending, start }
}
