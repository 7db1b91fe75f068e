import { Notice } from '../../../ui/states.tsx'
import type { Agreement } from '../agreements.api.ts'

/** Warns before an agreement that the customer can read is changed. */
export function SentNotice({ agreement, className = '' }: { agreement: Agreement; className?: string }) {
  if (agreement.status !== 'sent') return null
  return (
    <Notice tone="warning" className={className}>
      Avtalen er sendt. Kunden ser endringen med en gang, og må lese den på nytt for å svare.
    </Notice>
  )
}
