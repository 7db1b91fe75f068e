import type { RegisterMark } from '@kontor/contract/company-register/company-register.schema'
import { Badge } from '../../../ui/base/badge.tsx'

export type KnownFromRegister = Pick<RegisterMark, 'state' | 'name' | 'address'>

/** Shows a badge if the register has a remark on a company. */
export function RegisterBadge({ mark }: { mark: KnownFromRegister | null }) {
  if (mark?.state) return <Badge tone={mark.state === 'Under avvikling' ? 'warning' : 'danger'}>{mark.state}</Badge>
  if (!mark?.name && !mark?.address) return null
  return <Badge tone="warning">{mark.name ? 'Nytt navn' : 'Ny adresse'}</Badge>
}

/** Returns the register's remarks as sentences; '' if there are none. */
export const registerSentences = (mark: KnownFromRegister | null): string =>
  [
    mark?.state && `${mark.state} i Enhetsregisteret.`,
    mark?.name && `Heter nå ${mark.name} i Enhetsregisteret.`,
    mark?.address && `Ny adresse i Enhetsregisteret: ${mark.address}.`,
  ]
    .filter(Boolean)
    .join(' ')
