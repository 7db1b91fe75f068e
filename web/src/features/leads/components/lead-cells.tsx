import { dueOf, isStaleLead, type LeadStatus, leadStatuses } from '@kontor/contract/leads/leads.rules'
import { daysBetween, osloDay } from '@kontor/contract/shared/time'
import type { ReactNode } from 'react'
import { formatDay } from '../../../platform/format/days.ts'
import { counted, formatNumber } from '../../../platform/format.ts'
import { nowText } from '../../../platform/now.ts'
import { PhoneLink } from '../../../ui/base/address-links.tsx'
import { cx } from '../../../ui/base/cx.ts'
import { Figures } from '../../../ui/base/figures.tsx'
import { CalendarIcon, ChevronDownIcon, ClockIcon, EditIcon } from '../../../ui/base/icons.tsx'
import {
  type KnownFromRegister,
  RegisterBadge,
  registerSentences,
} from '../../company-register/components/register-mark.tsx'
import type { Lead } from '../leads.api.ts'

/** Fields that can be edited in place. */
export type QuickField = 'status' | 'customer_active' | 'next_step' | 'notes'

export type OpenQuick = (lead: Lead, field: QuickField, anchor: HTMLElement) => void

const activeLabels = { true: 'Aktiv', false: 'Inaktiv', null: 'Ikke satt' } as const

export const activeOptions = Object.entries(activeLabels).map(([value, label]) => ({ value, label }))

export const activeOf = (text: string): boolean | null => (text === 'null' ? null : text === 'true')

export const statusOptions = leadStatuses.map((status) => ({ value: status, label: status }))

export const countOfLeads = (count: number): string => counted(count, 'lead', 'leads')

export const activeText = (active: boolean | null): string => activeLabels[`${active}`]

const statusMarks: Readonly<Record<LeadStatus, string>> = {
  Ny: 'border-border',
  Kontaktet: 'border-fjord bg-[linear-gradient(90deg,var(--color-fjord)_25%,transparent_25%)]',
  'Avtalt møte': 'border-fjord bg-[linear-gradient(90deg,var(--color-fjord)_50%,transparent_50%)]',
  'Tilbud sendt': 'border-fjord bg-[linear-gradient(90deg,var(--color-fjord)_75%,transparent_75%)]',
  Avslått: 'border-danger bg-[linear-gradient(135deg,transparent_42%,var(--color-danger)_42%_58%,transparent_58%)]',
  Kunde: 'border-success bg-success',
}

/** Shows a lead's progress as a circle that fills up. */
export function StatusMark({ status }: { status: LeadStatus }) {
  return <span aria-hidden="true" className={cx('size-2.5 shrink-0 rounded-full border', statusMarks[status])} />
}

interface QuickCellProps {
  readonly lead: Lead
  readonly field: QuickField
  readonly onQuick: OpenQuick
}

const quickButton =
  'group/quick -mx-1.5 flex h-8 max-w-[calc(100%+0.75rem)] items-center gap-1.5 rounded-sm px-1.5 text-left hover:bg-fjord-tint'

export function ChoiceCell({ lead, field, onQuick }: QuickCellProps & { field: 'status' | 'customer_active' }) {
  const text = field === 'status' ? lead.status : activeText(lead.customer_active)
  return (
    <button
      type="button"
      data-quick={field}
      aria-haspopup="listbox"
      aria-label={`${field === 'status' ? 'Status' : 'Kunde aktiv'} for ${lead.company_name}: ${text}`}
      onClick={(event) => onQuick(lead, field, event.currentTarget)}
      className={quickButton}
    >
      {field === 'status' && <StatusMark status={lead.status} />}
      <span className={cx('truncate', field === 'customer_active' && lead.customer_active === null && 'text-soft')}>
        {text}
      </span>
      <ChevronDownIcon className="size-3.5 shrink-0 text-soft" />
    </button>
  )
}

export function TextCell({ lead, field, onQuick }: QuickCellProps & { field: 'next_step' | 'notes' }) {
  const text = lead[field]
  const label = field === 'next_step' ? 'neste steg' : 'notater'
  return (
    <button
      type="button"
      data-edit
      data-quick={field}
      aria-label={`Endre ${label} for ${lead.company_name}${text ? `: ${text}` : ''}`}
      onClick={(event) => onQuick(lead, field, event.currentTarget)}
      className={cx(quickButton, 'relative w-[calc(100%+0.75rem)]')}
    >
      <span className={cx('truncate', !text && 'text-soft')}>{text ?? '–'}</span>
      {/* The icon covers the end of the text, so that the text keeps its width. */}
      <span className="absolute inset-y-0 right-0 flex items-center rounded-sm bg-fjord-tint px-1.5 text-soft opacity-0 max-md:hidden group-hover/quick:opacity-100 group-focus-visible/quick:opacity-100">
        <EditIcon className="size-3.5" />
      </span>
    </button>
  )
}

