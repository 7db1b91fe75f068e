import { useCallback } from 'react'
import { errorText } from '../../../platform/api-client.ts'
import { toast } from '../../../ui/toast-store.ts'
import { type Registration, useApproveRegistration } from '../webinars.api.ts'

/**
 * Returns a function that approves a suspect registration. Its button disappears then, so the row's next one takes the focus.
 */
export const useApproval = (onProblem: (problem: string | null) => void) => {
  const { mutateAsync } = useApproveRegistration()
  return useCallback(
    async (registration: Registration): Promise<void> => {
      const next = document.activeElement?.nextElementSibling
      onProblem(null)
      try {
        const { state } = await mutateAsync(registration)
        const place = state === 'waiting' ? 'Webinaret er fullt, så påmeldingen står på venteliste.' : ''
        toast({ title: 'Påmeldingen er godkjent', description: `${registration.name} er påmeldt. ${place}`.trim() })
        if (next instanceof HTMLElement) next.focus()
      } catch (error) {
        onProblem(`Påmeldingen fra ${registration.name} ble ikke godkjent. ${errorText(error)}`)
      }
    },
    [mutateAsync, onProblem],
  )
}
