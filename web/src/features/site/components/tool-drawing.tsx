import { homeTexts } from '../../../content/home-texts.ts'
import { useTexts } from '../../../platform/i18n.tsx'
import { useCompany } from '../../../platform/site-content.ts'

/** A hand-drawn box: ticked, with a cross, or empty. */
function Box({ mark }: { mark: 'tick' | 'cross' | null }) {
  return (
    <svg
      viewBox="0 0 28 26"
      fill="none"
      strokeLinecap="round"
      strokeLinejoin="round"
      aria-hidden="true"
      className="w-7 shrink-0"
    >
      <path d="M3 4h18v18H3z" strokeWidth="2" className="stroke-fjord-deep" />
      {mark === 'tick' && <path d="m7 13 5 6L25 3" strokeWidth="3.5" className="stroke-success" />}
      {mark === 'cross' && <path d="m7 8 10 10M17 8 7 18" strokeWidth="3.5" className="stroke-signal" />}
    </svg>
  )
}

/** The photo of the nonconformity: stairs whose railing lacks a baluster. */
function Photo() {
  return (
    <svg
      viewBox="0 0 72 72"
      fill="none"
      strokeLinecap="round"
      aria-hidden="true"
      className="w-16 shrink-0 rounded-sm bg-fjord"
    >
      <path d="M0 66h16V54h16V42h16V30h24" strokeWidth="3" className="stroke-on-fjord" />
      <path d="M8 44v20M56 8v20M24 32v20M4 46 68 0" strokeWidth="2.5" className="stroke-on-fjord-soft" />
      <path d="M40 20v5m0 6v4" strokeWidth="2.5" strokeDasharray="1 5" className="stroke-on-fjord-soft" />
      <circle cx="40" cy="28" r="13" strokeWidth="3" className="stroke-signal-on-fjord" />
    </svg>
  )
}

/** A drawn example of the tool: a safety round on a phone, in the language of the page. */
export function ToolDrawing() {
  const { tool } = useTexts(homeTexts).hero
  const { products } = useCompany()
  return (
    <div
      role="img"
      aria-label={tool.label}
      className="w-[17rem] rounded-[1.75rem] border-[5px] border-fjord-deep bg-paper px-4 pt-4 pb-6 text-[0.9375rem] leading-snug shadow-float"
    >
      <div className="mx-auto mb-4 h-1 w-12 rounded-full bg-fjord-deep" />
      <div className="flex items-baseline justify-between">
        <span className="font-bold text-[1.25rem] tracking-[-0.015em]">{tool.title}</span>
        <span className="text-[0.8125rem] text-soft">{products.tool.name}</span>
      </div>
      <div className="text-soft">{tool.place}</div>
      <div className="mt-3 grid gap-3 border-rule border-t pt-3">
        {tool.done.map((item) => (
          <div key={item} className="flex items-center gap-2.5">
            <Box mark="tick" />
            {item}
          </div>
        ))}
        <div className="-mx-1.5 rounded-md border border-signal bg-surface p-1.5 pb-2.5">
          <div className="flex items-center gap-2.5 font-semibold">
            <Box mark="cross" />
            {tool.problem}
          </div>
          <div className="mt-2 flex gap-3 pl-1">
            <Photo />
            <div className="text-[0.875rem]">
              <span className="font-semibold text-signal">{tool.reported}</span>
              {tool.facts.map((fact) => (
                <span key={fact} className="block text-soft">
                  {fact}
                </span>
              ))}
            </div>
          </div>
        </div>
        <div className="flex items-center gap-2.5">
          <Box mark={null} />
          {tool.left}
        </div>
      </div>
      <div className="mt-4 flex items-center justify-between border-rule border-t pt-4">
        <span className="text-soft tabular-nums">{tool.progress}</span>
        <span className="rounded-sm bg-fjord px-4 py-2 font-semibold text-on-fjord">{tool.finish}</span>
      </div>
    </div>
  )
}
