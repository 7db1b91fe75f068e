import lighthouse from '../../../content/art/lighthouse.svg'
import { type AdviceId, adviceIds, serviceTexts } from '../../../content/service-texts.ts'
import { useSitePath, useTexts } from '../../../platform/i18n.tsx'
import { Closing } from './closing.tsx'
import { PageHead } from './page-head.tsx'
import { SectionNumber } from './section-number.tsx'

function Advice({ id, number }: { id: AdviceId; number: number }) {
  const { page } = useTexts(serviceTexts)
  const { name, text, more, outcome } = page.list[id]
  return (
    <section id={id} className="border-rule border-t">
      <div className="frame grid gap-x-12 gap-y-8 py-14 lg:grid-cols-12 lg:py-20">
        <div className="lg:col-span-4">
          <SectionNumber>{`0${number}`}</SectionNumber>
          <h2 className="font-bold text-heading">{name}</h2>
        </div>
        <div className="lg:col-span-5">
          <p className="max-w-[34.2em]">{text}</p>
          <p className="mt-5 max-w-[34.2em]">{more}</p>
        </div>
        <div className="lg:col-span-3">
          <h3 className="font-semibold text-signal text-small">{page.outcomeTitle}</h3>
          <ul className="ticks mt-3">
            {outcome.map((item) => (
              <li key={item}>{item}</li>
            ))}
          </ul>
        </div>
      </div>
    </section>
  )
}

export function ServicesContent() {
  const { page } = useTexts(serviceTexts)
  return (
    <>
      <PageHead title={page.title} lead={page.lead} drawing={{ src: lighthouse, width: 400, height: 400 }} />
      {adviceIds.map((id, index) => (
        <Advice key={id} id={id} number={index + 1} />
      ))}
      <Closing title={page.transparencyTitle} text={page.transparencyText}>
        <a href={useSitePath('/transparency')} className="thread-link decoration-signal-on-fjord">
          {page.transparencyLink}
        </a>
      </Closing>
    </>
  )
}
