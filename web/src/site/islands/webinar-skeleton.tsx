import { useTexts } from '../../platform/i18n.tsx'
import { webinarTexts } from '../texts/webinar-texts.ts'

const bar = 'rounded-sm bg-sunken motion-safe:animate-pulse'

/** Is as tall as the content that replaces it, to avoid a layout shift. */
export function WebinarSkeleton() {
  const { loading, failed, failedText } = useTexts(webinarTexts)
  return (
    <>
      <div role="status" className="mt-10 in-[.scripts-failed]:hidden noscript:hidden">
        <p className="sr-only">{loading}</p>
        <div aria-hidden="true" className="grid gap-x-12 gap-y-10 lg:grid-cols-12">
          <div className="grid content-start gap-3 lg:col-span-5">
            <div className={`h-[6.25rem] ${bar}`} />
            <div className={`h-[6.25rem] ${bar}`} />
          </div>
          <div className={`hidden min-h-[33rem] lg:col-span-7 lg:block ${bar}`} />
        </div>
      </div>
      <p className="scripts-failed-note mt-6 text-danger">
        {failed} {failedText}
      </p>
    </>
  )
}
