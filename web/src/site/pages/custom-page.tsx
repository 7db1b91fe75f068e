import { useTexts } from '../../platform/i18n.tsx'
import custom from '../art/custom.svg'
import { BookDemoLink } from '../components/book-demo-link.tsx'
import { Closing } from '../components/closing.tsx'
import { PageHead } from '../components/page-head.tsx'
import { SectionNumber } from '../components/section-number.tsx'
import { Steps } from '../components/steps.tsx'
import { useContactPath } from '../components/use-anchor.ts'
import { customTexts } from '../texts/custom-texts.ts'

export function CustomContent() {
  const texts = useTexts(customTexts)
  return (
    <>
      <PageHead title={texts.title} lead={texts.lead} drawing={{ src: custom, width: 400, height: 400 }} />
      <section className="bg-sunken">
        <div className="frame grid gap-x-12 gap-y-8 py-20 lg:grid-cols-12 lg:py-28">
          <div className="lg:col-span-5">
            <SectionNumber>01</SectionNumber>
            <h2 className="font-bold text-title">{texts.signsTitle}</h2>
          </div>
          <div className="lg:col-span-7">
            <ul className="max-w-[calc(23.6*var(--text-lead))] border-ink/20 border-t">
              {texts.signs.map((sign) => (
                <li key={sign} className="border-ink/20 border-b py-5 font-medium text-lead">
                  {sign}
                </li>
              ))}
            </ul>
            <p className="mt-6 max-w-[30.7em] text-soft">{texts.signsAfter}</p>
          </div>
        </div>
      </section>
      <section className="frame grid gap-x-12 gap-y-10 py-20 lg:grid-cols-12 lg:py-28">
        <div className="lg:col-span-5">
          <SectionNumber>02</SectionNumber>
          <h2 className="font-bold text-title">{texts.stepsTitle}</h2>
        </div>
        <div className="lg:col-span-7">
          <Steps steps={texts.steps} />
        </div>
      </section>
      <section className="frame">
        <div className="grid gap-x-12 gap-y-10 border-rule border-t py-16 md:grid-cols-2 lg:py-20">
          <div>
            <h2 className="font-bold text-heading">{texts.agreementTitle}</h2>
            <p className="mt-4 max-w-[30.7em]">{texts.agreement}</p>
          </div>
          <div>
            <h2 className="font-bold text-heading">{texts.handoverTitle}</h2>
            <p className="mt-4 max-w-[30.7em]">{texts.handover}</p>
          </div>
        </div>
      </section>
      <Closing title={texts.contactTitle}>
        <a href={useContactPath()} className="action">
          {texts.contact}
        </a>
        <BookDemoLink className="thread-link decoration-signal-on-fjord" />
      </Closing>
    </>
  )
}
