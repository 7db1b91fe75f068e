import { useSitePath, useTexts } from '../../platform/i18n.tsx'
import lighthouse from '../art/lighthouse.svg'
import { BookDemoLink } from '../components/book-demo-link.tsx'
import { Closing } from '../components/closing.tsx'
import { PageHead } from '../components/page-head.tsx'
import { SectionAnchor } from '../components/section-anchor.tsx'
import { SectionNumber } from '../components/section-number.tsx'
import { useContactPath } from '../components/use-anchor.ts'
import { type AdviceId, adviceIds, schemeIds, serviceTexts } from '../texts/service-texts.ts'

/** The two ways to an environmental certificate, each with an anchor of its own. */
function Schemes() {
  const { schemes } = useTexts(serviceTexts).page
  return schemeIds.map((id) => (
    <section key={id} id={id} className="mt-8 max-w-[34.2em] border-signal border-l-2 pl-5">
      <SectionAnchor id={id} />
      <h3 className="font-bold text-[1.25rem] tracking-[-0.015em]">{schemes[id].name}</h3>
      <p className="mt-1">{schemes[id].text}</p>
    </section>
  ))
}

function Advice({ id, number }: { id: AdviceId; number: number }) {
  const { page } = useTexts(serviceTexts)
  const { name, text, more, outcome } = page.list[id]
  return (
    <section id={id} className="border-rule border-t">
      <SectionAnchor id={id} />
      <div className="frame grid gap-x-12 gap-y-8 py-14 lg:grid-cols-12 lg:py-20">
        <div className="lg:col-span-4">
          <SectionNumber>{`0${number}`}</SectionNumber>
          <h2 className="font-bold text-heading">{name}</h2>
        </div>
        <div className="lg:col-span-5">
          <p className="max-w-[34.2em]">{text}</p>
          <p className="mt-5 max-w-[34.2em]">{more}</p>
          {id === 'environment' && <Schemes />}
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
  const { page, custom } = useTexts(serviceTexts)
  const prefix = useSitePath('')
  return (
    <>
      <PageHead title={page.title} lead={page.lead} drawing={{ src: lighthouse, width: 400, height: 400 }} />
      {adviceIds.map((id, index) => (
        <Advice key={id} id={id} number={index + 1} />
      ))}
      <section className="bg-sunken">
        <div className="frame grid items-end gap-x-12 gap-y-6 py-14 lg:grid-cols-12 lg:py-20">
          <div className="lg:col-span-8">
            <h2 className="font-bold text-heading">{page.transparencyTitle}</h2>
            <p className="mt-4 max-w-[34.2em]">{page.transparencyText}</p>
          </div>
          <div className="flex flex-wrap gap-x-8 lg:col-span-4 lg:justify-end">
            <a href={`${prefix}/transparency`} className="thread-link">
              {page.transparencyLink}
            </a>
            <a href={`${prefix}/skreddersom`} className="thread-link">
              {custom}
            </a>
          </div>
        </div>
      </section>
      <Closing title={page.contactTitle} text={page.contactText}>
        <a href={useContactPath()} className="action">
          {page.contact}
        </a>
        <BookDemoLink className="thread-link decoration-signal-on-fjord" />
      </Closing>
    </>
  )
}
