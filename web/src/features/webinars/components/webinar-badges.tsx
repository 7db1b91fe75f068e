import {
  registrationStates,
  statesOfWebinar,
  type WebinarState,
  webinarStates,
} from '@kontor/contract/webinars/webinars.rules'
import { nowText, useNow } from '../../../platform/now.ts'
import { Badge, type Tone } from '../../../ui/badge.tsx'
import { CheckIcon, ClockIcon, CloseIcon } from '../../../ui/icons.tsx'
import type { Registration, Webinar } from '../webinars.api.ts'

const looks = {
  active: { tone: 'positive', Icon: CheckIcon },
  inactive: { tone: 'neutral', Icon: CloseIcon },
  expired: { tone: 'neutral', Icon: ClockIcon },
} as const satisfies Record<WebinarState, { tone: Tone; Icon: typeof CheckIcon }>

/** Whether the webinar is open for registration, and whether it is over. */
export function WebinarBadges({ webinar }: { webinar: Webinar }) {
  const now = nowText(useNow())
  return (
    <span className="flex shrink-0 gap-1.5">
      {statesOfWebinar(webinar, now).map((state) => {
        const { tone, Icon } = looks[state]
        return (
          <Badge key={state} tone={tone} icon={<Icon className="size-3" />}>
            {webinarStates[state]}
          </Badge>
        )
      })}
    </span>
  )
}

/** Whether a registration has no seat: it waits, or is cancelled. */
export function RegistrationBadge({ state }: Pick<Registration, 'state'>) {
  if (state === undefined) return null
  const Icon = state === 'waiting' ? ClockIcon : CloseIcon
  return (
    <Badge tone={state === 'waiting' ? 'warning' : 'neutral'} icon={<Icon className="size-3" />}>
      {registrationStates[state]}
    </Badge>
  )
}
