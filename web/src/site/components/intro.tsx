import { useSitePath, useTexts } from '../../platform/i18n.tsx'
import { homeTexts, workPaths } from '../texts/home-texts.ts'
import { SectionNumber } from './section-number.tsx'

export function Intro() {
  const { intro } = useTexts(homeTexts)
  const prefix = useSitePath('')
  return (
    <section id="intro" className="frame relative pt-14 pb-20 lg:pt-24 lg:pb-32">
      <div className="lg:max-w-[50%]">
        <SectionNumber>01</SectionNumber>
        <h2 className="font-bold text-title">{intro.title}</h2>
        <p className="mt-7 max-w-[35.4em]">{intro.paragraph}</p>
        <dl className="mt-12 border-rule border-t">
          {intro.work.map(({ name, text }, index) => (
            <div key={name} className="grid gap-x-6 gap-y-0.5 border-rule border-b py-4 sm:grid-cols-[13rem_1fr]">
              <dt className="font-semibold">
                <a
                  href={`${prefix}${workPaths[index] ?? '/'}`}
                  className="underline decoration-1 decoration-signal underline-offset-[6px] hover:decoration-2"
                >
                  {name}
                </a>
              </dt>
              <dd className="text-soft">{text}</dd>
            </div>
          ))}
        </dl>
      </div>
    </section>
  )
}
