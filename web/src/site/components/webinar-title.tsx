import { useTexts } from '../../platform/i18n.tsx'
import { webinarTitleTexts } from '../texts/webinar-title-texts.ts'

/** The title above the webinars. */
export function WebinarTitle() {
  const texts = useTexts(webinarTitleTexts)
  return (
    <>
      <h2 id="webinar-title" className="max-w-[9.4em] font-bold text-title">
        {texts.title}
      </h2>
      <p className="mt-4 max-w-[26em] sm:mt-6 text-lead">{texts.lead}</p>
      <noscript>
        <p className="mt-6">{texts.needsScript}</p>
      </noscript>
    </>
  )
}
