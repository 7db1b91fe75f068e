import type { LoginStep as LoginStepName } from '@kontor/contract/second-factor/second-factor.rules'
import { useQuery } from '@tanstack/react-query'
import { type FormEvent, useEffect, useRef, useState } from 'react'
import { ApiError, errorText } from '../../../platform/api-client.ts'
import { Button } from '../../../ui/base/button.tsx'
import { loadWhenIdle } from '../../../ui/base/loadable.tsx'
import { Field, Input } from '../../../ui/form/field.tsx'
import { LoginStep, PasskeyLoginButton } from '../../second-factor/components/login-parts.ts'
import { loginWaysQuery } from '../../second-factor/second-factor.api.ts'
import { useAdminLogin, useFinishAdminLogin } from '../session.api.ts'

interface AdminLoginFormProps {
  /** The name of the administrator who has to log in again; null for the shared password, absent for a first login. */
  readonly username?: string | null
  /** False if the caller moves the focus. */
  readonly autoFocus?: boolean
  /** Called with the administrator's name, or null after a login with the shared password. */
  readonly onLoggedIn?: (username: string | null) => void
}

/** The panel's login: with the shared password or, on demand, with an administrator's own username and password. */
export function AdminLoginForm({ username: known = null, autoFocus = true, onLoggedIn }: AdminLoginFormProps) {
  const { data: ways } = useQuery(loginWaysQuery)
  const isSharedOff = ways?.sharedPassword === false
  const [choosesNamed, setNamed] = useState(known !== null)
  const isNamed = choosesNamed || isSharedOff
  const [username, setUsername] = useState(known ?? '')
  const [password, setPassword] = useState('')
  const usernameInput = useRef<HTMLInputElement>(null)
  const passwordInput = useRef<HTMLInputElement>(null)
  const [step, setStep] = useState<LoginStepName | null>(null)
  useEffect(() => loadWhenIdle([LoginStep]), [])
  const login = useAdminLogin()
  const finish = useFinishAdminLogin()

  const submit = (event: FormEvent) => {
    event.preventDefault()
    if (login.isPending) return
    const onError = (error: unknown) => {
      const isUsername = error instanceof ApiError && error.fields.username !== undefined
      ;(isUsername ? usernameInput : passwordInput).current?.select()
    }
    const onSuccess = ({ step: next }: { readonly step?: LoginStepName | undefined }) =>
      next ? setStep(next) : onLoggedIn?.(isNamed ? username : null)
    // Doesn't use callbacks of `mutate`: a login removes this form, and React Query drops the callbacks of removed components.
    void login.mutateAsync(isNamed ? { username, password } : { password }).then(onSuccess, onError)
  }

  const change = () => {
    setNamed(!isNamed)
    login.reset()
    if (isNamed) passwordInput.current?.focus()
  }

  const pass = (auth: string, name = isNamed ? username : undefined) => {
    finish(auth, name)
    onLoggedIn?.(name ?? null)
  }
  if (step) {
    return <LoginStep step={step} language="no" onPassed={pass} onCancel={() => setStep(null)} />
  }

  const usernameError = login.error instanceof ApiError ? login.error.fields.username : undefined
  const otherError = login.error && usernameError === undefined ? errorText(login.error) : undefined
  return (
    <>
      <form noValidate onSubmit={submit} className="flex flex-col gap-4">
        {isNamed ? (
          <Field label="Brukernavn" error={usernameError}>
            {(control) => (
              <Input
                {...control}
                ref={usernameInput}
                name="username"
                autoComplete="username"
                autoCapitalize="none"
                spellCheck={false}
                autoFocus={known === null}
                value={username}
                onChange={(event) => setUsername(event.target.value)}
              />
            )}
          </Field>
        ) : (
          // A username for password managers.
          <input type="text" name="username" autoComplete="username" value="admin" readOnly hidden />
        )}
        <Field label="Passord" error={otherError}>
          {(control) => (
            <Input
              {...control}
              ref={passwordInput}
              type="password"
              name="password"
              autoComplete="current-password"
              autoFocus={autoFocus}
              value={password}
              onChange={(event) => setPassword(event.target.value)}
            />
          )}
        </Field>
        <div className="flex flex-wrap items-center gap-x-3 gap-y-2">
          <Button type="submit" variant="primary" working={login.isPending} workingLabel="Logger inn …">
            Logg inn
          </Button>
          {!isSharedOff && (
            <Button variant="quiet" onClick={change}>
              {isNamed ? 'Bruk felles passord' : 'Bruk brukernavn'}
            </Button>
          )}
        </div>
      </form>
      <PasskeyLoginButton
        language="no"
        panel
        onLoggedIn={({ auth, user }) => pass(auth, user.named && user.username)}
      />
    </>
  )
}
