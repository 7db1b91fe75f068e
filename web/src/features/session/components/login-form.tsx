import { zodResolver } from '@hookform/resolvers/zod'
import type { LoginStep as LoginStepName } from '@kontor/contract/second-factor/second-factor.rules'
import { loginSchema, type SessionUser } from '@kontor/contract/session/session.schema'
import { useEffect, useState } from 'react'
import { useForm } from 'react-hook-form'
import { ApiError, NetworkError } from '../../../platform/api-client.ts'
import { Button } from '../../../ui/base/button.tsx'
import { loadWhenIdle } from '../../../ui/base/loadable.tsx'
import { Notice } from '../../../ui/base/states.tsx'
import { TextField } from '../../../ui/form/form-fields.tsx'
import { LoginStep, PasskeyLoginButton } from '../../second-factor/components/login-parts.ts'
import { useFinishLogin, useLogin } from '../session.api.ts'

/** Classes of a login in the middle of the screen. The login doesn't move when an error appears. */
export const screenLayout =
  'grid min-h-dvh grid-cols-[minmax(0,1fr)] content-start justify-items-center bg-paper px-5 pt-[24vh] pb-16'

const failureText = (error: unknown): string => {
  if (error instanceof NetworkError) return 'Network error. Please try again.'
  return error instanceof ApiError && error.explained ? error.text : 'Login failed'
}

interface LoginFormProps {
  /** The username to fill in. The caller then focuses the password. */
  readonly username?: string
  readonly onLoggedIn: (user: SessionUser) => void
}

/** The form of the leads login. In English, as specified. */
export function LoginForm({ username = '', onLoggedIn }: LoginFormProps) {
  useEffect(() => loadWhenIdle([LoginStep]), [])
  const login = useLogin()
  const finish = useFinishLogin()
  const [pending, setPending] = useState<{ readonly user: SessionUser; readonly step: LoginStepName } | null>(null)
  const form = useForm({
    resolver: zodResolver(loginSchema),
    defaultValues: { username, password: '' },
    reValidateMode: 'onChange',
  })

  const submit = form.handleSubmit((credentials) => {
    if (login.isPending) return
    login.mutate(credentials, {
      onSuccess: ({ user, step }) => (step ? setPending({ user, step }) : onLoggedIn(user)),
      onError: () => form.setFocus('password', { shouldSelect: true }),
    })
  })
  const pass = (user: SessionUser) => {
    finish()
    onLoggedIn(user)
  }
  if (pending) {
    const { step, user } = pending
    return <LoginStep step={step} language="en" onPassed={() => pass(user)} onCancel={() => setPending(null)} />
  }

  return (
    <>
      <form lang="en" noValidate onSubmit={(event) => void submit(event)} className="flex flex-col gap-4">
        {login.error && <Notice>{failureText(login.error)}</Notice>}
        <TextField
          form={form}
          name="username"
          label="Username"
          autoComplete="username"
          autoCapitalize="none"
          autoFocus={username === ''}
        />
        <TextField form={form} name="password" label="Password" type="password" autoComplete="current-password" />
        <Button
          type="submit"
          variant="primary"
          working={login.isPending}
          workingLabel="Logging in..."
          className="mt-1 self-start"
        >
          Login
        </Button>
      </form>
      <PasskeyLoginButton language="en" panel={false} onLoggedIn={({ user }) => pass(user)} />
    </>
  )
}
