import { useTexts } from '../../platform/i18n.tsx'
import { LinkedText } from '../components/linked-text.tsx'
import { useAnchor } from '../components/use-anchor.ts'
import { CookieTable } from '../consent/cookie-table.tsx'
import { norwegianAnchors } from '../texts/anchors.ts'
import { type PrivacySection, privacySections, privacyTexts } from '../texts/privacy-texts.ts'

interface StatementSectionProps {
  readonly id: PrivacySection
  readonly number: number
  readonly section: (typeof privacyTexts.no.sections)[number]
}

function StatementSection({ id, number, section: { title, paragraphs, list } }: StatementSectionProps) {
  return (
    <section id={id} className="border-rule border-t pt-8 pb-12">
      <h2 id={norwegianAnchors[id]} className="flex gap-3 font-bold text-[1.5rem] leading-tight tracking-[-0.02em]">
        <span className="w-[2.25rem] shrink-0 text-signal numerals">{number}</span>
        {title}
      </h2>
      <div className="mt-4 sm:pl-12">
        {paragraphs.map((paragraph) => (
          <p key={paragraph} className="mt-4 max-w-[37.8em]">
            <LinkedText>{paragraph}</LinkedText>
          </p>
        ))}
        {list.length > 0 && (
          <ul className="dashes mt-4 max-w-[37.8em]">
            {list.map((item) => (
              <li key={item}>{item}</li>
            ))}
          </ul>
        )}
        {id === 'cookies' && <CookieTable />}
      </div>
    </section>
  )
}

export function PrivacyContent() {
  const texts = useTexts(privacyTexts)
  const anchor = useAnchor()
  const sections = privacySections.flatMap((id, index) => {
    const section = texts.sections[index]
    return section ? [{ id, section, number: index + 1 }] : []
  })
  return (
    <div className="frame pt-16 pb-20 lg:pt-20 print:p-0">
      <h1 className="font-bold text-title lg:text-display">{texts.title}</h1>
      <p className="mt-6 max-w-[27.1em] text-lead">{texts.lead}</p>
      <p className="mt-4 text-small text-soft">{texts.updated}</p>
      <div className="mt-12 grid gap-x-12 gap-y-12 lg:mt-16 lg:grid-cols-12 print:block">
        <nav
          aria-labelledby="contents"
          className="border-rule border-t pt-8 lg:sticky lg:top-24 lg:col-span-4 lg:self-start print:hidden"
        >
          <h2 id="contents" className="font-semibold text-small">
            {texts.contents}
          </h2>
          <ol className="mt-3 text-small">
            {sections.map(({ id, section, number }) => (
              <li key={id}>
                <a
                  href={`#${anchor(id)}`}
                  className="inline-flex min-h-[2.25rem] items-center gap-3 underline-offset-4 hover:underline"
                >
                  <span aria-hidden="true" className="w-[1.5rem] shrink-0 text-soft numerals">
                    {number}
                  </span>
                  {section.title}
                </a>
              </li>
            ))}
          </ol>
        </nav>
        <div className="lg:col-span-8">
          {sections.map((section) => (
            <StatementSection key={section.id} {...section} />
          ))}
        </div>
      </div>
    </div>
  )
}
