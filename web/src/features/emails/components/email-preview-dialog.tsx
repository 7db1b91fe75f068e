import { useQuery } from '@tanstack/react-query'
import { type ReactNode, useState } from 'react'
import { errorText } from '../../../platform/api-client.ts'
import { formatLongDateTime, formatNumber } from '../../../platform/format.ts'
import { Button } from '../../../ui/base/button.tsx'
import { Facts } from '../../../ui/base/facts.tsx'
import { RefreshIcon } from '../../../ui/base/icons.tsx'
import { Skeleton } from '../../../ui/base/skeleton.tsx'
import { ErrorState, Notice } from '../../../ui/base/states.tsx'
import { useExclusive } from '../../../ui/base/use-exclusive.ts'
import { Dialog } from '../../../ui/dialog/dialog.tsx'
import { useSendQuestion } from '../../../ui/dialog/use-send-question.tsx'
import { toast } from '../../../ui/toast/toast-store.ts'
import { useFailureToast } from '../../../ui/toast/use-failure-toast.ts'
import { type EmailLog, type EmailTry, emailLogQuery, emailPreviewAddress, useResendEmail } from '../emails.api.ts'
import { DeliveryBadge, EmailTypeBadge } from './email-badges.tsx'
import { Recipient } from './recipient.tsx'

const factsOf = (log: EmailLog) => [
  { label: 'Til', value: <Recipient log={log} /> },
  ...(log.cc.length > 0 ? [{ label: 'Kopi', value: log.cc.join(', ') }] : []),
  { label: 'Fra', value: log.from },
  { label: 'Emne', value: log.subject },
  { label: 'Type', value: <EmailTypeBadge type={log.type} /> },
  { label: 'Status', value: <DeliveryBadge delivery={log.delivery} /> },
  {
    label: log.delivery === 'stored' ? 'Lagret' : 'Sendt',
    value: log.sentAt ? formatLongDateTime(log.sentAt) : 'Ikke sendt',
  },
]

const frameClasses = 'min-h-64 w-full flex-1 rounded-md border border-rule'

/** Explains why a mail cannot be resent; null if it can. */
const findObstacle = ({ delivery, hasContent }: EmailLog): string | null => {
  if (delivery === 'queued' || delivery === 'retrying') return 'E-posten er fortsatt på vei'
  return hasContent ? null : 'Innholdet finnes ikke lenger, så e-posten kan ikke sendes på nytt'
}

function ResendFooter({ log, onProblem }: { log: EmailLog; onProblem: (problem: string | null) => void }) {
  const resend = useResendEmail()
  const obstacle = findObstacle(log)
  const [ask, dialog] = useSendQuestion()
  const [working, run] = useExclusive()
  const toastFailure = useFailureToast()
  const send = async () => {
    onProblem(null)
    try {
      await resend.mutateAsync(log.id)
      toast({ title: 'Suksess', description: `E-posten til ${log.to} er lagt i køen på nytt.` })
    } catch (error) {
      onProblem(errorText(error))
      // A retry asks the user again: if only the response was lost, the mail is already queued.
      toastFailure(error, 'Kunne ikke sende e-posten på nytt', () => ask(question))
    }
  }
  const copies = log.cc.length > 0 ? `, med kopi til ${log.cc.join(', ')}` : ''
  const question = {
    title: 'Sende e-posten på nytt?',
    text: `«${log.subject}» sendes en gang til, til ${log.to}${copies}.`,
    confirmLabel: 'Send',
    send: () => run(send),
  }
  return (
    <>
      <span className="mr-auto text-[0.8125rem] text-soft">
        {obstacle ?? (resend.isSuccess ? 'Lagt i køen. Den nye står øverst i loggen.' : '')}
      </span>
      <Button
        onClick={() => obstacle === null && !working && ask(question)}
        working={working}
        workingLabel={
          <>
            <RefreshIcon /> Legger i køen …
          </>
        }
        aria-disabled={working || obstacle !== null}
      >
        <RefreshIcon /> Send på nytt
      </Button>
      {dialog}
    </>
  )
}

