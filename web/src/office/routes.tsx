import { createBrowserRouter, type RouteObject } from 'react-router'
import AgreementResponsePage from '../features/agreements/pages/agreement-response-page.tsx'
import LoginPage from '../features/session/pages/login-page.tsx'
import { AdminLayout } from './admin-layout.tsx'
import { AdminPanel } from './admin-panel.tsx'
import { AdminSettings } from './admin-settings.tsx'
import { LeadsLayout } from './leads-layout.tsx'
import { NotFoundScreen } from './not-found-screen.tsx'
import { OfficeLayout } from './office-layout.tsx'
import type { officePaths } from './paths.ts'
import { RouteError } from './route-error.tsx'

/** What each URL of `paths.ts` shows. */
const screens: Record<(typeof officePaths)[number], RouteObject> = {
  '/admin': { element: <AdminLayout />, children: [{ index: true, element: <AdminPanel /> }] },
  '/admin/settings': { element: <AdminLayout />, children: [{ index: true, element: <AdminSettings /> }] },
  '/login': { element: <LoginPage /> },
  '/leads': { element: <LeadsLayout /> },
  '/agreement-response/{token}': { element: <AgreementResponsePage /> },
}

export const createOfficeRouter = () =>
  createBrowserRouter([
    {
      element: <OfficeLayout />,
      errorElement: <RouteError />,
      children: [
        ...Object.entries(screens).map(
          ([path, screen]) => ({ ...screen, path: path.replaceAll(/\{(\w+)\}/g, ':$1') }) as RouteObject,
        ),
        { path: '*', element: <NotFoundScreen /> },
      ],
    },
  ])
