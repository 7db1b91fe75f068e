import { useTexts } from '../../platform/i18n.tsx'
import { homeTexts } from '../texts/home-texts.ts'
import { BookDemoLink } from './book-demo-link.tsx'
import { SectionAnchor } from './section-anchor.tsx'
import { ToolDrawing } from './tool-drawing.tsx'
import { useAnchor } from './use-anchor.ts'

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
