import { useTexts } from '../../platform/i18n.tsx'
import supply from '../art/supply.svg'
import { BookDemoLink } from '../components/book-demo-link.tsx'
import { ContactLines, termOnFjord } from '../components/contact-lines.tsx'
import { PageHead } from '../components/page-head.tsx'
import { SectionAnchor } from '../components/section-anchor.tsx'
import { SectionNumber } from '../components/section-number.tsx'
import { Steps } from '../components/steps.tsx'
import { useAnchor } from '../components/use-anchor.ts'
import { exampleFactors, transparencyTexts } from '../texts/transparency-texts.ts'

const maxFactor = 5

/** An example score: a bar and a number for each factor, and the total. */
function RiskScore({ factors }: { factors: readonly number[] }) {
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

function Features() {
  const { features, featuresTitle } = useTexts(transparencyTexts)
  return (
    <section className="bg-sunken">
      <div className="frame py-20 lg:py-28">
        <SectionNumber>01</SectionNumber>
        <h2 className="font-bold text-title">{featuresTitle}</h2>
        <div className="mt-12 grid gap-x-12 gap-y-12 md:grid-cols-2 lg:grid-cols-6">
          {features.map(({ name, text }, index) => (
            <article
              key={name}
              className={`border-ink border-t-2 pt-5 ${index < 2 ? 'lg:col-span-3' : 'lg:col-span-2'}`}
            >
              <h3 className="font-bold text-[1.5rem] leading-tight tracking-[-0.02em]">{name}</h3>
              <p className="mt-3 max-w-[28.3em]">{text}</p>
            </article>
          ))}
        </div>
      </div>
    </section>
  )
}

function Contact() {
  const texts = useTexts(transparencyTexts)
  return (
    <section
      id="contact"
      className="bg-fjord text-on-fjord [--color-focus:var(--color-signal-on-fjord)]"
      aria-labelledby="contact-title"
    >
      <SectionAnchor id="contact" />
      <div className="frame grid gap-x-12 gap-y-10 py-20 lg:grid-cols-12 lg:py-28">
        <div className="lg:col-span-7">
          <SectionNumber>03</SectionNumber>
          <h2 id="contact-title" className="max-w-[10.6em] font-bold text-title">
            {texts.contactTitle}
          </h2>
          <p className="mt-6 max-w-[23.6em] text-lead">{texts.contactText}</p>
        </div>
        <dl className="grid gap-6 sm:grid-cols-2 lg:col-span-5 lg:grid-cols-1 lg:self-end">
          <ContactLines phone={texts.phone} email={texts.email} />
          <div className="sm:col-span-2 lg:col-span-1">
            <dt className={`${termOnFjord} mb-2`}>{texts.demo}</dt>
            <dd>
              <BookDemoLink className="action" />
            </dd>
          </div>
        </dl>
      </div>
    </section>
  )
}

export function TransparencyContent() {
  const texts = useTexts(transparencyTexts)
  const anchor = useAnchor()
  return (
    <>
      <PageHead title={texts.title} lead={texts.lead} drawing={{ src: supply, width: 400, height: 400 }}>
        <BookDemoLink className="action" />
        <a href={`#${anchor('contact')}`} className="thread-link">
          {texts.contactLink}
        </a>
      </PageHead>
      <Features />
      <section className="frame grid gap-x-12 gap-y-12 py-20 lg:grid-cols-12 lg:py-28">
        <div className="lg:col-span-5">
          <SectionNumber>02</SectionNumber>
          <h2 className="font-bold text-title">{texts.workflowTitle}</h2>
          <RiskScore factors={exampleFactors} />
        </div>
        <div className="lg:col-span-7">
          <Steps steps={texts.workflow} />
        </div>
      </section>
      <Contact />
    </>
  )
}
