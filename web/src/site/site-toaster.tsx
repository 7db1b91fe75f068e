import { lazy, Suspense, useEffect, useSyncExternalStore } from 'react'
import { siteTexts } from '../content/site-texts.ts'
import { useTexts } from '../platform/i18n.tsx'
import type { Toaster as ToasterView } from '../ui/toast.tsx'
import { currentToast, subscribeToToast } from '../ui/toast-store.ts'

const loadToaster = () => import('../ui/toast.tsx')

const nothing: typeof ToasterView = () => <></>

/** What a toast says stands on the page as well: where its code cannot be loaded, the page goes on without. */
const Toaster = lazy(async () => {
  const module = await loadToaster().catch(() => null)
  return { default: module?.Toaster ?? nothing }
})

const hasToast = () => currentToast() !== null

const preload = (): void => {
  const idle = window.requestIdleCallback ?? setTimeout
  idle(() => {
    // A failure shows when a toast is wanted.
    loadToaster().catch(() => undefined)
  })
}

/** The toasts' code is fetched once the page's own scripts run, and run with the first toast. */
export function SiteToaster() {
  const { toaster } = useTexts(siteTexts)
  const wanted = useSyncExternalStore(subscribeToToast, hasToast, () => false)
  useEffect(preload, [])
  if (!wanted) return null
  return (
    <Suspense>
      <Toaster labels={toaster} />
    </Suspense>
  )
}
