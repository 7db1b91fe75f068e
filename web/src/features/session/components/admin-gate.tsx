import { type ReactNode, useEffect, useRef } from 'react'
import { useDocumentTitle } from '../../../platform/document-title.ts'
import { useLive } from '../../../platform/live.ts'
import { officeCompany as company } from '../../../platform/office-company.ts'
import { useAdminSession } from '../../../platform/session.ts'
import { AdminLoginForm } from './admin-login-form.tsx'
import { screenLayout } from './login-form.tsx'
import { isSameAdmin, RenewalScreen } from './renewal-screen.tsx'
import { useRenewal } from './use-renewal.ts'

function LoginScreen() {
  useDocumentTitle('Logg inn')
  return (
    <main className={screenLayout}>
      <div className="w-full max-w-88">
        <p className="text-[0.8125rem] text-soft">{company.name}</p>
        <h1 className="mt-1 mb-8 font-semibold text-[min(1.875rem,9vw)] leading-tight tracking-tight">
          Administrasjon
        </h1>
        <AdminLoginForm />
      </div>
    </main>
  )
}

/** Focuses the panel when it replaces the login, so that the keyboard starts at its top. */
function UnlockedScreen({ children }: { children: ReactNode }) {
  const screen = useRef<HTMLDivElement>(null)
  useEffect(() => screen.current?.focus({ preventScroll: true }), [])
  return (
    <div ref={screen} tabIndex={-1} className="outline-none">
      {children}
    </div>
  )
}

/** Asks for the administrator's login before showing its children, and again when the session has expired. Calls wait for that login. */
export function AdminGate({ children }: { children: ReactNode }) {
  const session = useAdminSession()
  const { state } = session
  const { owner, renew } = useRenewal(state !== 'out')
  useLive(state === 'in')
  if (state === 'out') return <LoginScreen />
  return (
    <>
      <UnlockedScreen key={owner}>{children}</UnlockedScreen>
      {session.state === 'expired' && (
        <RenewalScreen>
          <AdminLoginForm
            username={session.username}
            autoFocus={false}
            onLoggedIn={(username) => renew(isSameAdmin(session.username, username))}
          />
        </RenewalScreen>
      )}
    </>
  )
}
