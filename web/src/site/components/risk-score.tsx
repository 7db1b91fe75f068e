import { useTexts } from '../../platform/i18n.tsx'
import { transparencyTexts } from '../texts/transparency-texts.ts'

const maxFactor = 5

/** An example score: a bar and a number for each factor, and the total. */
export function RiskScore({ factors }: { factors: readonly number[] }) {
  const texts = useTexts(transparencyTexts)
  const total = factors.reduce((sum, factor) => sum + factor, 0)
  return (
    <figure className="mt-12 max-w-[26rem] rounded-md border border-rule bg-surface p-6">
      <figcaption className="flex items-baseline justify-between gap-4">
        <span className="font-semibold">{texts.factorsTitle}</span>
        <span className="whitespace-nowrap font-bold text-signal numerals">{texts.score(total)}</span>
      </figcaption>
      <dl className="mt-5 grid gap-3">
        {texts.factors.map((name, index) => {
          const value = factors[index] ?? 0
          return (
            <div key={name} className="grid grid-cols-[6.5rem_1fr_1.5rem] items-center gap-3 text-small">
              <dt>{name}</dt>
              <dd className="contents">
                <svg viewBox="0 0 100 8" preserveAspectRatio="none" aria-hidden="true" className="h-2 w-full">
                  <path d="M0 4h100" strokeWidth="8" className="stroke-sunken" />
                  <path d={`M0 4h${(100 * value) / maxFactor}`} strokeWidth="8" className="stroke-fjord" />
                </svg>
                <span className="text-right numerals">{value}</span>
              </dd>
            </div>
          )
        })}
      </dl>
      <p className="mt-5 text-small text-soft">{texts.factorsText}</p>
    </figure>
  )
}
