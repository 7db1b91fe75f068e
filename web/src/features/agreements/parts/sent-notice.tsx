import { frozenSentence, isFrozen } from '@kontor/contract/agreements/agreements.rules'
import { Notice } from '../../../ui/base/states.tsx'
import type { Agreement } from '../agreements.api.ts'
import { useIsEidMissing } from './use-verification-options.ts'

/** Warns that the customer sees changes to a sent agreement at once, or that the customer's answer no longer allows changes. */
export function SentNotice({ agreement, className = '' }: { agreement: Agreement; className?: string }) {
  const { status } = agreement
  if (isFrozen(status))
    return (
      <Notice tone="warning" className={className}>
        {frozenSentence(status)}
      </Notice>
    )
  if (status !== 'sent') return null
  return (
    <Notice tone="warning" isLasting className={className}>
      Avtalen er sendt. Kunden ser endringen med en gang, og må lese den på nytt for å svare.
    </Notice>
  )
}

/** Warns if an agreement asks for eID and eID isn't set up. */
export function EidNotice({ agreement }: { agreement: Agreement }) {
  if (!useIsEidMissing(agreement)) return null
  return (
    <Notice tone="warning" isLasting>
      {agreement.status === 'draft'
        ? 'Avtalen ber om eID, men eID er ikke satt opp her. Velg en annen bekreftelse før du sender.'
        : 'Avtalen ber om eID, men eID er ikke satt opp her: kunden kan bare be om kontakt. Velg en annen bekreftelse under Rediger.'}
    </Notice>
  )
}
