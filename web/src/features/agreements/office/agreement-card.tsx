import {
  answerChannels,
  statusAfter,
  unnamedOnPhone,
  validityLabels,
} from '@kontor/contract/agreements/agreements.rules'
import { memo } from 'react'
import { errorText } from '../../../platform/api-client.ts'
import { formatDay } from '../../../platform/format/days.ts'
import { formatDate, formatDateTime, formatOre } from '../../../platform/format.ts'
import { IconButton } from '../../../ui/base/button.tsx'
import { cx } from '../../../ui/base/cx.ts'
import { Figures } from '../../../ui/base/figures.tsx'
import { ClockIcon, EditIcon, EyeIcon, MailIcon, SendIcon, TrashIcon, WarningIcon } from '../../../ui/base/icons.tsx'
import { Tooltip } from '../../../ui/base/tooltip.tsx'
import { useSendQuestion } from '../../../ui/dialog/use-send-question.tsx'
import { RowMenu } from '../../../ui/table/row-action.tsx'
import { retryAction } from '../../../ui/toast/failure-toast.ts'
import { toast, toastFailure } from '../../../ui/toast/toast-store.ts'
import { type Agreement, useResendMail } from '../agreements.api.ts'
import { StatusBadge, sendLabel } from '../parts/agreement-badges.tsx'
import type { OpenDialog } from './open-dialog.ts'

interface AgreementActionsProps {
  readonly agreement: Agreement
  readonly onShow: (id: string) => void
  readonly onOpenDialog: (dialog: OpenDialog) => void
  /** True to give the group of buttons a fixed width, so that the last one is in the same place in every row, with or without a send button. */
  readonly inColumn?: boolean
}

export const canSend = ({ status }: Agreement): boolean => statusAfter(status, 'send') !== undefined

interface FailedMailProps {
  readonly agreement: Agreement
  readonly mail: NonNullable<Agreement['lastMail']>
  readonly onSend: () => void
}

/** True for the enhanced status codes of an address that doesn't exist (RFC 3463, X.1.1, X.1.3, and RFC 7505, X.1.10). */
const isUnknownAddress = (message: string): boolean => /\b5\.1\.(?:1|3|10)\b/.test(message)

/**
 * Retries a failed mail. Opens the sending dialog if sending keeps the agreement's status. Otherwise resends the failed mail unchanged,
 * since sending would reopen the agreement or isn't allowed.
 */
function FailedMail({ agreement, mail, onSend }: FailedMailProps) {
  const resend = useResendMail(agreement.id)
  const [ask, dialog] = useSendQuestion()
  // Awaits `mutateAsync`: on success this component unmounts, so that callbacks passed to `mutate` would not run.
  const resendNow = async () => {
    try {
      await resend.mutateAsync(mail.emailLogId)
      toast({ title: 'Suksess', description: `E-posten til ${mail.to} er lagt i køen på nytt.` })
    } catch (error) {
      const description = `Kunne ikke sende e-posten på nytt. ${errorText(error)}`
      toastFailure(description, retryAction(error, retry))
    }
  }
  const sendingKeepsStatus = statusAfter(agreement.status, 'send') === agreement.status
  const retry = () =>
    sendingKeepsStatus
      ? onSend()
      : ask({
          title: 'Sende e-posten på nytt?',
          text: `Kvitteringen for «${agreement.title}» sendes en gang til, til ${mail.to}.`,
          confirmLabel: 'Send',
          send: resendNow,
        })
  return (
    <>
      <button
        type="button"
        onClick={retry}
        className="flex min-h-6 items-start gap-1.5 rounded-sm text-left text-[0.8125rem] text-danger underline underline-offset-2"
      >
        <WarningIcon className="mt-0.5 size-3.5 shrink-0" />
        <span>
          E-post feilet – prøv igjen
          {mail.errorMessage && (
            <span className="inline-block w-full">
              {isUnknownAddress(mail.errorMessage)
                ? 'Adressen finnes ikke. Rett den og send på nytt.'
                : mail.errorMessage}
            </span>
          )}
        </span>
      </button>
      {dialog}
    </>
  )
}

const deliveryTexts = {
  stored: 'E-post lagret, ikke sendt',
  sent: 'E-post sendt',
} as const

export function DeliveryMark({ agreement, onSend }: { agreement: Agreement; onSend: () => void }) {
  const mail = agreement.lastMail
  if (!mail) return null
  const { delivery } = mail
  if (delivery === 'failed') return <FailedMail agreement={agreement} mail={mail} onSend={onSend} />
  const isDone = delivery === 'stored' || delivery === 'sent'
  return (
    <span className="inline-flex items-center gap-1 text-soft text-xs">
      {delivery === 'sent' ? <MailIcon className="size-3" /> : <ClockIcon className="size-3" />}
      {isDone ? deliveryTexts[delivery] : 'E-post på vei'}
    </span>
  )
}

const saysPhone = (respondedBy: string | null): boolean =>
  respondedBy !== null && Object.values(unnamedOnPhone).includes(respondedBy)

