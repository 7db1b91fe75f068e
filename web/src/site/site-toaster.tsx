import { lazy, Suspense, useEffect } from 'react'
import { siteTexts } from '../content/site-texts.ts'
import { useTexts } from '../platform/i18n.tsx'
import type { Toaster as ToasterView } from '../ui/toast.tsx'
import { currentToast } from '../ui/toast-store.ts'
import { whenIdle } from './when-idle.ts'

const loadToaster = () => import('../ui/toast.tsx')

const EmptyToaster: typeof ToasterView = () => <></>

/** The page shows every toast's message as well, so if the code can't be loaded, render nothing. */
const Toaster = lazy(async () => {
  const module = await loadToaster().catch(() => null)
  return { default: module?.Toaster ?? EmptyToaster }
})

// A failure is ignored here and handled when a toast is shown.
const preload = (): void => whenIdle(() => void loadToaster().catch(() => undefined))

/** Preloads the toasts' code when the page is idle and runs it with the first toast. */
export function SiteToaster() {
  const { toaster } = useTexts(siteTexts)
  const toast = currentToast.use()
  useEffect(preload, [])
  if (!toast) return null
  return (
    <Suspense>
      <Toaster labels={toaster} />
    </Suspense>
  )
}
