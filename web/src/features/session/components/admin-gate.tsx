import { Dialog } from 'radix-ui'
import { type FormEvent, type ReactNode, useEffect, useRef, useState } from 'react'
import { errorText } from '../../../platform/api-client.ts'
import { useDocumentTitle } from '../../../platform/document-title.ts'
import { officeCompany as company } from '../../../platform/office-company.ts'
import { useAdminSession } from '../../../platform/session.ts'
import { Button } from '../../../ui/button.tsx'
import { Field, Input } from '../../../ui/field.tsx'
import { useReturnFocus } from '../../../ui/use-return-focus.ts'
import { useAdminLogin } from '../session.api.ts'

function AdminLoginForm() {
  const [password, setPassword] = useState('')
  const input = useRef<HTMLInputElement>(null)
  const login = useAdminLogin()

  const submit = (event: FormEvent) => {
    event.preventDefault()
    if (login.isPending) return
    login.mutate(password, { onError: () => input.current?.select() })
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
            autoFocus
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

const screenLayout = 'grid min-h-dvh place-items-center bg-paper px-5 py-16'

function LoginScreen() {
  useDocumentTitle('Logg inn')
  return (
    <main className={screenLayout}>
      <div className="w-full max-w-88">
        <p className="text-[0.8125rem] text-soft">{company.name}</p>
        <h1 className="mt-1 mb-8 font-semibold text-3xl tracking-tight">Administrasjon</h1>
        <AdminLoginForm />
      </div>
    </main>
  )
}

/** Covers the whole screen, open dialogs included, and leaves everything beneath it as it was. */
function ExpiredScreen() {
  const returnFocus = useReturnFocus()
  return (
    <Dialog.Root open>
      <Dialog.Portal>
        <Dialog.Content
          className={`${screenLayout} fixed inset-0 z-50 overflow-y-auto outline-none`}
          onCloseAutoFocus={returnFocus}
          onEscapeKeyDown={(event) => event.preventDefault()}
          onInteractOutside={(event) => event.preventDefault()}
        >
          <div className="w-full max-w-88">
            <p className="text-[0.8125rem] text-soft">{company.name}</p>
            <Dialog.Title className="mt-1 font-semibold text-3xl tracking-tight">Logg inn igjen</Dialog.Title>
            <Dialog.Description className="mt-3 mb-8 text-sm text-soft">
              Økten er utløpt. Det du holdt på med, står slik du forlot det.
            </Dialog.Description>
            <AdminLoginForm />
          </div>
        </Dialog.Content>
      </Dialog.Portal>
    </Dialog.Root>
  )
}

/** Takes the focus when it replaces the login, so that the keyboard starts at its top. */
function UnlockedScreen({ children }: { children: ReactNode }) {
  const screen = useRef<HTMLDivElement>(null)
  useEffect(() => screen.current?.focus({ preventScroll: true }), [])
  return (
    <div ref={screen} tabIndex={-1} className="outline-none">
      {children}
    </div>
  )
}

/** Asks for the administrator's password before showing its children, and again when the session has expired. */
export function AdminGate({ children }: { children: ReactNode }) {
  const { state } = useAdminSession()
  if (state === 'out') return <LoginScreen />
  return (
    <>
      <UnlockedScreen>{children}</UnlockedScreen>
      {state === 'expired' && <ExpiredScreen />}
    </>
  )
}
