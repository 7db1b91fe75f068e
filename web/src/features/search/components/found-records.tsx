import type { FoundKind } from '@kontor/contract/search/search.rules'
import type { ReactNode } from 'react'
import { BuildingIcon, CalendarIcon, FileIcon, MailIcon, PersonIcon, TargetIcon } from '../../../ui/base/icons.tsx'
import type { Found } from '../search.api.ts'
import type { CommandGroup, CommandItem } from './command-dialog.tsx'

const kinds: Readonly<Record<FoundKind, { readonly label: string; readonly icon: ReactNode }>> = {
  lead: { label: 'Leads', icon: <TargetIcon /> },
  customer: { label: 'Kunder', icon: <BuildingIcon /> },
  contactPerson: { label: 'Kontaktpersoner', icon: <PersonIcon /> },
  agreement: { label: 'Avtaler', icon: <FileIcon /> },
  contact: { label: 'Henvendelser', icon: <MailIcon /> },
  webinar: { label: 'Webinarer', icon: <CalendarIcon /> },
}

/** Returns the URL of a found record. */
export const addressOfFound = ({ kind, id, customerId }: Found): string => {
  switch (kind) {
    case 'lead':
      return `/leads/${id}`
    case 'customer':
      return `/admin/kunder/${id}`
    case 'contactPerson':
      return `/admin/kunder/${customerId}`
    case 'agreement':
      return `/admin/avtaler/${id}`
    case 'contact':
      return `/admin/kontakter/${id}`
    case 'webinar':
      return `/admin?tab=webinars&webinar=${id}`
  }
}

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
