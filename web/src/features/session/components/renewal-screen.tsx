import type { SessionUser } from '@kontor/contract/session/session.schema'
import { Dialog } from 'radix-ui'
import { type ReactNode, useEffect, useState } from 'react'
import { officeCompany as company } from '../../../platform/office-company.ts'
import { textInputs } from '../../../platform/shortcuts.ts'
import { renewalMark } from '../../../ui/base/interruption.ts'
import { useReturnFocus } from '../../../ui/dialog/use-return-focus.ts'
import { AdminLoginForm } from './admin-login-form.tsx'
import { LoginForm, screenLayout } from './login-form.tsx'

const pause = 500

/** Returns true once the user has pressed no key for half a second, or from the start if no text field has the focus. */
const useTypingPause = (): boolean => {
  const [paused, setPaused] = useState(() => !document.activeElement?.matches(textInputs))
  useEffect(() => {
    if (paused) return
    const wait = () => setTimeout(() => setPaused(true), pause)
    let timer = wait()
    const restart = () => {
      clearTimeout(timer)
      timer = wait()
    }
    // Listens in the capture phase, since fields stop the propagation of their keys.
    document.addEventListener('keydown', restart, true)
    return () => {
      clearTimeout(timer)
      document.removeEventListener('keydown', restart, true)
    }
  }, [paused])
  return paused
}

/** Focuses the password, the only missing input. `autoFocus` would run before the focus trap of a dialog beneath is released. */
const focusPassword = (event: Event): void => {
  if (!(event.currentTarget instanceof HTMLElement)) return
  event.preventDefault()
  event.currentTarget.querySelector<HTMLElement>('input[type=password]')?.focus()
}

/**
 * Asks for a login when the session has expired. Covers the whole screen and its open dialogs, which keep their state. Waits until the user
 * stops typing, so that keys meant for a field beneath don't reach the login.
 */
export function RenewalScreen({ children }: { children: ReactNode }) {
  return useTypingPause() && <RenewalDialog>{children}</RenewalDialog>
}

function RenewalDialog({ children }: { children: ReactNode }) {
  const returnFocus = useReturnFocus()
  return (
    <Dialog.Root open>
      <Dialog.Portal>
        <Dialog.Content
          {...renewalMark}
          className={`${screenLayout} fixed inset-0 z-50 overflow-y-auto outline-none`}
          onOpenAutoFocus={focusPassword}
          onCloseAutoFocus={returnFocus}
          onEscapeKeyDown={(event) => event.preventDefault()}
          onInteractOutside={(event) => event.preventDefault()}
        >
          <div className="w-full max-w-88">
            <p className="text-[0.8125rem] text-soft">{company.name}</p>
            <Dialog.Title className="mt-1 font-semibold text-[min(1.875rem,9vw)] leading-tight tracking-tight">
              Logg inn igjen
            </Dialog.Title>
            <Dialog.Description className="mt-3 mb-8 text-sm text-soft">
              Økten er utløpt. Det du holdt på med, står slik du forlot det.
            </Dialog.Description>
            {children}
          </div>
        </Dialog.Content>
      </Dialog.Portal>
    </Dialog.Root>
  )
}

interface RenewalProps {
  /** The user of the expired session. */
  readonly user: SessionUser
  /** Called after the login. `isSameUser` is false if another user logged in. */
  readonly onRenewed: (isSameUser: boolean) => void
}

/** Returns true if two administrators' names are the same, ignoring upper and lower case, as the login does. Null is the shared password. */
export const isSameAdmin = (one: string | null, other: string | null): boolean =>
  one?.toLowerCase() === other?.toLowerCase()

/** Shows the renewal screen to administrators and sales users. In place of a sales user, another sales user may log in. */
export function SessionRenewal({ user, onRenewed }: RenewalProps) {
  const admin = user.named ? user.username : null
  return (
    <RenewalScreen>
      {user.role === 'admin' ? (
        <AdminLoginForm
          username={admin}
          autoFocus={false}
          onLoggedIn={(username) => onRenewed(isSameAdmin(admin, username))}
        />
      ) : (
        <LoginForm username={user.username} onLoggedIn={({ username }) => onRenewed(username === user.username)} />
      )}
    </RenewalScreen>
  )
}
