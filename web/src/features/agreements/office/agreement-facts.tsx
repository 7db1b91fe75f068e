import {
  agreementLanguages,
  agreementVerifications,
  validityLabels,
} from '@kontor/contract/agreements/agreements.rules'
import { useState } from 'react'
import { errorText } from '../../../platform/api-client.ts'
import { formatDay } from '../../../platform/format/days.ts'
import { counted, formatDateTime } from '../../../platform/format.ts'
import { Button, IconButton } from '../../../ui/base/button.tsx'
import { Facts } from '../../../ui/base/facts.tsx'
import { CopyIcon, RefreshIcon } from '../../../ui/base/icons.tsx'
import { ConfirmDialog } from '../../../ui/dialog/confirm-dialog.tsx'
import { retryAction } from '../../../ui/toast/failure-toast.ts'
import { toast, toastFailure } from '../../../ui/toast/toast-store.ts'
import { type Agreement, customerLink, useRenewLink } from '../agreements.api.ts'
import { copyCustomerLink } from '../parts/copy-customer-link.ts'

interface NewLinkDialogProps {
  readonly agreement: Agreement
  readonly onClose: () => void
  /** Called by the toast of a failure, to open this dialog again. */
  readonly onRetry: () => void
}

/** Asks for confirmation before the customer's current link stops working. */
function NewLinkDialog({ agreement, onClose, onRetry }: NewLinkDialogProps) {
  const renew = useRenewLink()
  const confirm = async () => {
    try {
      await renew.mutateAsync({ params: { id: agreement.id }, body: { version: agreement.version } })
      toast({ title: 'Suksess', description: 'Avtalen har fått en ny lenke. Send den til kunden.' })
    } catch (error) {
      toastFailure(`Kunne ikke lage en ny lenke. ${errorText(error)}`, retryAction(error, onRetry))
    }
    onClose()
  }
  return (
    <ConfirmDialog
      title="Lage en ny lenke?"
      confirmLabel="Ny lenke"
      workingLabel="Lager ny lenke …"
      onConfirm={confirm}
      onCancel={onClose}
    >
      Lenken kunden har fått, slutter å virke med en gang. Kunden får den nye når du sender avtalen på nytt.
    </ConfirmDialog>
  )
}

function CustomerLink({ agreement }: { agreement: Agreement }) {
  const { responseToken: token } = agreement
  const link = customerLink(token)
  const [renewing, setRenewing] = useState(false)
  return (
    <>
      {token === '' ? (
        <p>Kundens lenke virker, men kan ikke vises: Den er kryptert med en annen nøkkel.</p>
      ) : (
        <span className="flex items-start gap-2">
          <a
            href={link}
            target="_blank"
            rel="noopener noreferrer"
            className="min-w-0 truncate underline underline-offset-2"
          >
            {link}
          </a>
          <IconButton
            label="Kopier lenken"
            icon={<CopyIcon />}
            className="-my-1.5"
            onClick={() => void copyCustomerLink(token)}
          />
        </span>
      )}
      <Button size="small" className="mt-1.5" onClick={() => setRenewing(true)}>
        <RefreshIcon /> Ny lenke
      </Button>
      {renewing && (
        <NewLinkDialog agreement={agreement} onClose={() => setRenewing(false)} onRetry={() => setRenewing(true)} />
      )}
    </>
  )
}

const days = (count: number): string => counted(count, 'dag', 'dager')

function Reminders({ agreement }: { agreement: Agreement }) {
  const { reminderDays, remindAfterDays, remindEveryDays, remindAtMost } = agreement
  const rules = [
    remindAfterDays !== null && `${days(remindAfterDays)} etter sending`,
    remindAfterDays !== null && remindEveryDays !== null && `hver ${remindEveryDays}. dag, høyst ${remindAtMost}`,
    reminderDays !== null && `${days(reminderDays)} før siste dag`,
  ].filter((rule) => rule !== false)
  return rules.length === 0 ? 'Av' : rules.join('; ')
}

const responsibleText = ({ responsibleName, responsiblePhone, responsibleEmail }: Agreement): string =>
  [responsibleName, responsiblePhone, responsibleEmail].filter(Boolean).join(' · ')

const factsOf = (agreement: Agreement) =>
  [
    { label: 'Opprettet', value: formatDateTime(agreement.createdAt) },
    { label: validityLabels.no, value: agreement.validUntil ? formatDay(agreement.validUntil) : 'Ikke satt' },
    { label: 'Sendt', value: agreement.sentAt && formatDateTime(agreement.sentAt) },
    { label: 'Åpnet', value: agreement.openedAt && formatDateTime(agreement.openedAt) },
    { label: 'Arkivert', value: agreement.archivedAt && formatDateTime(agreement.archivedAt) },
    { label: 'Påminnelse', value: <Reminders agreement={agreement} /> },
    { label: 'Språk', value: agreementLanguages[agreement.language] },
    { label: 'Bekreftelse', value: agreementVerifications[agreement.verification] },
    { label: 'Ansvarlig', value: responsibleText(agreement) },
    { label: 'Kundelenke', value: agreement.status === 'sent' && <CustomerLink agreement={agreement} /> },
  ].filter(({ value }) => value)

export function AgreementFacts({ agreement }: { agreement: Agreement }) {
  return <Facts facts={factsOf(agreement)} />
}
