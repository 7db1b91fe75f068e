import { lazy, Suspense, useEffect, useSyncExternalStore } from 'react'
import { siteTexts } from '../content/site-texts.ts'
import { useTexts } from '../platform/i18n.tsx'
import type { Toaster as ToasterView } from '../ui/toast.tsx'
import { currentToast, subscribeToToast } from '../ui/toast-store.ts'

const loadToaster = () => import('../ui/toast.tsx')

const EmptyToaster: typeof ToasterView = () => <></>

/** The page shows every toast's message as well, so if the code can't be loaded, render nothing. */
const Toaster = lazy(async () => {
  const module = await loadToaster().catch(() => null)
  return { default: module?.Toaster ?? EmptyToaster }
})

const hasToast = () => currentToast() !== null

const preload = (): void => {
  const idle = window.requestIdleCallback ?? setTimeout
  idle(() => {
    // Ignored here; handled when a toast is shown.
    loadToaster().catch(() => undefined)
  })
}

/** Preloads the toasts' code when the page is idle and runs it with the first toast. */
export function SiteToaster() {
  const { toaster } = useTexts(siteTexts)
  const isNeeded = useSyncExternalStore(subscribeToToast, hasToast, () => false)
  useEffect(preload, [])
  if (!isNeeded) return null
  return (
    <Suspense>
      <Toaster labels={toaster} />
    </Suspense>
  )
}
