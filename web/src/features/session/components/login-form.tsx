import { zodResolver } from '@hookform/resolvers/zod'
import { loginSchema, type SessionUser } from '@kontor/contract/session/session.schema'
import { useForm } from 'react-hook-form'
import { ApiError, NetworkError } from '../../../platform/api-client.ts'
import { Button } from '../../../ui/button.tsx'
import { TextField } from '../../../ui/form-fields.tsx'
import { Notice } from '../../../ui/states.tsx'
import { useLogin } from '../session.api.ts'

const failureText = (error: unknown): string => {
  if (error instanceof NetworkError) return 'Network error. Please try again.'
  return error instanceof ApiError && error.explained ? error.text : 'Login failed'
}

interface LoginFormProps {
  /** Filled in. The caller then focuses the password. */
  readonly username?: string
  readonly onLoggedIn: (user: SessionUser) => void
}

/** The form of the leads login. In English, as specified. */
export function LoginForm({ username = '', onLoggedIn }: LoginFormProps) {
  const login = useLogin()
  const form = useForm({
    resolver: zodResolver(loginSchema),
    defaultValues: { username, password: '' },
    reValidateMode: 'onChange',
  })

  const submit = form.handleSubmit((credentials) => {
    if (login.isPending) return
    login.mutate(credentials, { onSuccess: ({ user }) => onLoggedIn(user) })
  })

  return (
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
      <Button type="submit" variant="primary" aria-disabled={login.isPending} className="mt-1 self-start">
        {login.isPending ? 'Logging in...' : 'Login'}
      </Button>
    </form>
  )
}
