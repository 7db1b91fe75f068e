import fjord from '../../../content/art/fjord.svg'
import { Hero } from './hero.tsx'
import { Intro } from './intro.tsx'

/** The hero and the intro, with the map that runs through both. */
export function HomeTop() {
  return (
    <div className="relative overflow-clip">
      {/* Under the texts on a wide screen; a band between them on a narrow one, where the order of the grid puts it. */}
      <div className="grid">
        <img
          src={fjord}
          alt=""
          width="1000"
          height="1450"
          fetchPriority="high"
          className="order-2 -ml-[50%] h-[92vw] max-h-[36rem] w-[150%] max-w-none object-cover object-[0%_24%] lg:absolute lg:top-0 lg:right-[min(-6rem,60.6vw-60.5rem)] lg:ml-0 lg:h-auto lg:max-h-none lg:w-[77rem] lg:forced-colors:hidden"
        />
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
