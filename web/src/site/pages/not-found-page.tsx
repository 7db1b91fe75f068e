import { useHomePath, useTexts } from '../../platform/i18n.tsx'
import lost from '../art/lost.svg'
import { useContactPath } from '../components/use-anchor.ts'
import { notFoundTexts } from '../texts/not-found-texts.ts'

export function NotFoundContent() {
  const texts = useTexts(notFoundTexts)
  const home = useHomePath()
  return (
    <div className="relative overflow-clip">
      <img
        src={lost}
        alt=""
        width="1000"
        height="900"
        className="aspect-[5/4] w-full object-cover max-lg:[mask-image:linear-gradient(#000_70%,transparent)] sm:aspect-[2/1] lg:absolute lg:aspect-auto lg:top-0 lg:right-[-4rem] lg:m-0 lg:h-full lg:w-[62.5rem] lg:max-w-none lg:object-cover lg:[mask-image:linear-gradient(to_right,transparent,#000_14rem)]"
      />
      <div className="frame relative flex min-h-[24rem] flex-col justify-center gap-6 pt-8 pb-24 lg:min-h-[calc(100svh-14rem)] lg:max-w-[84rem] lg:py-28">
        <p className="font-semibold text-signal text-small numerals">404</p>
        <h1 className="max-w-[5.3em] font-bold text-display">{texts.title}</h1>
        <p className="max-w-[21.2em] text-lead">{texts.text}</p>
        <div className="flex flex-wrap items-center gap-x-8 gap-y-4 pt-2">
          <a href={home} className="action">
            {texts.home}
          </a>
          <a href={useContactPath()} className="thread-link">
            {texts.contact}
          </a>
        </div>
      </div>
    </div>
  )
}
