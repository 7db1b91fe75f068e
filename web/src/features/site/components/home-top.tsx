import fjord from '../../../content/art/fjord.svg'
// The part of fjord.svg that shows below 64rem: what lies outside 600 340 2060 1700 is cut off. Cut it again when the map changes.
import narrowFjord from '../../../content/art/fjord-narrow.svg'
import thread from '../../../content/art/fjord-thread.svg'
import { Hero } from './hero.tsx'
import { Intro } from './intro.tsx'

const layer = 'absolute inset-0 size-full max-w-none object-cover object-[0%_24%]'

/** The hero and the intro, with the map that runs through both. */
export function HomeTop() {
  return (
    <div className="relative overflow-clip">
      {/* Behind the texts on a wide screen; on a narrow one a band between them, placed by the grid's order. */}
      <div className="grid">
        <div className="relative order-2 -ml-[50%] h-[92vw] max-h-[36rem] w-[150%] lg:absolute lg:top-0 lg:right-[min(-6rem,60.6vw-60.5rem)] lg:ml-0 lg:aspect-[1000/1450] lg:h-auto lg:max-h-none lg:w-[77rem] lg:forced-colors:hidden">
          <picture>
            {/* Only a band of the map. */}
            <source media="(width < 64rem)" srcSet={narrowFjord} />
            <img src={fjord} alt="" width="1000" height="1450" fetchPriority="high" className={layer} />
          </picture>
          {/* Animated. A separate image, so that the map below is painted once and not sixty times a second. */}
          <img src={thread} alt="" width="1000" height="1450" className={layer} />
        </div>
        <div className="order-1">
          <Hero />
        </div>
        <div className="order-3">
          <Intro />
        </div>
      </div>
    </div>
  )
}
