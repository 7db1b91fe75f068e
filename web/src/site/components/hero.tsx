import { type Language, useLanguage, useTexts } from '../../platform/i18n.tsx'
import english from '../art/round-en.svg'
import norwegian from '../art/round-no.svg'
import { homeTexts } from '../texts/home-texts.ts'
import { BookDemoLink } from './book-demo-link.tsx'
import { SectionAnchor } from './section-anchor.tsx'
import { useAnchor } from './use-anchor.ts'

const drawings: Readonly<Record<Language, string>> = { no: norwegian, en: english }

/** A drawn example of the tool: a safety round on a phone, in the language of the page. */
function ToolDrawing() {
  const { tool } = useTexts(homeTexts).hero
  return (
    <img
      src={drawings[useLanguage().language]}
      alt={tool}
      width="272"
      height="434"
      loading="lazy"
      className="after-paint h-auto w-[17rem] max-w-none rounded-[1.75rem] floating"
    />
  )
}

export function Hero() {
  const { hero } = useTexts(homeTexts)
  const anchor = useAnchor()
  return (
    <section
      id="hero"
      className="frame relative justify-between gap-8 md:flex md:items-end lg:min-h-[min(46rem,calc(100svh-4.5rem))] lg:items-center"
    >
      <SectionAnchor id="hero" />
      <div className="flex flex-col justify-center gap-8 pt-16 pb-10 md:pb-[10rem] lg:py-24">
        <p className="font-medium text-small text-soft">{hero.place}</p>
        <h1 className="max-w-[9.4em] font-bold text-display lg:-mr-8">
          {hero.title.map((line) => (
            <span key={line} className="block">
              {line}
            </span>
          ))}
        </h1>
        <p className="max-w-[21.2em] text-lead">{hero.lead}</p>
        <div className="flex flex-wrap items-center gap-x-8 gap-y-4 pt-2">
          <BookDemoLink className="action" />
          <a href={`#${anchor('contact')}`} className="thread-link">
            {hero.contact}
          </a>
        </div>
      </div>
      {/* If the phone is below the text, its lower part fades into the map's band. */}
      <div className="hero-tool shrink-0">
        <ToolDrawing />
      </div>
    </section>
  )
}
