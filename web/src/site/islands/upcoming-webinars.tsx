import { useTexts } from '../../platform/i18n.tsx'
import { RefreshIcon } from '../../ui/base/icons.tsx'
import { webinarTexts } from '../texts/webinar-texts.ts'
import { useWebinars } from './use-webinars.ts'
import { WebinarRegistration } from './webinar-registration.tsx'
import { WebinarSkeleton } from './webinar-skeleton.tsx'

function Failure({ onRetry }: { onRetry: () => void }) {
  const texts = useTexts(webinarTexts)
  return (
    <div role="alert" className="mt-10 max-w-[44rem] border-danger border-l-4 py-1 pl-5">
      <p className="font-semibold">{texts.failed}</p>
      <p>{texts.failedText}</p>
      <button
        type="button"
        onClick={onRetry}
        className="mt-3 inline-flex min-h-12 items-center gap-2 rounded-sm border border-ink px-5 font-semibold hover:bg-sunken"
      >
        <RefreshIcon />
        {texts.retry}
      </button>
    </div>
  )
}

/** The upcoming webinars and the registration form. Fetches the list when the page's scripts run. */
export function Webinars() {
  const { state, refresh, retry } = useWebinars()
  if (state === 'loading') return <WebinarSkeleton />
  if (state === 'failed') return <Failure onRetry={retry} />
  return <WebinarRegistration webinars={state} onClosed={refresh} />
}
