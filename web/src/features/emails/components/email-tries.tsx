import { formatLongDateTime } from '../../../platform/format.ts'
import type { EmailTry } from '../emails.api.ts'
import { DeliveryBadge } from './email-badges.tsx'

const triesText = (count: number): string => (count === 1 ? '1 forsøk' : `${count} forsøk`)

/** Every delivery attempt of a mail: time, outcome and the mail server's reply. */
export function EmailTries({ tries, open }: { tries: readonly EmailTry[]; open: boolean }) {
  if (tries.length === 0) return null
  return (
    <details open={open} className="text-[0.8125rem]">
      <summary className="w-fit cursor-pointer rounded-sm py-1 font-medium">
        {triesText(tries.length)} på å levere
      </summary>
      <ol className="mt-1 border-rule border-t">
        {tries.map(({ at, outcome, answer }) => (
          <li key={at} className="flex flex-wrap items-center gap-x-3 gap-y-1 border-rule border-b py-1.5">
            <time dateTime={at} className="text-soft">
              {formatLongDateTime(at)}
            </time>
            <DeliveryBadge delivery={outcome} />
            {answer && <span className="min-w-0 flex-1 basis-60 [overflow-wrap:anywhere]">{answer}</span>}
          </li>
        ))}
      </ol>
    </details>
  )
}
