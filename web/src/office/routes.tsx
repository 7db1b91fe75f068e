import type { ComponentType } from 'react'
import { createBrowserRouter, type RouteObject } from 'react-router'
import { NotFoundScreen } from './not-found-screen.tsx'
import { OfficeLayout } from './office-layout.tsx'
import type { officePaths } from './paths.ts'
import { RouteError } from './route-error.tsx'

/** Loads a screen's code when its URL is opened. */
const lazily = (load: () => Promise<ComponentType>) => ({ lazy: { Component: load } })

// A new object for each route and router: the router clears `lazy` after loading.
const adminLayout = () => lazily(async () => (await import('./admin-layout.tsx')).AdminLayout)

const answerPage = () =>
  lazily(async () => (await import('../features/agreements/pages/agreement-response-page.tsx')).default)

/** What each URL of `paths.ts` shows. */
const screens = (): Record<(typeof officePaths)[number], RouteObject> => ({
  '/admin': {
    ...adminLayout(),
    children: [{ index: true, ...lazily(async () => (await import('./admin-panel.tsx')).AdminPanel) }],
  },
  '/admin/settings': {
    ...adminLayout(),
    children: [{ index: true, ...lazily(async () => (await import('./admin-settings.tsx')).AdminSettings) }],
  },
  '/login': lazily(async () => (await import('../features/session/pages/login-page.tsx')).default),
  '/leads': lazily(async () => (await import('./leads-layout.tsx')).LeadsLayout),
  '/agreement-response/{token}': answerPage(),
  '/en/agreement-response/{token}': answerPage(),
})

export const createOfficeRouter = () =>
  createBrowserRouter([
    {
      element: <OfficeLayout />,
      errorElement: <RouteError />,
      // Renders nothing until the first screen's code has loaded.
      hydrateFallbackElement: <></>,
      children: [
        ...Object.entries(screens()).map(
          ([path, screen]) => ({ ...screen, path: path.replaceAll(/\{(\w+)\}/g, ':$1') }) as RouteObject,
        ),
        { path: '*', element: <NotFoundScreen /> },
      ],
    },
  ])
