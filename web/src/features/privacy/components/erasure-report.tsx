import { personalDataKinds } from '@kontor/contract/privacy/privacy.rules'
import { formatNumber } from '../../../platform/format.ts'
import type { PersonErasure } from '../privacy.api.ts'

/** The result of an erasure; stays on the screen until the next search. */
export function ErasureReport({ report: { email, erased, kept } }: { report: PersonErasure }) {
  return (
    <div role="status" className="rounded-md border border-rule bg-surface px-4 py-3.5 text-sm">
      <p className="font-semibold [overflow-wrap:anywhere]">
        {erased.length > 0 ? `${email} er slettet` : `Det var ikke mer å slette om ${email}`}
      </p>
      <ul className="mt-1.5 list-disc pl-5 text-soft">
        {erased.map(({ kind, deleted, anonymised }) => (
          <li key={kind}>
            {personalDataKinds[kind]}:{' '}
            {[
              deleted > 0 && `${formatNumber(deleted)} slettet`,
              anonymised > 0 && `${formatNumber(anonymised)} anonymisert`,
            ]
              .filter(Boolean)
              .join(', ')}
          </li>
        ))}
      </ul>
      {kept.length > 0 && (
        <>
          <p className="mt-3 font-semibold">Beholdt</p>
          <ul className="mt-1.5 list-disc pl-5 text-soft">
            {kept.map(({ kind, title, reason }, index) => (
              // biome-ignore lint/suspicious/noArrayIndexKey: a list that never changes, and titles may repeat
              <li key={`${kind}-${index}`} className="[overflow-wrap:anywhere]">
                {personalDataKinds[kind]}: {title}. {reason}
              </li>
            ))}
          </ul>
        </>
      )}
    </div>
  )
}
