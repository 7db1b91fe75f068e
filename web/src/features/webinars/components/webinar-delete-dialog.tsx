import { useState } from 'react'
import { errorText } from '../../../platform/api-client.ts'
import type { DeleteOutcome } from '../../../platform/delete-many.ts'
import { formatNumber } from '../../../platform/format.ts'
import { nowText, useNow } from '../../../platform/now.ts'
import { ConfirmDialog } from '../../../ui/confirm-dialog.tsx'
import { toast } from '../../../ui/toast-store.ts'
import { useDeleteWebinars, type Webinar } from '../webinars.api.ts'
import { NotifyOffer, recipientsOf, registered } from './notify-offer.tsx'

interface WebinarDeleteDialogProps {
  /** Empty ones are never asked for. */
  readonly webinars: readonly Webinar[]
  readonly onDone: (outcome: DeleteOutcome) => void
  readonly onCancel: () => void
}

const count = (number: number): string => `${formatNumber(number)} ${number === 1 ? 'webinar' : 'webinarer'}`
const sum = (numbers: readonly number[]): number => numbers.reduce((total, number) => total + number, 0)

const tell = ({ deleted, failed }: DeleteOutcome, mails: number): void => {
  const single = deleted.size + failed.length === 1
  if (failed.length === 0) {
    const what = single ? 'Webinaret er slettet.' : `${count(deleted.size)} er slettet.`
    const description = mails > 0 ? `${what} Avlysning går på e-post til ${registered(mails)}.` : what
    toast({ title: 'Suksess', description })
  } else {
    const description = single ? 'Kunne ikke slette webinar' : 'Kunne ikke slette webinarer'
    toast({ title: 'Feil', description, variant: 'destructive' })
  }
}

/** What stays on the screen when the toast is gone. */
export const failureText = ({ deleted, failed, error }: DeleteOutcome): string => {
  const total = deleted.size + failed.length
  const summary =
    total === 1
      ? 'Webinaret ble ikke slettet.'
      : `${formatNumber(deleted.size)} av ${count(total)} er slettet, resten er fortsatt valgt.`
  return `${summary} ${errorText(error)}`
}

/** How many people it concerns, in words. */
const loss = (people: number): string => {
  if (people === 0) return 'Ingen er påmeldt.'
  return people === 1
    ? 'Også påmeldingen til 1 person blir slettet.'
    : `Også påmeldingene til ${formatNumber(people)} personer blir slettet.`
}

/** Asks, deletes one or many with all registrations, and tells how it went; a coming one can be cancelled by mail. */
export function WebinarDeleteDialog({ webinars, onDone, onCancel }: WebinarDeleteDialogProps) {
  const [done, setDone] = useState(0)
  const [notify, setNotify] = useState(true)
  const now = nowText(useNow())
  const remove = useDeleteWebinars()
  const [first] = webinars
  const single = webinars.length === 1 && first ? first : null
  const people = sum(webinars.map(({ registrationCount }) => registrationCount))
  const coming = webinars.filter(({ date }) => date >= now)
  const recipients = sum(coming.map(recipientsOf))

  const confirm = async () => {
    const ids = webinars.map(({ id }) => id)
    const mailing = notify && recipients > 0
    const outcome = await remove.mutateAsync({ ids, notify: mailing, onProgress: setDone })
    const told = coming.filter(({ id }) => outcome.deleted.has(id))
    tell(outcome, mailing ? sum(told.map(recipientsOf)) : 0)
    onDone(outcome)
  }

  return (
    <ConfirmDialog
      title={single ? 'Slette webinaret?' : `Slette ${count(webinars.length)}?`}
      confirmLabel={single ? 'Slett' : `Slett ${count(webinars.length)}`}
      workingLabel={single ? 'Sletter …' : `Sletter ${formatNumber(done)} av ${formatNumber(webinars.length)} …`}
      onConfirm={confirm}
      onCancel={onCancel}
    >
      <p>
        {single ? (
          <>
            <strong className="font-semibold text-ink [overflow-wrap:anywhere]">{single.name}</strong> blir slettet for
            godt.
          </>
        ) : (
          'De valgte webinarene blir slettet for godt.'
        )}{' '}
        {loss(people)} Det kan ikke angres.
      </p>
      {recipients > 0 && (
        <div className="mt-4">
          <NotifyOffer
            label={`Send avlysning på e-post til ${registered(recipients)}`}
            hint="En kalenderfil følger med og tar webinaret ut av kalenderen deres."
            checked={notify}
            onChange={setNotify}
          />
        </div>
      )}
    </ConfirmDialog>
  )
}
