import { aboutTexts } from '../../../content/about-texts.ts'
import quay from '../../../content/art/quay.svg'
import { useSitePath, useTexts } from '../../../platform/i18n.tsx'
import { SectionAnchor } from './section-anchor.tsx'
import { SectionNumber } from './section-number.tsx'
import { Values } from './values.tsx'

export function AboutSection() {
  const texts = useTexts(aboutTexts)
  return (
    <section id="about" className="overflow-clip">
      <SectionAnchor id="about" />
      <div className="frame pt-10 sm:pt-20 lg:pt-32">
        <div className="grid items-center gap-x-12 gap-y-6 sm:gap-y-12 lg:grid-cols-12">
          <div className="lg:col-span-5">
            <SectionNumber entry="about">04</SectionNumber>
            <h2 className="font-bold text-title">{texts.title}</h2>
            <h3 className="mt-5 font-semibold text-signal text-small sm:mt-10">{texts.visionTitle}</h3>
            <p className="mt-2 max-w-[14.2em] font-medium text-[1.375rem] leading-snug sm:text-[1.625rem] tracking-[-0.015em]">
              {texts.vision}
            </p>
            <a href={useSitePath('/om-oss')} className="thread-link mt-3 sm:mt-8">
              {texts.more}
            </a>
          </div>
          <img
            src={quay}
            alt={texts.image}
            width="1120"
            height="840"
            loading="lazy"
            className="aspect-video w-full rounded-md object-cover sm:aspect-auto lg:col-span-7"
          />
        </div>
        <h3 className="sr-only">{texts.valuesTitle}</h3>
        <div className="pt-6 pb-10 sm:pt-16 sm:pb-20 lg:pt-24 lg:pb-32">
          <Values level="h4" />
        </div>
      </div>
    </section>
  )
}
