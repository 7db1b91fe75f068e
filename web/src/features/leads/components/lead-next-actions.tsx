import { addOsloDays, osloDay, startOfOsloDay } from '@kontor/contract/shared/time'
import { useRef, useState } from 'react'
import { dateOf, formatDay } from '../../../platform/format/days.ts'
import { telAddress } from '../../../platform/format.ts'
import { mailAddress } from '../../../platform/mail-address.ts'
import { nowText } from '../../../platform/now.ts'
import { useRecordShortcut } from '../../../platform/shortcuts.ts'
import { Button } from '../../../ui/base/button.tsx'
import { CheckIcon, ChevronDownIcon, MailIcon, PhoneIcon } from '../../../ui/base/icons.tsx'
import { useExclusive } from '../../../ui/base/use-exclusive.ts'
import { toastOutcome } from '../../../ui/toast/failure-toast.ts'
import type { Lead } from '../leads.api.ts'
import { ChoiceMenu } from './choice-menu.tsx'
import type { LeadSaving } from './use-lead-saving.ts'

const daysAfter = (day: string, days: number): string => osloDay(addOsloDays(startOfOsloDay(day), days))

/** Returns tomorrow and the Monday of next week. */
const laterDays = (today: string) => ({
  tomorrow: daysAfter(today, 1),
  nextWeek: daysAfter(today, 7 - ((dateOf(today).getDay() + 6) % 7)),
})

const otherDay = 'other'

interface PostponeProps {
  readonly lead: Lead
  readonly saving: LeadSaving
  readonly onOtherDay: () => void
}

function Postpone({ lead, saving, onOtherDay }: PostponeProps) {
  const [anchor, setAnchor] = useState<HTMLElement | null>(null)
  const button = useRef<HTMLButtonElement>(null)
  const open = () => setAnchor(button.current)
  useRecordShortcut('u', 'Utsett neste steg', open)
  const { tomorrow, nextWeek } = laterDays(osloDay(nowText(Date.now())))

  const choose = async (day: string) => {
    setAnchor(null)
    if (day === otherDay) return onOtherDay()
    const outcome = await saving.text('next_step_at')(day, lead.next_step_at)
    if (outcome.kind !== 'saved') toastOutcome('Fristen ble ikke endret.', outcome, () => choose(day))
  }

  return (
    <>
      <Button ref={button} size="small" aria-haspopup="listbox" aria-keyshortcuts="U" onClick={open}>
        Utsett <ChevronDownIcon className="size-3.5" />
      </Button>
      {anchor && (
        <ChoiceMenu
          label={`Utsett neste steg for ${lead.company_name}`}
          anchor={anchor}
          value={lead.next_step_at ?? ''}
          options={[
            { value: tomorrow, label: `I morgen, ${formatDay(tomorrow)}` },
            ...(nextWeek === tomorrow ? [] : [{ value: nextWeek, label: `Neste uke, ${formatDay(nextWeek)}` }]),
            { value: otherDay, label: 'Velg dato …' },
          ]}
          onChoose={(day) => void choose(day)}
          onClose={() => setAnchor(null)}
        />
      )}
    </>
  )
}

/** Shows a button that clears the next step and its day. The button stays after that, so that it keeps the focus. */
function FinishStep({ lead, saving }: Pick<PostponeProps, 'lead' | 'saving'>) {
  const [working, run] = useExclusive()
  const isMissing = lead.next_step === null && lead.next_step_at === null
  const finish = (): Promise<void> =>
    run(async () => {
      if (isMissing) return
      const outcome = await saving.finishStep()
      if (outcome.kind !== 'saved') toastOutcome('Neste steg ble ikke endret.', outcome, finish)
    })
  useRecordShortcut('f', 'Neste steg er utført', () => void finish())
  return (
    <Button
      size="small"
      title="Neste steg er utført"
      aria-keyshortcuts="F"
      aria-disabled={working || isMissing}
      onClick={() => void finish()}
    >
      <CheckIcon /> Utført
    </Button>
  )
}

/** Shows buttons to finish or postpone the next step. */
export function LeadStepActions(props: PostponeProps) {
  return (
    <>
      <FinishStep lead={props.lead} saving={props.saving} />
      <Postpone {...props} />
    </>
  )
}

/** Shows links to call the lead and to write an e-mail. */
export function LeadContactLinks({ lead }: Pick<PostponeProps, 'lead'>) {
  const tel = lead.phone === null ? null : telAddress(lead.phone)
  return (
    <>
      {tel && (
        <Button asChild size="small">
          <a href={tel}>
            <PhoneIcon /> Ring
          </a>
        </Button>
      )}
      {lead.email && (
        <Button asChild size="small">
          <a href={mailAddress(lead.email)}>
            <MailIcon /> Skriv
          </a>
        </Button>
      )}
    </>
  )
}
