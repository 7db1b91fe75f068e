import { useSitePath, useTexts } from '../../platform/i18n.tsx'
import quay from '../art/quay.svg'
import { aboutTexts } from '../texts/about-texts.ts'
import { SectionAnchor } from './section-anchor.tsx'
import { SectionNumber } from './section-number.tsx'
import { Values } from './values.tsx'

export function AboutSection() {
  const texts = useTexts(aboutTexts)
  return (
    <section id="about" className="overflow-clip">
      <SectionAnchor id="about" />
      <div className="frame pt-20 lg:pt-32">
        <div className="grid items-center gap-x-12 gap-y-12 lg:grid-cols-12">
          <div className="lg:col-span-5">
            <SectionNumber entry="about">04</SectionNumber>
            <h2 className="font-bold text-title">{texts.title}</h2>
            <h3 className="mt-10 font-semibold text-signal text-small">{texts.visionTitle}</h3>
            <p className="mt-2 max-w-[14.2em] font-medium text-[1.5rem] leading-snug tracking-[-0.015em]">
              {texts.vision}
            </p>
            <a href={useSitePath('/om-oss')} className="thread-link mt-8">
              {texts.more}
            </a>
          </div>
          <img
            src={quay}
            alt={texts.image}
            width="1120"
            height="840"
            loading="lazy"
            className="w-full rounded-md lg:col-span-7"
          />
        </div>
        <h3 className="sr-only">{texts.valuesTitle}</h3>
        <div className="pt-16 pb-20 lg:pt-24 lg:pb-32">
          <Values level="h4" />
        </div>
      </div>
    </section>
  )
}