export const isOverdue = (lead: Lead): boolean => dueOf(lead, startOfDay()) === 'overdue'

/** Shows the next step's day: "I dag" for today, an icon if overdue. `inWords` labels the day, for places without a column header. */
export function DueDay({ lead, inWords = false }: { lead: Lead; inWords?: boolean }) {
  if (lead.next_step_at === null) return <span className="text-soft">–</span>
  const due = dueOf(lead, startOfDay())
  if (due !== 'overdue') {
    const day =
      due === 'today' ? (
        <strong className="font-semibold">I dag</strong>
      ) : (
        <Figures text={formatDay(lead.next_step_at)} />
      )
    return inWords ? (
      <span className="inline-flex items-center gap-1">
        <CalendarIcon className="size-3.5 shrink-0 text-soft" />
        <span className="sr-only">Frist </span>
        {day}
      </span>
    ) : (
      day
    )
  }
  return (
    <span title="Forfalt" className="inline-flex items-center gap-1 font-semibold text-danger">
      <ClockIcon className="size-3.5 shrink-0" />
      <span className={inWords ? undefined : 'sr-only'}>Forfalt </span>
      <Figures text={formatDay(lead.next_step_at)} />
    </span>
  )
}

/** Returns the register's remarks on a lead's company. Without a state from the register, uses the lead's own fields. */
export const registerMarkOf = ({ register, bankruptcy, under_liquidation }: Lead): KnownFromRegister | null => {
  const state = bankruptcy ? 'Konkurs' : under_liquidation ? 'Under avvikling' : null
  if (!register) return state && { state, name: null, address: null }
  return { ...register, state: register.state ?? state }
}

/** The days from which a lead's card says how long it has had its status. */
const shownStatusAge = 14

/** Returns the number of days that a lead has had its status, in words; null while they are few. */
export const statusAgeText = ({ status_since }: Lead): string | null => {
  const days = daysBetween(osloDay(status_since), startOfDay())
  return days < shownStatusAge ? null : `${formatNumber(days)} dager i status`
}

/** Returns today's date instead of the time, so that a row renders the same all day. */
const startOfDay = (): string => osloDay(nowText(Date.now()))

/** Shows marks beside a lead's name: the register's remarks, and a warning if nobody has worked on the lead for long. */
export function LeadMarks({ lead }: { lead: Lead }): ReactNode {
  const mark = registerMarkOf(lead)
  const registerText = registerSentences(mark)
  return (
    <>
      {registerText && (
        <span title={registerText} className="shrink-0">
          <RegisterBadge mark={mark} />
        </span>
      )}
      {isStaleLead(lead, startOfDay()) && (
        <span title="Ingen har arbeidet med denne på over 30 dager" className="shrink-0 text-warning">
          <ClockIcon className="size-3.5" />
          <span className="sr-only">Ikke fulgt opp på over 30 dager</span>
        </span>
      )}
    </>
  )
}

/** Shows contact, phone number and city with dots between them; a line never begins with a dot. */
export function LeadFacts({ lead: { contact_name, phone, city } }: { lead: Lead }) {
  if (!(contact_name || phone || city)) return '–'
  return (
    <>
      {contact_name}
      {contact_name && (phone || city) && '\u00a0· '}
      {phone && (
        <span className="whitespace-nowrap">
          <PhoneLink phone={phone} />
          {city && ' ·'}
        </span>
      )}
      {phone && city && ' '}
      {city}
    </>
  )
}

interface LeadNameButtonProps {
  readonly lead: Lead
  readonly onOpen: (lead: Lead) => void
  /** Classes that truncate a long name; by default to one line. */
  readonly className?: string
}

export function LeadNameButton({ lead, onOpen, className = 'block min-h-6 truncate' }: LeadNameButtonProps) {
  return (
    <button
      type="button"
      data-lead={lead.id}
      aria-label={`Åpne ${lead.company_name}`}
      onClick={() => onOpen(lead)}
      className={cx(
        'min-w-0 max-w-full rounded-sm text-left font-semibold -outline-offset-2 hover:underline',
        className,
      )}
    >
      {lead.company_name}
    </button>
  )
}
