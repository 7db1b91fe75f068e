import { norwegianMessage } from '@kontor/contract/shared/messages'
import { QueryClientProvider } from '@tanstack/react-query'
import type { ReactNode } from 'react'
import { RouterProvider } from 'react-router/dom'
import { expect, onTestFinished } from 'vitest'
import { cleanup, render } from 'vitest-browser-react'
import { config } from 'zod'
import { commonScripts } from '../office/office-layout.tsx'
import { createOfficeRouter } from '../office/routes.tsx'
import { nextScripts } from '../office/screens.ts'
import { turnOnLive } from '../platform/live.ts'
import { createQueryClient } from '../platform/query-client.ts'
import { rememberAdminLogin } from '../platform/session.ts'
import { logIn, logOut } from './session.ts'
import '../platform/zod-without-eval.ts'
import '../office/office.css'

config({ localeError: norwegianMessage })

let shown: ReturnType<typeof createOfficeRouter> | undefined

/** Navigates the open office to another path, which is much faster than opening it again. */
export const goTo = (path: string): void => void shown?.navigate(path)

const ownUrl = location.href

/** Returns the office's current path with its query. */
export const shownUrl = (): string => `${location.pathname}${location.search}`

/** Makes the next office that is opened follow changes by others. By default offices don't, so that all fetches are caused by the test. */
export const followChanges = (): void => onTestFinished(turnOnLive())

/**
 * Logs in (or out, for `nobody`) and renders the office at a path, with a fresh query cache. Replaces an open office, as a reload does.
 * Resolves to the router; data may still be loading.
 */
export const openOffice = async (path: string, role: 'admin' | 'sales' | 'nobody' = 'admin') => {
  await cleanup()
  if (role === 'nobody') await logOut()
  else {
    const { auth } = await logIn(role)
    if (role === 'admin') rememberAdminLogin(auth)
  }
  history.replaceState(null, '', path)
  const router = createOfficeRouter()
  shown = router
  onTestFinished(() => {
    router.dispose()
    history.replaceState(null, '', ownUrl)
  })
  await mount(<RouterProvider router={router} />)
  // Loads the screen's code before the test continues, with a long timeout, since this may take as long as the test itself.
  await Promise.all([...commonScripts, ...nextScripts(new URL(location.href))].map(({ load }) => load()))
  await expect.poll(() => router.state.initialized, { timeout: 60_000 }).toBe(true)
  return router
}

/**
 * Renders a component with a fresh query cache; it is removed before the next test. Doesn't use strict mode, which renders and fetches
 * twice in development builds.
 */
export const mount = (children: ReactNode) =>
  render(<QueryClientProvider client={createQueryClient()}>{children}</QueryClientProvider>)
