import { useSitePath, useTexts } from '../../platform/i18n.tsx'
import services from '../art/services.svg'
import { type ServiceId, serviceCards, serviceTexts } from '../texts/service-texts.ts'
import { SectionAnchor } from './section-anchor.tsx'
import { SectionNumber } from './section-number.tsx'
import { useAnchor } from './use-anchor.ts'

/** One of the drawings in a shared file. Hidden if the user's system forces colours, since an image would ignore them. */
function ServiceDrawing({ id }: { id: ServiceId }) {
  return (
    <img
      src={`${services}#${id}`}
      alt=""
      width="48"
      height="48"
      loading="lazy"
      className="after-paint size-11 max-sm:order-1 lg:size-14 forced-colors:invisible"
    />
  )
}

export function ServiceSection() {
  const texts = useTexts(serviceTexts)
  const prefix = useSitePath('')
  const anchor = useAnchor()
  return (
    <section id="services" className="bg-sunken">
      <SectionAnchor id="services" />
      <div className="frame py-20 lg:py-32">
        <div className="grid gap-x-12 gap-y-6 lg:grid-cols-12 lg:items-end">
          <div className="lg:col-span-7">
            <SectionNumber entry="services">03</SectionNumber>
            <h2 className="max-w-[9.4em] font-bold text-title">{texts.title}</h2>
          </div>
          <div className="lg:col-span-5">
            <p className="max-w-[26em] text-lead">{texts.lead}</p>
            <p className="mt-4 flex flex-wrap gap-x-8">
              <a href={`${prefix}/tjenester`} className="thread-link">
                {texts.more}
              </a>
              <a href={`${prefix}/skreddersom`} className="thread-link">
                {texts.custom}
              </a>
            </p>
          </div>
        </div>
        <ul className="mt-14 border-ink/20 border-t">
          {serviceCards.map(({ id, path, section }) => {
            const { name, text } = texts.cards[id]
            return (
              <li
                key={id}
                className="group relative grid grid-cols-[1fr_2.75rem] items-start gap-x-5 gap-y-2 border-ink/20 border-b py-7 sm:grid-cols-[2.75rem_1fr_1.5rem] lg:grid-cols-[4.5rem_minmax(0,5fr)_minmax(0,6fr)_3rem] lg:items-center lg:gap-x-8"
              >
                <ServiceDrawing id={id} />
                <h3 className="self-center font-bold text-[1.5rem] leading-tight tracking-[-0.02em] lg:text-[2rem]">
                  <a
                    href={prefix + path + (section ? `#${anchor(section)}` : '')}
                    className="decoration-2 decoration-signal underline-offset-[7px] after:absolute after:inset-0 group-hover:underline"
                  >
                    {name}
                  </a>
                </h3>
                <p className="order-1 col-span-full max-w-[33em] sm:col-span-2 sm:col-start-2 lg:order-none lg:col-span-1 lg:col-start-auto">
                  {text}
                </p>
                <svg
                  viewBox="0 0 24 24"
                  fill="none"
                  aria-hidden="true"
                  className="hidden size-6 self-center justify-self-end stroke-current transition-transform group-hover:translate-x-1 sm:block"
                  strokeWidth="1.75"
                >
                  <path d="M4 12h16m-6-6 6 6-6 6" />
                </svg>
              </li>
            )
          })}
        </ul>
      </div>
    </section>
  )
}
