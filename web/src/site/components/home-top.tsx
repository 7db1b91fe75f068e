import { useSitePath, useTexts } from '../../platform/i18n.tsx'
import fjord from '../art/fjord.svg'
import narrowFjord from '../art/fjord-narrow.svg'
import thread from '../art/fjord-thread.svg'
import { homeTexts, workPaths } from '../texts/home-texts.ts'
import { Hero } from './hero.tsx'
import { SectionNumber } from './section-number.tsx'

function Intro() {
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

const layer = 'absolute inset-0 size-full object-cover object-[0%_24%]'

/** The map. A sentence at the end of the map's line explains the line. */
function FjordMap() {
  const { map } = useTexts(homeTexts)
  return (
    <div className="-mt-[11rem] md:-mt-[8rem] lg:absolute lg:top-0 lg:right-[min(-6rem,60.6vw-60.5rem)] lg:mt-0 lg:aspect-[1000/1450] lg:w-[77rem] lg:forced-colors:hidden">
      <div className="relative -ml-[24%] h-[14rem] w-[150%] lg:static lg:ml-0 lg:size-full">
        <picture>
          {/* Narrow windows show only a band of the map. */}
          <source media="(width < 64rem)" srcSet={narrowFjord} />
          <img src={fjord} alt="" width="1000" height="1450" fetchPriority="high" className={`fjord-map ${layer}`} />
        </picture>
        {/* The animated line is a separate image, so that the map below is painted once and not sixty times a second. */}
        <img src={thread} alt="" width="1000" height="1450" loading="lazy" className={`${layer} after-paint`} />
      </div>
      <p className="absolute top-[77%] left-[55%] hidden w-48 text-small text-soft lg:block">
        <svg viewBox="0 0 56 12" fill="none" aria-hidden="true" className="mr-3 inline w-14 stroke-signal">
          <path d="M1 8c10-9 20-7 28-2s12 3 16 0" strokeWidth="2" strokeLinecap="round" />
          <circle cx="49" cy="5" r="4" className="fill-signal" strokeWidth="0" />
        </svg>
        {map}
      </p>
    </div>
  )
}

/** The hero and the intro, with the map that runs through both. */
export function HomeTop() {
  return (
    <div className="relative overflow-clip">
      <div className="relative z-10">
        <Hero />
      </div>
      {/* The map is behind the texts on a wide screen, and a band between them on a narrow screen. */}
      <FjordMap />
      <Intro />
    </div>
  )
}
