import type { FoundKind } from '@kontor/contract/search/search.rules'
import { BuildingIcon, CalendarIcon, FileIcon, MailIcon, PersonIcon, TargetIcon } from '../../../ui/base/icons.tsx'
import type { Found } from '../search.api.ts'
import type { CommandGroup, CommandItem } from './command-dialog.tsx'

type Kind = Pick<CommandGroup, 'label'> & Pick<CommandItem, 'icon'> & { readonly addressOf: (found: Found) => string }

const kinds: Readonly<Record<FoundKind, Kind>> = {
  lead: { label: 'Leads', icon: <TargetIcon />, addressOf: ({ id }) => `/leads/${id}` },
  customer: { label: 'Kunder', icon: <BuildingIcon />, addressOf: ({ id }) => `/admin/kunder/${id}` },
  contactPerson: {
    label: 'Kontaktpersoner',
    icon: <PersonIcon />,
    addressOf: ({ customerId }) => `/admin/kunder/${customerId}`,
  },
  agreement: { label: 'Avtaler', icon: <FileIcon />, addressOf: ({ id }) => `/admin/avtaler/${id}` },
  contact: { label: 'Henvendelser', icon: <MailIcon />, addressOf: ({ id }) => `/admin/kontakter/${id}` },
  webinar: { label: 'Webinarer', icon: <CalendarIcon />, addressOf: ({ id }) => `/admin?tab=webinars&webinar=${id}` },
}

/** Returns the URL of a found record. */
export const addressOfFound = (found: Found): string => kinds[found.kind].addressOf(found)

export const itemOfFound = ({ kind, id, title, detail }: Found): CommandItem => ({
  id: `${kind} ${id}`,
  icon: kinds[kind].icon,
  title,
  detail,
})

/** Groups the results by kind, beginning with the kind of the best result. */
export const groupsOfFound = (found: readonly Found[]): CommandGroup[] =>
  [...new Set(found.map(({ kind }) => kind))].map((kind) => ({
    label: kinds[kind].label,
    items: found.filter((one) => one.kind === kind).map(itemOfFound),
  }))
