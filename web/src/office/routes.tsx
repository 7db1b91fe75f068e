import type { ComponentType } from 'react'
import { createBrowserRouter, type RouteObject, useRouteError } from 'react-router'
import { errorText } from '../platform/api-client.ts'
import { useDocumentTitle } from '../platform/document-title.ts'
import { Button } from '../ui/base/button.tsx'
import { OfficeLayout } from './office-layout.tsx'
import type { OfficePath, RecordOrListPath } from './paths.ts'
import { AdminPanel, AdminSettings } from './screens.ts'

/** Shown instead of a screen that threw an error. */
function RouteError() {
  useDocumentTitle('Noe gikk galt')
  const error = useRouteError()
  return (
    <main className="grid min-h-dvh place-items-center px-5">
      <div className="w-full max-w-md">
        <h1 className="font-semibold text-3xl tracking-tight">Noe gikk galt</h1>
        <p className="mt-3 text-sm text-soft">Skjermbildet kunne ikke vises. Det som er lagret, er trygt.</p>
        <p className="mt-3 mb-6 rounded-md bg-sunken px-3 py-2 text-[0.8125rem] text-soft">{errorText(error)}</p>
        <Button variant="primary" onClick={() => location.reload()}>
          Last siden på nytt
        </Button>
      </div>
    </main>
  )
}

/** Shown for dead links inside the office; the server answers 404 to other unknown URLs. */
function NotFoundScreen() {
  useDocumentTitle('Siden finnes ikke')
  return (
    <main className="grid min-h-dvh place-items-center px-5">
      <div className="w-full max-w-md">
        <p className="text-[0.8125rem] text-soft">404</p>
        <h1 className="mt-1 font-semibold text-3xl tracking-tight">Siden finnes ikke</h1>
        <p className="mt-3 mb-6 text-sm text-soft">Adressen er feil, eller siden er flyttet.</p>
        <Button asChild variant="primary">
          <a href="/">Til forsiden</a>
        </Button>
      </div>
    </main>
  )
}

/** Loads a screen's code when its URL is opened. */
const lazily = (load: () => Promise<ComponentType>) => ({ lazy: { Component: load } })

// Makes a new object for each route and router: the router clears `lazy` after loading.
const admin = (path: string, Component: ComponentType): RouteObject => ({
  ...lazily(async () => (await import('./admin-entry.tsx')).AdminEntry),
  children: [{ path, Component }],
})

const answerPage = () =>
  lazily(async () => (await import('../features/agreements/customer/agreement-response-page.tsx')).default)

const ownRegistrationPage = () =>
  lazily(async () => (await import('../features/webinars/pages/own-registration-page.tsx')).default)

/** The screen of each URL of `paths.ts`. */
const screens = (): Record<Exclude<OfficePath, RecordOrListPath>, RouteObject> => ({
  // The panel and a record over it share one route, so that opening a record loads no code: if a list writes its search into the URL while
  // a navigation loads code, the router drops that navigation. Without an id, the panel shows the list.
  '/admin': admin(':records?/:id?', AdminPanel),
  '/admin/settings': admin('', AdminSettings),
  '/login': lazily(async () => (await import('../features/session/pages/login-page.tsx')).default),
  '/leads': {
    children: [{ path: ':id?', ...lazily(async () => (await import('./leads-layout.tsx')).LeadsLayout) }],
  },
  '/agreement-response/{token}': answerPage(),
  '/en/agreement-response/{token}': answerPage(),
  '/webinar-registration/{token}': ownRegistrationPage(),
  '/en/webinar-registration/{token}': ownRegistrationPage(),
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
