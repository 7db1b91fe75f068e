import { useTexts } from '../../platform/i18n.tsx'
import quay from '../art/quay.svg'
import { BookDemoLink } from '../components/book-demo-link.tsx'
import { Closing } from '../components/closing.tsx'
import { PageHead } from '../components/page-head.tsx'
import { SectionNumber } from '../components/section-number.tsx'
import { useContactPath } from '../components/use-anchor.ts'
import { Values } from '../components/values.tsx'
import { aboutTexts } from '../texts/about-texts.ts'

export function AboutContent() {
  const { page, image, valuesTitle } = useTexts(aboutTexts)
  const contact = useContactPath()
  return (
    <>
      <PageHead title={page.title} lead={page.lead} drawing={{ src: quay, alt: image, width: 1120, height: 840 }}>
        <a href={contact} className="action">
          {page.contact}
        </a>
      </PageHead>
      <section className="bg-sunken">
        <div className="frame grid gap-x-12 gap-y-10 py-20 lg:grid-cols-12 lg:py-28">
          <div className="lg:col-span-4">
            <SectionNumber>01</SectionNumber>
            <h2 className="font-bold text-heading">{page.ideaTitle}</h2>
          </div>
          <div className="lg:col-span-8">
            <p className="max-w-[18.9em] font-medium text-[1.625rem] leading-snug tracking-[-0.015em] lg:text-[2rem]">
              {page.idea}
            </p>
            {page.ideaMore.map((paragraph) => (
              <p key={paragraph} className="mt-6 max-w-[36.6em]">
                {paragraph}
              </p>
            ))}
          </div>
        </div>
      </section>
      <section className="frame py-20 lg:py-28">
        <SectionNumber>02</SectionNumber>
        <h2 className="mb-12 font-bold text-title">{valuesTitle}</h2>
        <Values level="h3" />
      </section>
      <Closing title={page.contactTitle} text={page.contactText}>
        <a href={contact} className="action">
          {page.contact}
        </a>
        <BookDemoLink className="thread-link decoration-signal-on-fjord" />
      </Closing>
    </>
  )
}
