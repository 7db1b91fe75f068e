import { zodResolver } from '@hookform/resolvers/zod'
import { loginSchema } from '@kontor/contract/session/session.schema'
import { isRecord } from '@kontor/contract/shared/is-record'
import { useForm } from 'react-hook-form'
import { useLocation, useNavigate } from 'react-router'
import { ApiError, NetworkError } from '../../../platform/api-client.ts'
import { useDocumentTitle } from '../../../platform/document-title.ts'
import { officeCompany as company } from '../../../platform/office-company.ts'
import { Button } from '../../../ui/button.tsx'
import { TextField } from '../../../ui/form-fields.tsx'
import { Notice } from '../../../ui/states.tsx'
import { useLogin } from '../session.api.ts'

const failureText = (error: unknown): string => {
  if (error instanceof NetworkError) return 'Network error. Please try again.'
  return error instanceof ApiError && error.explained ? error.text : 'Login failed'
}

/** The URL to return to, with its filters. It comes from the router's state, which a link can't set. */
const returnUrl = (state: unknown): string => {
  const from = isRecord(state) ? state.from : undefined
  return typeof from === 'string' && /^\/leads(?:\?|$)/.test(from) ? from : '/leads'
}

/** The login of the leads system. In English, as specified. */
export default function LoginPage() {
  useDocumentTitle('Leads Login')
  const navigate = useNavigate()
  const { state } = useLocation()
  const login = useLogin()
  const form = useForm({
    resolver: zodResolver(loginSchema),
    defaultValues: { username: '', password: '' },
    reValidateMode: 'onChange',
  })

  const submit = form.handleSubmit((credentials) => {
    if (login.isPending) return
    login.mutate(credentials, { onSuccess: () => navigate(returnUrl(state), { replace: true }) })
  })

  return (
    <main lang="en" className="grid min-h-dvh place-items-center px-5 py-16">
      <div className="w-full max-w-88">
        <p className="text-[0.8125rem] text-soft">{company.name}</p>
        <h1 className="mt-1 mb-8 font-semibold text-3xl tracking-tight">Leads Login</h1>
        <form noValidate onSubmit={(event) => void submit(event)} className="flex flex-col gap-4">
          {login.error && <Notice>{failureText(login.error)}</Notice>}
          <TextField
            form={form}
            name="username"
            label="Username"
            autoComplete="username"
            autoCapitalize="none"
            autoFocus
          />
          <TextField form={form} name="password" label="Password" type="password" autoComplete="current-password" />
          <Button type="submit" variant="primary" aria-disabled={login.isPending} className="mt-1 self-start">
            {login.isPending ? 'Logging in...' : 'Login'}
          </Button>
        </form>
      </div>
    </main>
  )
}
