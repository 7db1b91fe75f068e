import { useState } from 'react'
import type { DeleteOutcome } from '../../../platform/delete-many.ts'
import { formatNumber } from '../../../platform/format.ts'
import { nowText, useNow } from '../../../platform/now.ts'
import { UndoHint } from '../../../platform/undo-hint.tsx'
import { DeleteManyDialog } from '../../../ui/dialog/delete-many-dialog.tsx'
import { useDeleteWebinars, type Webinar } from '../webinars.api.ts'
import { NotifyOffer, recipientsOf, registeredText } from './notify-offer.tsx'

interface WebinarDeleteDialogProps {
  /** At least one webinar. */
  readonly webinars: readonly Webinar[]
  readonly onDone: (outcome: DeleteOutcome, problem: string | null) => void
  readonly onCancel: () => void
}

const texts = {
  one: 'webinar',
  many: 'webinarer',
  the: 'webinaret',
  failedOne: 'Kunne ikke slette webinar',
  failedMany: 'Kunne ikke slette webinarer',
}

const sum = (numbers: readonly number[]): number => numbers.reduce((total, number) => total + number, 0)

/** Says how many registrations the deletion affects. */
const lossText = (people: number): string => {
  if (people === 0) return 'Ingen er påmeldt.'
  return people === 1
    ? 'Også påmeldingen til 1 person blir slettet.'
    : `Også påmeldingene til ${formatNumber(people)} personer blir slettet.`
}

/** Describes the recipients of the cancellation; empty for nobody. */
const recipientsText = (webinars: readonly Webinar[]): string => {
  const registered = sum(webinars.map(recipientsOf))
  const waiting = sum(webinars.map(({ waitingCount = 0 }) => waitingCount))
  const parts = [
    ...(registered === 0 ? [] : [registeredText(registered)]),
    ...(waiting === 0 ? [] : [`${formatNumber(waiting)} på venteliste`]),
  ]
  return parts.join(' og ')
}

/** Deletes webinars with their registrations; offers to mail a cancellation. */
export function WebinarDeleteDialog({ webinars, onDone, onCancel }: WebinarDeleteDialogProps) {
  const [isChosen, setChosen] = useState(true)
  const now = nowText(useNow())
  const remove = useDeleteWebinars()
  const people = sum(webinars.map(({ registrationCount }) => registrationCount))
  const upcoming = webinars.filter(({ date }) => date >= now)
  const recipients = recipientsText(upcoming)
  const notify = isChosen && recipients !== ''

  const consequenceOf = ({ deleted }: DeleteOutcome): string => {
    const notified = notify ? recipientsText(upcoming.filter(({ id }) => deleted.has(id))) : ''
    return notified === '' ? '' : ` Avlysning går på e-post til ${notified}.`
  }

  return (
    <DeleteManyDialog
      count={webinars.length}
      kind="webinars"
      texts={texts}
      remove={(onProgress) => remove.mutateAsync({ webinars, notify, onProgress })}
      consequenceOf={consequenceOf}
      onDone={onDone}
      onCancel={onCancel}
    >
      <p>
        {webinars.length === 1 ? (
          <>
            <strong className="font-semibold text-ink [overflow-wrap:anywhere]">{webinars[0]?.name}</strong> blir
            slettet.
          </>
        ) : (
          'De valgte webinarene blir slettet.'
        )}{' '}
        {lossText(people)} <UndoHint />
      </p>
      {recipients !== '' && (
        <div className="mt-4">
          <NotifyOffer
            label={`Send avlysning på e-post til ${recipients}`}
            hint="En kalenderfil følger med og tar webinaret ut av kalenderen deres."
            checked={isChosen}
            onChange={setChosen}
          />
        </div>
      )}
    </DeleteManyDialog>
  )
}
