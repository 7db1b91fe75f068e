import { leadStatuses } from '@kontor/contract/leads/leads.rules'
import { useQuery } from '@tanstack/react-query'
import { useState } from 'react'
import { errorText } from '../../../platform/api-client.ts'
import { retryAction } from '../../../ui/toast/failure-toast.ts'
import { toast, toastFailure } from '../../../ui/toast/toast-store.ts'
import { useSetStatus } from '../../leads/leads.api.ts'
import { type Agreement, agreementLeadQuery } from '../agreements.api.ts'

const offered = 'Tilbud sendt'

/** Offers to set the lead that the agreement's customer came from to «Tilbud sendt»; preselected if that is a step forward. */
export const useLeadOffer = ({ id, status }: Agreement) => {
  const { data: lead } = useQuery(agreementLeadQuery(id))
  const setStatus = useSetStatus()
  const [chosen, setChosen] = useState<boolean | null>(null)
  const isOffered = lead !== undefined && lead !== null && lead.status !== offered && status !== 'accepted'
  const checked = isOffered && (chosen ?? leadStatuses.indexOf(lead.status) < leadStatuses.indexOf(offered))

  /** Call once the agreement is sent. A failure doesn't undo the sending. */
  const apply = async (): Promise<void> => {
    if (!checked) return
    try {
      await setStatus.mutateAsync({ id: lead.id, value: offered })
      toast({ title: 'Status oppdatert vellykket', description: `${lead.company_name}: ${offered}` })
    } catch (error) {
      toastFailure(`Leadet fikk ikke statusen «${offered}». ${errorText(error)}`, retryAction(error, apply))
    }
  }
  return { lead: isOffered ? lead : null, checked, setChecked: setChosen, apply }
}
