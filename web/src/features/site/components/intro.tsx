import { homeTexts } from '../../../content/home-texts.ts'
import { useTexts } from '../../../platform/i18n.tsx'
import { SectionNumber } from './section-number.tsx'

export function Intro() {
  const { intro } = useTexts(homeTexts)
  return (
    <section id="intro" className="frame relative pt-14 pb-20 lg:pt-24 lg:pb-32">
      <div className="lg:max-w-[50%]">
        <SectionNumber>01</SectionNumber>
        <h2 className="font-bold text-title">{intro.title}</h2>
        <p className="mt-7 max-w-[35.4em]">{intro.paragraph}</p>
        <dl className="mt-12 border-rule border-t">
          {intro.work.map(({ name, text }) => (
            <div key={name} className="grid gap-x-6 gap-y-0.5 border-rule border-b py-4 sm:grid-cols-[13rem_1fr]">
              <dt className="font-semibold">{name}</dt>
              <dd className="text-soft">{text}</dd>
            </div>
          ))}
        </dl>
        <p className="mt-8 flex items-center gap-3 text-small text-soft">
          <svg viewBox="0 0 56 12" fill="none" aria-hidden="true" className="h-3 w-14 shrink-0 stroke-signal">
            <path d="M1 8c10-9 20-7 28-2s12 3 16 0" strokeWidth="2" strokeLinecap="round" />
            <circle cx="49" cy="5" r="4" className="fill-signal" strokeWidth="0" />
          </svg>
          {intro.map}
        </p>
      </div>
    </section>
  )
}
