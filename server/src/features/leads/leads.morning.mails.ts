import { longOsloDay } from '@kontor/contract/shared/time'
import { block, composeMail, type MailText } from '../emails/emails.mails.ts'
import type { DueLead } from './leads.morning.queries.ts'

interface Morning {
  /** The number of all due leads, including those that the mail doesn't list. */
  readonly total: number
  readonly today: string
  readonly publicUrl: string
}

/** Returns one lead's block, with tags for the users' texts, since filling a tag escapes its text. */
const leadBlock = (index: number, isOverdue: boolean): string => {
  const when = isOverdue ? `Forfalt {day${index}}: ` : ''
  return block.paragraph(
    `${block.link(`{url${index}}`, `<strong>{name${index}}</strong>`)}<br>${when}{step${index}|Neste steg er ikke skrevet}{contact${index}| }`,
  )
}

const valuesOf = (lead: DueLead, index: number, publicUrl: string): [string, string | null][] => {
  const contact = [lead.contact_name, lead.phone].filter(Boolean).join(', ')
  return [
    [`url${index}`, `${publicUrl}/leads/${lead.id}`],
    [`name${index}`, lead.company_name],
    [`step${index}`, lead.next_step],
    [`day${index}`, lead.next_step_at && longOsloDay(lead.next_step_at)],
    [`contact${index}`, contact === '' ? null : ` · ${contact}`],
  ]
}

/** Composes the mail that lists a user's due leads, with links; `leads` is never empty. */
export const morningMail = (leads: readonly DueLead[], { total, today, publicUrl }: Morning): MailText => {
  const rows = leads.map((lead, index) => ({ isOverdue: (lead.next_step_at ?? today) < today, index }))
  const section = (title: string, part: readonly (typeof rows)[number][]): string[] =>
    part.length === 0 ? [] : [block.heading(title), ...part.map(({ index, isOverdue }) => leadBlock(index, isOverdue))]
  const more = total - leads.length
  const blocks = [
    ...section(
      'I dag',
      rows.filter(({ isOverdue }) => !isOverdue),
    ),
    ...section(
      'Forfalt',
      rows.filter(({ isOverdue }) => isOverdue),
    ),
    ...(more > 0 ? [block.paragraph(`Og ${more} til.`)] : []),
    block.button('{all}', 'Åpne mine leads'),
    block.note(
      'Du får denne e-posten på hverdager fordi du har slått på morgenmail i leads. Der kan du også slå den av.',
    ),
  ]
  const subject = `${total} ${total === 1 ? 'lead' : 'leads'} å følge opp i dag`
  const values = Object.fromEntries(leads.flatMap((lead, index) => valuesOf(lead, index, publicUrl)))
  return composeMail('no', subject, {
    blocks,
    values: { ...values, all: `${publicUrl}/leads?owner=me&due=due&sort=next_step_at:asc` },
  })
}
