import { type FormEvent, useRef, useState } from 'react'
import { errorText } from '../../../platform/api-client.ts'
import { Button } from '../../../ui/button.tsx'
import { Field, Input } from '../../../ui/field.tsx'
import { useAdminLogin } from '../session.api.ts'

interface AdminLoginFormProps {
  /** False where the caller moves the focus. */
  readonly autoFocus?: boolean
  readonly onLoggedIn?: () => void
}

export function AdminLoginForm({ autoFocus = true, onLoggedIn }: AdminLoginFormProps) {
  const [password, setPassword] = useState('')
  const input = useRef<HTMLInputElement>(null)
  const login = useAdminLogin()

  const submit = (event: FormEvent) => {
    event.preventDefault()
    if (login.isPending) return
    login.mutate(password, { onSuccess: () => onLoggedIn?.(), onError: () => input.current?.select() })
  }

  return (
    <form noValidate onSubmit={submit} className="flex flex-col gap-4">
      {/* The username for password managers. */}
      <input type="text" name="username" autoComplete="username" value="admin" readOnly hidden />
      <Field label="Passord" error={login.error ? errorText(login.error) : undefined}>
        {(control) => (
          <Input
            {...control}
            ref={input}
            type="password"
            name="password"
            autoComplete="current-password"
            autoFocus={autoFocus}
            value={password}
            onChange={(event) => setPassword(event.target.value)}
          />
        )}
      </Field>
      <Button type="submit" variant="primary" aria-disabled={login.isPending} className="self-start">
        {login.isPending ? 'Logger inn …' : 'Logg inn'}
      </Button>
    </form>
  )
}
