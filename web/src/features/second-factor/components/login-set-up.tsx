import { useState } from 'react'
import { Button } from '../../../ui/base/button.tsx'
import type { AddedFactor } from '../second-factor.api.ts'
import { AppSetUp } from './app-set-up.tsx'
import { PasskeySetUp } from './passkey-set-up.tsx'
import { RecoveryCodeList } from './recovery-code-list.tsx'
import { type Language, secondFactorTexts } from './second-factor-texts.ts'

interface LoginSetUpProps {
  readonly language: Language
  readonly onPassed: (auth: string) => void
}

/** Lets users who must have a second factor, but have none, set one up. */
export function LoginSetUp({ language, onPassed }: LoginSetUpProps) {
  const { setUp: texts, codes } = secondFactorTexts[language]
  const [kind, setKind] = useState<'app' | 'passkey' | null>(null)
  const [added, setAdded] = useState<AddedFactor | null>(null)
  const finish = (factor: AddedFactor) => (factor.recoveryCodes ? setAdded(factor) : onPassed(factor.auth))

  if (added?.recoveryCodes) {
    return (
      <>
        <RecoveryCodeList codes={added.recoveryCodes} language={language} />
        <Button variant="primary" className="mt-5" onClick={() => onPassed(added.auth)}>
          {codes.done}
        </Button>
      </>
    )
  }
  if (kind === 'app') return <AppSetUp language={language} onAdded={finish} />
  if (kind === 'passkey') return <PasskeySetUp language={language} onAdded={finish} />
  return (
    <>
      <p className="text-sm text-soft leading-relaxed">{texts.intro}</p>
      <div className="my-4 flex flex-col gap-4">
        {(
          [
            ['app', texts.app, texts.appHint],
            ['passkey', texts.passkey, texts.passkeyHint],
          ] as const
        ).map(([id, label, hint]) => (
          <div key={id}>
            <Button onClick={() => setKind(id)}>{label}</Button>
            <p className="mt-1 text-[0.8125rem] text-soft">{hint}</p>
          </div>
        ))}
      </div>
    </>
  )
}
