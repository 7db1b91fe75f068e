import { lazy, Suspense, useSyncExternalStore } from 'react'
import { siteTexts } from '../content/site-texts.ts'
import { useTexts } from '../platform/i18n.tsx'
import { currentToast, subscribeToToast } from '../ui/toast-store.ts'

const loadToaster = () => import('../ui/toast.tsx')
const Toaster = lazy(() => loadToaster().then((module) => ({ default: module.Toaster })))

const hasToast = () => currentToast() !== null

/** The toasts' code comes with the first toast. */
export function SiteToaster() {
  const { toaster } = useTexts(siteTexts)
  const wanted = useSyncExternalStore(subscribeToToast, hasToast, () => false)
  if (!wanted) return null
  return (
    <Suspense>
      <Toaster labels={toaster} />
    </Suspense>
  )
}