/** Every delivery attempt of a mail: time, outcome and the mail server's reply. A single attempt is folded, since its reply is shown above. */
function EmailTries({ tries, delivery }: { tries: readonly EmailTry[]; delivery: EmailLog['delivery'] }) {
  if (tries.length === 0) return null
  const open = tries.length > 1 && delivery !== 'sent' && delivery !== 'stored'
  return (
    <details open={open} className="text-[0.8125rem]">
      <summary className="w-fit cursor-pointer rounded-sm py-1 font-medium">
        {formatNumber(tries.length)} forsøk på å levere
      </summary>
      <ol className="mt-1 border-rule border-t">
        {tries.map(({ at, outcome, answer }) => (
          <li key={at} className="flex flex-wrap items-center gap-x-3 gap-y-1 border-rule border-b py-1.5">
            <time dateTime={at} className="text-soft">
              {formatLongDateTime(at)}
            </time>
            <DeliveryBadge delivery={outcome} />
            {answer && <span className="min-w-0 flex-1 basis-60 [overflow-wrap:anywhere]">{answer}</span>}
          </li>
        ))}
      </ol>
    </details>
  )
}

interface EmailPreviewDialogProps {
  readonly log: EmailLog
  readonly onOpen: (log: EmailLog) => void
  readonly onClose: () => void
}

/** Shows a mail of the log as it was sent, in a fully sandboxed frame, since its HTML is untrusted. */
export function EmailPreviewDialog({ log: listedLog, onOpen, onClose }: EmailPreviewDialogProps) {
  const { data, error, refetch } = useQuery(emailLogQuery(listedLog.id))
  // Fetches the original of a resent mail, which may be anywhere in the log.
  const { data: original } = useQuery({
    ...emailLogQuery(listedLog.resendOf ?? ''),
    enabled: listedLog.resendOf !== null,
  })
  const [problem, setProblem] = useState<string | null>(null)
  const log = data ?? listedLog

  let content: ReactNode = <Skeleton className={frameClasses} />
  if (data?.htmlContent) {
    content = (
      <iframe
        title="E-postens innhold"
        sandbox=""
        src={emailPreviewAddress(log.id)}
        className={`${frameClasses} bg-[white] [color-scheme:light]`}
      />
    )
  } else if (data) {
    content = (
      <p className="rounded-md bg-sunken px-4 py-6 text-sm text-soft">
        Innholdet er ikke tilgjengelig. E-posten kan være sendt før innhold ble lagret, eller innholdet er slettet:
        fordi e-posten er gammel, eller sammen med det den gjaldt.
      </p>
    )
  } else if (error) {
    content = <ErrorState title="Kunne ikke hente e-posten" message={errorText(error)} onRetry={() => void refetch()} />
  }

  return (
    <Dialog
      title={log.subject || 'E-post uten emne'}
      width="wide"
      height="full"
      onClose={onClose}
      footer={<ResendFooter log={log} onProblem={setProblem} />}
    >
      <div className="flex min-h-full flex-col gap-5">
        {problem && <Notice>{problem}</Notice>}
        <Facts facts={factsOf(log)} />
        {original && (
          <p className="text-sm">
            Ny utsending av e-posten fra{' '}
            <button
              type="button"
              onClick={() => onOpen(original)}
              className="rounded-sm underline underline-offset-2 hover:no-underline"
            >
              {formatLongDateTime(original.createdAt)}
            </button>
          </p>
        )}
        {log.errorMessage && (
          <Notice tone={log.delivery === 'failed' ? 'danger' : 'warning'} isLasting>
            {log.errorMessage}
          </Notice>
        )}
        {data && <EmailTries tries={data.tries} delivery={data.delivery} />}
        {content}
      </div>
    </Dialog>
  )
}
