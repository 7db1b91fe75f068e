import { useCallback } from 'react'
import { errorText } from '../../../platform/api-client.ts'
import { useSendQuestion } from '../../../ui/dialog/use-send-question.tsx'
import { toast } from '../../../ui/toast/toast-store.ts'
import { type Registration, useApproveRegistration } from '../webinars.api.ts'

/**
 * Returns a function that asks before it approves a suspect registration, and the dialog that asks. After an approval, focuses the row's
 * next button, since the pressed one disappears.
 */
export const useApproval = (onProblem: (problem: string | null) => void) => {
  const { mutateAsync } = useApproveRegistration()
  const [ask, question] = useSendQuestion()
  const approve = useCallback(
    (registration: Registration): void => {
      const next = document.activeElement?.nextElementSibling
      const send = async () => {
        onProblem(null)
        try {
          const { state } = await mutateAsync(registration.id)
          const place = state === 'waiting' ? 'Webinaret er fullt, så påmeldingen står på venteliste.' : ''
          toast({ title: 'Påmeldingen er godkjent', description: `${registration.name} er påmeldt. ${place}`.trim() })
          if (next instanceof HTMLElement) next.focus()
        } catch (error) {
          onProblem(`Påmeldingen fra ${registration.name} ble ikke godkjent. ${errorText(error)}`)
        }
      }
      ask({
        title: 'Godkjenne påmeldingen?',
        text: `Bekreftelsen sendes til ${registration.name}, ${registration.email}.`,
        confirmLabel: 'Godkjenn og send',
        send,
      })
    },
    [mutateAsync, onProblem, ask],
  )
  return [approve, question] as const
}
