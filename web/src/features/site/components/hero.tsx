import { homeTexts } from '../../../content/home-texts.ts'
import { useTexts } from '../../../platform/i18n.tsx'
import { BookDemoLink } from './book-demo-link.tsx'

export function Hero() {
  const { hero } = useTexts(homeTexts)
  return (
    <section id="hero" className="frame relative">
      <div className="flex flex-col justify-center gap-8 py-16 sm:py-20 lg:min-h-[min(46rem,calc(100svh-4.5rem))] lg:py-24">
        <p className="font-medium text-small text-soft">{hero.place}</p>
        <h1 className="max-w-[9.4em] font-bold text-display">
          {hero.title.map((line) => (
            <span key={line} className="block">
              {line}
            </span>
          ))}
        </h1>
        <p className="max-w-[21.2em] text-lead">{hero.lead}</p>
        <div className="flex flex-wrap items-center gap-x-6 gap-y-4 pt-2 sm:gap-x-8">
          <BookDemoLink className="action" />
          <a href="#contact" className="thread-link">
            {hero.contact}
          </a>
        </div>
      </div>
    </section>
  )
}
