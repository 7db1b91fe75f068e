import {
  registrationStates,
  statesOfWebinar,
  type WebinarState,
  webinarStates,
} from '@kontor/contract/webinars/webinars.rules'
import { nowText, useNow } from '../../../platform/now.ts'
import { Badge } from '../../../ui/base/badge.tsx'
import { CheckIcon, ClockIcon, CloseIcon } from '../../../ui/base/icons.tsx'
import type { Registration, Webinar } from '../webinars.api.ts'

const icons = {
  active: CheckIcon,
  inactive: CloseIcon,
  expired: ClockIcon,
} as const satisfies Record<WebinarState, unknown>

/** Returns true if an upcoming webinar has registrants, who were promised a link, but no link yet. */
export const needsLink = ({ date, joinLink, registrationCount }: Webinar, now: string): boolean =>
  joinLink === undefined && registrationCount > 0 && date >= now

/** Shows the states of the webinar, and a warning if it lacks its link. */
export function WebinarBadges({ webinar }: { webinar: Webinar }) {
  const now = nowText(useNow())
  return (
    <span className="flex max-w-full shrink-0 flex-wrap gap-1.5">
      {needsLink(webinar, now) && <Badge tone="warning">Mangler lenke</Badge>}
      {statesOfWebinar(webinar, now).map((state) => {
        const Icon = icons[state]
        return (
          <Badge key={state} tone={state === 'inactive' ? 'neutral' : 'quiet'} icon={<Icon className="size-3" />}>
            {webinarStates[state]}
          </Badge>
        )
      })}
    </span>
  )
}

/** Shows that a registration has no seat, since it is waiting or cancelled. */
export function RegistrationBadge({ state }: Pick<Registration, 'state'>) {
  if (state === undefined) return null
  const Icon = state === 'waiting' ? ClockIcon : CloseIcon
  return (
    <Badge tone={state === 'waiting' ? 'warning' : 'neutral'} icon={<Icon className="size-3" />}>
      {registrationStates[state]}
    </Badge>
  )
}
