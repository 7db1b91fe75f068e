import { counted } from '../../../platform/format.ts'
import { Checkbox } from '../../../ui/form/checkbox.tsx'
import type { Webinar } from '../webinars.api.ts'

/** The number of registrants who have a seat and would get a mail: registrations held back by the spam checks get none. */
export const recipientsOf = ({
  registrationCount,
  suspectCount,
  waitingCount = 0,
  cancelledCount = 0,
}: Webinar): number => registrationCount - suspectCount - waitingCount - cancelledCount

export const registeredText = (count: number): string => counted(count, 'påmeldt', 'påmeldte')

interface NotifyOfferProps {
  readonly label: string
  readonly hint: string
  readonly checked: boolean
  readonly onChange: (checked: boolean) => void
}

/** A checkbox that offers to mail the registered visitors. */
export function NotifyOffer({ label, hint, checked, onChange }: NotifyOfferProps) {
  return (
    <div className="flex items-start gap-1 rounded-md border border-rule py-1 pr-3 text-ink">
      <Checkbox
        id="notify-registered"
        aria-describedby="notify-hint"
        areaClassName="shrink-0"
        checked={checked}
        onChange={(event) => onChange(event.target.checked)}
      />
      <div className="min-w-0 py-2 text-sm">
        <label htmlFor="notify-registered" className="cursor-pointer font-medium">
          {label}
        </label>
        <p id="notify-hint" className="mt-0.5 text-[0.8125rem] text-soft">
          {hint}
        </p>
      </div>
    </div>
  )
}
