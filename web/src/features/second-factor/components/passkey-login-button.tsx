import type { passkeyLogin } from '@kontor/contract/second-factor/second-factor.endpoints'
import type { EndpointAnswer } from '@kontor/contract/shared/endpoint'
import { useQuery } from '@tanstack/react-query'
import { errorText } from '../../../platform/api-client.ts'
import { Button } from '../../../ui/base/button.tsx'
import { Notice } from '../../../ui/base/states.tsx'
import { canUsePasskeys, isCancelled, loginWaysQuery, usePasskeyLogin } from '../second-factor.api.ts'
import { type Language, secondFactorTexts } from './second-factor-texts.ts'

const labels = {
  no: { logIn: 'Bruk passnøkkel', working: 'Logger inn …' },
  en: { logIn: 'Use a passkey', working: 'Logging in...' },
} as const

interface PasskeyLoginButtonProps {
  readonly language: Language
  /** True for the panel's login, which rejects sales users. */
  readonly panel: boolean
  readonly onLoggedIn: (answer: EndpointAnswer<typeof passkeyLogin>) => void
}

/** Logs in by a passkey alone; shown if a passkey exists and the browser can use it. */
export function PasskeyLoginButton({ language, panel, onLoggedIn }: PasskeyLoginButtonProps) {
  const { data } = useQuery(loginWaysQuery)
  const login = usePasskeyLogin()
  if (!data?.passkeys || !canUsePasskeys()) return null
  const { logIn, working } = labels[language]
  const run = () => {
    if (!login.isPending) login.mutate({ panel, language }, { onSuccess: onLoggedIn })
  }
  return (
    <div className="mt-6 flex flex-col items-start gap-3 border-rule border-t pt-5">
      {login.error && (
        <Notice>
          {isCancelled(login.error) ? secondFactorTexts[language].step.cancelled : errorText(login.error)}
        </Notice>
      )}
      <Button working={login.isPending} workingLabel={working} onClick={run}>
        {logIn}
      </Button>
    </div>
  )
}
