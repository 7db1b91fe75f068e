import { addOsloDays, osloMoment } from '@kontor/contract/shared/time'
import { useQuery } from '@tanstack/react-query'
import { type ReactNode, useState } from 'react'
import { errorText } from '../../../platform/api-client.ts'
import { counted, formatClock, formatLongDateTime } from '../../../platform/format.ts'
import { nowText, useNow } from '../../../platform/now.ts'
import { Notice } from '../../../ui/base/states.tsx'
import { FormDialog } from '../../../ui/dialog/form-dialog.tsx'
import { DateTimeField } from '../../../ui/form/date-time-field.tsx'
import { toast } from '../../../ui/toast/toast-store.ts'
import { useFailureToast } from '../../../ui/toast/use-failure-toast.ts'
import { type FailedEmails, failedEmailsQuery, useResendFailedEmails } from '../emails.api.ts'

const mailsText = (count: number): string => counted(count, 'e-post', 'e-poster')

/** Returns the UTC instant of a local time; null if the typed time is incomplete or invalid. */
const parseMoment = (clock: string): string | null => {
  try {
    return osloMoment(clock)
  } catch {
    return null
  }
}

export function ResendFailedDialog({ onClose }: { onClose: () => void }) {
  const now = nowText(useNow())
  const [opened] = useState(() => formatClock(addOsloDays(now, -1)))
  const [clock, setClock] = useState(opened)
  const since = parseMoment(clock)
  const countQuery = useQuery(failedEmailsQuery(since))
  const resend = useResendFailedEmails()
  const [problem, setProblem] = useState<string | null>(null)
  const toastFailure = useFailureToast()
  const failedMails = since !== null && !countQuery.isFetching ? countQuery.data : undefined
  const ready = failedMails !== undefined && failedMails.mails > 0 && !resend.isPending

  const send = async ({ since, until }: FailedEmails, retry: () => void) => {
    setProblem(null)
    try {
      const { queued, remaining } = await resend.mutateAsync({ since, until })
      toast({ title: 'Suksess', description: `${mailsText(queued)} er lagt i køen på nytt.` })
      if (remaining === 0) onClose()
      else await countQuery.refetch()
    } catch (error) {
      setProblem(errorText(error))
      toastFailure(error, 'Kunne ikke sende e-postene på nytt', retry)
    }
  }

  let statusContent: ReactNode = 'Teller …'
  if (since === null) statusContent = 'Velg dato og klokkeslett.'
  else if (failedMails) statusContent = <CountText failedMails={failedMails} />
  else if (countQuery.error) statusContent = errorText(countQuery.error)

  return (
    <FormDialog
      title="Send feilede e-poster på nytt"
      description="Hver e-post sendes én gang til, fra dagens avsender. De som allerede er sendt på nytt, og testmeldinger, er ikke med."
      dirty={clock !== opened}
      incomplete={!ready}
      submitLabel={`Send ${failedMails?.mails ? mailsText(failedMails.mails) : ''} på nytt`}
      workingLabel="Legger i køen …"
      onSubmit={async (retry) => {
        if (ready) await send(failedMails, retry)
      }}
      onClose={onClose}
    >
      <div className="flex flex-col gap-4">
        {problem && <Notice>{problem}</Notice>}
        <DateTimeField
          label="Siden"
          clockLabel="Klokkeslett"
          hint="Når e-posten ble lagt i køen, som i kolonnen Dato."
          value={clock}
          onValueChange={setClock}
          error={since === null ? 'Skriv datoen som dd.mm.åååå og klokkeslettet som tt:mm' : undefined}
        />
        <div role="status" className="text-sm">
          {statusContent}
        </div>
      </div>
    </FormDialog>
  )
}

function CountText({ failedMails: { since, mails, withoutContent } }: { failedMails: FailedEmails }) {
  return (
    <>
      <p>
        {mails === 0 ? 'Ingen feilede e-poster' : mailsText(mails)} siden {formatLongDateTime(since)} kan sendes på
        nytt.
      </p>
      {withoutContent > 0 && (
        <p className="mt-2 text-soft">
          {mailsText(withoutContent)} til har feilet, men kan ikke sendes på nytt: innholdet er slettet.
        </p>
      )}
    </>
  )
}
