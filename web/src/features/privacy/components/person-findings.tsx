import { erasureFates, personalDataKinds } from '@kontor/contract/privacy/privacy.rules'
import { formatDate, formatNumber } from '../../../platform/format.ts'
import { Badge, type Tone } from '../../../ui/badge.tsx'
import { Figures } from '../../../ui/figures.tsx'
import { ChevronDownIcon } from '../../../ui/icons.tsx'
import type { PersonEntry, PersonSearch } from '../privacy.api.ts'

const tones: Record<PersonEntry['fate'], Tone> = { deleted: 'neutral', anonymised: 'accent', kept: 'warning' }

function Entry({ entry: { title, detail, at, fate, reason } }: { entry: PersonEntry }) {
  return (
    <li className="flex flex-col gap-x-4 gap-y-1 border-rule border-t py-2.5 sm:flex-row sm:items-start">
      <div className="min-w-0 flex-1 [overflow-wrap:anywhere]">
        <p className="font-medium text-sm">{title}</p>
        {detail && <p className="line-clamp-2 text-[0.8125rem] text-soft">{detail}</p>}
        {reason && <p className="mt-0.5 text-[0.8125rem] text-soft">{reason}</p>}
      </div>
      <p className="flex shrink-0 items-center gap-3 text-[0.8125rem] text-soft">
        <time dateTime={at}>
          <Figures text={formatDate(at)} />
        </time>
        <span className="sm:w-28 sm:text-right">
          <Badge tone={tones[fate]}>{erasureFates[fate]}</Badge>
        </span>
      </p>
    </li>
  )
}

/** The data found about a person, by kind; each entry shows its fate in an erasure. */
export function PersonFindings({ groups }: { groups: PersonSearch['groups'] }) {
  return (
    <div className="border-rule border-b">
      {groups
        .filter(({ count }) => count > 0)
        .map(({ kind, count, entries }) => (
          <details key={kind} className="group border-rule border-t" open={count <= 5}>
            <summary className="flex cursor-pointer list-none items-center gap-2 rounded-sm py-2.5 font-semibold text-sm [&::-webkit-details-marker]:hidden">
              <ChevronDownIcon className="-rotate-90 size-4 shrink-0 text-soft transition-transform group-open:rotate-0 motion-reduce:transition-none" />
              {personalDataKinds[kind]} ({formatNumber(count)})
            </summary>
            <ul className="pb-2 pl-6">
              {entries.map((entry) => (
                <Entry key={entry.id} entry={entry} />
              ))}
            </ul>
            {count > entries.length && (
              <p className="pb-3 pl-6 text-[0.8125rem] text-soft">
                De første {formatNumber(entries.length)} av {formatNumber(count)} vises. Filen med alt har resten.
              </p>
            )}
          </details>
        ))}
    </div>
  )
}