function Answer({ agreement }: { agreement: Agreement }) {
  const { respondedAt, respondedBy, customerResponse, answerChannel } = agreement
  if (!respondedAt) return null
  return (
    <div className="border-fjord-line border-l-2 pl-3 text-[0.8125rem] leading-snug [overflow-wrap:anywhere]">
      <p className="text-soft">
        Svar {formatDateTime(respondedAt)}
        {respondedBy && ` · ${respondedBy}`}
        {answerChannel === 'phone' && !saysPhone(respondedBy) && ` · ${answerChannels.phone}`}
      </p>
      {customerResponse && <p className="mt-0.5 line-clamp-3 whitespace-pre-wrap text-sm">{customerResponse}</p>}
    </div>
  )
}

/** Returns the actions on an agreement; an archived agreement can only be read. */
const agreementMenu = ({ agreement, onShow, onOpenDialog }: AgreementActionsProps) => {
  const { id } = agreement
  const open = (dialog: OpenDialog) => () => onOpenDialog(dialog)
  const show = { label: 'Vis avtale', icon: <EyeIcon />, onSelect: () => onShow(id) }
  if (agreement.archivedAt !== null) return [show]
  const send = { label: sendLabel(agreement), icon: <SendIcon />, onSelect: open({ kind: 'send', id }) }
  return [
    show,
    { label: 'Rediger avtale', icon: <EditIcon />, onSelect: open({ kind: 'edit', id }) },
    ...(canSend(agreement) ? [send] : []),
    { label: 'Slett avtale', icon: <TrashIcon />, onSelect: open({ kind: 'delete', id }) },
  ]
}

export function AgreementActions(props: AgreementActionsProps) {
  return (
    <span
      className={cx(
        '-mr-1.5 flex shrink-0 gap-0.5',
        props.inColumn && 'w-[8.375rem] [&>:last-child:not(:first-child)]:ml-auto',
      )}
    >
      {agreementMenu(props).map(({ label, icon, onSelect }) => (
        <Tooltip key={label} text={label}>
          <IconButton label={`${label}: ${props.agreement.title}`} icon={icon} onClick={onSelect} />
        </Tooltip>
      ))}
    </span>
  )
}

/** The actions as buttons, or as a menu on phones and tablets. */
export function AgreementActionsOrMenu(props: AgreementActionsProps) {
  return (
    <>
      <span className="shrink-0 max-lg:hidden">
        <AgreementActions {...props} />
      </span>
      <span className="-mr-2 shrink-0 self-start pt-1 lg:hidden">
        <RowMenu of={props.agreement.title} items={agreementMenu(props)} />
      </span>
    </>
  )
}

interface AgreementCardProps extends AgreementActionsProps {
  /** The card's index among all cards of the page. */
  readonly index: number
}

/** Shows an agreement's main facts. Memoized, so that a keystroke in the search box renders only new cards. */
export const AgreementCard = memo(function AgreementCard(props: AgreementCardProps) {
  const { agreement, index, onShow, onOpenDialog } = props
  const { id, reference, title, customerName, createdAt, validUntil, description, totalAmount, vatAmount } = agreement
  return (
    <li
      data-index={index}
      data-agreement={id}
      className="flex min-w-0 flex-col gap-3 rounded-md border border-rule bg-surface p-4 sm:p-5"
    >
      {/* On phones the buttons are next to the status, so that the title has a line to itself. */}
      <div className="grid grid-cols-[minmax(0,1fr)_auto] gap-3">
        <div className="max-sm:col-span-2">
          <h3 className="font-semibold text-[0.9375rem] leading-snug [overflow-wrap:anywhere]">
            <button type="button" onClick={() => onShow(id)} className="rounded-sm text-left hover:underline">
              {title}
            </button>
          </h3>
          <p className="mt-0.5 text-sm text-soft leading-snug [overflow-wrap:anywhere]">
            {reference} · {customerName}
          </p>
        </div>
        <div className="max-sm:col-start-2 max-sm:row-start-2">
          <AgreementActionsOrMenu agreement={agreement} onShow={onShow} onOpenDialog={onOpenDialog} />
        </div>
        <div className="flex flex-wrap items-center gap-1.5 max-sm:col-start-1 max-sm:row-start-2 sm:col-span-2">
          <StatusBadge agreement={agreement} />
          <DeliveryMark agreement={agreement} onSend={() => onOpenDialog({ kind: 'send', id })} />
        </div>
      </div>
      {description && (
        <p className="line-clamp-2 whitespace-pre-line text-sm [overflow-wrap:anywhere]">{description}</p>
      )}
      <Answer agreement={agreement} />
      <div className="mt-auto flex flex-wrap items-end justify-between gap-x-4 gap-y-1 border-rule border-t pt-3">
        <p className="text-[0.8125rem] text-soft leading-snug">
          Opprettet {formatDate(createdAt)}
          {validUntil && (
            <span className="block">
              {validityLabels.no} {formatDay(validUntil)}
            </span>
          )}
        </p>
        <p className="text-right leading-tight">
          <span className="block text-[0.8125rem] text-soft">Total ink. mva</span>
          <span className="font-semibold text-lg">
            <Figures text={formatOre(totalAmount + vatAmount)} />
          </span>
        </p>
      </div>
    </li>
  )
})
