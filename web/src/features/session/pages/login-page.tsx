import { isRecord } from '@kontor/contract/shared/is-record'
import { useLocation, useNavigate } from 'react-router'
import { useDocumentTitle } from '../../../platform/document-title.ts'
import { officeCompany as company } from '../../../platform/office-company.ts'
import { LoginForm, screenLayout } from '../components/login-form.tsx'

/** Returns the URL to return to: a record's, or the list's with its filters. It comes from the router's state, which a link can't set. */
const returnUrl = (state: unknown): string => {
  const from = isRecord(state) ? state.from : undefined
  return typeof from === 'string' && /^\/leads(?:\/\d+)?(?:\?|$)/.test(from) ? from : '/leads'
}

/** The login of the leads system. In English, as specified. */
export default function LoginPage() {
  useDocumentTitle('Leads Login')
  const navigate = useNavigate()
  const { state } = useLocation()
  return (
    <main lang="en" className={screenLayout}>
      <div className="w-full max-w-88">
        <p className="text-[0.8125rem] text-soft">{company.name}</p>
        <h1 className="mt-1 mb-8 font-semibold text-[min(1.875rem,9vw)] leading-tight tracking-tight">Leads Login</h1>
        <LoginForm onLoggedIn={() => void navigate(returnUrl(state), { replace: true })} />
      </div>
    </main>
  )
}
