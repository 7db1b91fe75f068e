import { useState } from 'react'
import { errorText } from '../../../platform/api-client.ts'
import type { DeleteOutcome } from '../../../platform/delete-many.ts'
import { formatNumber } from '../../../platform/format.ts'
import { nowText, useNow } from '../../../platform/now.ts'
import { ConfirmDialog } from '../../../ui/confirm-dialog.tsx'
import { toast } from '../../../ui/toast-store.ts'
import { useDeleteWebinars, type Webinar } from '../webinars.api.ts'
import { NotifyOffer, recipientsOf, registeredText } from './notify-offer.tsx'

interface WebinarDeleteDialogProps {
  /** At least one. */
  readonly webinars: readonly Webinar[]
  readonly onDone: (outcome: DeleteOutcome) => void
  readonly onCancel: () => void
}

const count = (number: number): string => `${formatNumber(number)} ${number === 1 ? 'webinar' : 'webinarer'}`
const sum = (numbers: readonly number[]): number => numbers.reduce((total, number) => total + number, 0)

const showOutcome = ({ deleted, failed }: DeleteOutcome, mails: number): void => {
  const single = deleted.size + failed.length === 1
  if (failed.length === 0) {
    const what = single ? 'Webinaret er slettet.' : `${count(deleted.size)} er slettet.`
    const description = mails > 0 ? `${what} Avlysning går på e-post til ${registeredText(mails)}.` : what
    toast({ title: 'Suksess', description })
  } else {
    const description = single ? 'Kunne ikke slette webinar' : 'Kunne ikke slette webinarer'
    toast({ title: 'Feil', description, variant: 'destructive' })
  }
}

/** The message that stays on the screen after the toast. */
export const failureText = ({ deleted, failed, error }: DeleteOutcome): string => {
  const total = deleted.size + failed.length
  const summary =
    total === 1
      ? 'Webinaret ble ikke slettet.'
      : `${formatNumber(deleted.size)} av ${count(total)} er slettet, resten er fortsatt valgt.`
  return `${summary} ${errorText(error)}`
}

/** How many registrations the deletion affects, in words. */
const lossText = (people: number): string => {
  if (people === 0) return 'Ingen er påmeldt.'
  return people === 1
    ? 'Også påmeldingen til 1 person blir slettet.'
    : `Også påmeldingene til ${formatNumber(people)} personer blir slettet.`
}

/** Asks for confirmation, deletes webinars with their registrations and shows the outcome; offers to mail a cancellation. */
export function WebinarDeleteDialog({ webinars, onDone, onCancel }: WebinarDeleteDialogProps) {
  const [done, setDone] = useState(0)
  const [notify, setNotify] = useState(true)
  const now = nowText(useNow())
  const remove = useDeleteWebinars()
  const [first] = webinars
  const single = webinars.length === 1 && first ? first : null
  const people = sum(webinars.map(({ registrationCount }) => registrationCount))
  const upcoming = webinars.filter(({ date }) => date >= now)
  const recipients = sum(upcoming.map(recipientsOf))

  const confirm = async () => {
    const ids = webinars.map(({ id }) => id)
    const sendsMails = notify && recipients > 0
    const outcome = await remove.mutateAsync({ ids, notify: sendsMails, onProgress: setDone })
    const cancelled = upcoming.filter(({ id }) => outcome.deleted.has(id))
    showOutcome(outcome, sendsMails ? sum(cancelled.map(recipientsOf)) : 0)
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
        {lossText(people)} Det kan ikke angres.
      </p>
      {recipients > 0 && (
        <div className="mt-4">
          <NotifyOffer
            label={`Send avlysning på e-post til ${registeredText(recipients)}`}
            hint="En kalenderfil følger med og tar webinaret ut av kalenderen deres."
            checked={notify}
            onChange={setNotify}
          />
        </div>
      )}
    </ConfirmDialog>
  )
}
