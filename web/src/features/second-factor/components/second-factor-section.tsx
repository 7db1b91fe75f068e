import type { SecondFactorPolicy } from '@kontor/contract/second-factor/second-factor.schema'
import { useQuery } from '@tanstack/react-query'
import { useState } from 'react'
import { errorText } from '../../../platform/api-client.ts'
import { QueryState } from '../../../ui/base/query-state.tsx'
import { SettingsSection } from '../../../ui/base/settings-section.tsx'
import { Skeleton } from '../../../ui/base/skeleton.tsx'
import { Notice } from '../../../ui/base/states.tsx'
import { LabelledCheckbox } from '../../../ui/form/form-fields.tsx'
import { toast } from '../../../ui/toast/toast-store.ts'
import {
  loginWaysQuery,
  secondFactorPolicyQuery,
  useChangePolicy,
  useChangeSharedPassword,
} from '../second-factor.api.ts'
import { SecondFactorManager } from './second-factor-manager.tsx'

const roles = [
  { role: 'admin', label: 'Krev totrinnsbekreftelse av administratorer' },
  { role: 'sales', label: 'Krev totrinnsbekreftelse av selgere' },
] as const

function PolicySection() {
  const query = useQuery(secondFactorPolicyQuery)
  const change = useChangePolicy()
  /** The choices that are being stored. */
  const [chosen, setChosen] = useState<Partial<SecondFactorPolicy>>({})
  const [problem, setProblem] = useState<string | null>(null)
  const set = async (role: keyof SecondFactorPolicy, required: boolean) => {
    setProblem(null)
    setChosen((others) => ({ ...others, [role]: required }))
    try {
      await change.mutateAsync({ [role]: required })
      toast({ title: 'Kravet er lagret' })
    } catch (failure) {
      setProblem(errorText(failure))
    }
    setChosen(({ [role]: _, ...others }) => others)
  }
  return (
    <SettingsSection title="Krav til innlogging">
      {problem && <Notice className="mb-3">{problem}</Notice>}
      <QueryState
        query={query}
        loading="Henter kravene …"
        skeleton={<Skeleton className="h-16 w-full" />}
        failed="Kunne ikke hente kravene"
      >
        {(data) => (
          <div className="border-rule border-y py-2">
            {roles.map(({ role, label }) => (
              <LabelledCheckbox
                key={role}
                label={label}
                checked={chosen[role] ?? data[role]}
                onChange={(required) => void set(role, required)}
              />
            ))}
            <p className="mt-1 mb-2 max-w-prose text-[0.8125rem] text-soft">
              Den som mangler totrinnsbekreftelse, må sette den opp rett etter passordet, og kommer ikke videre før det
              er gjort.
            </p>
          </div>
        )}
      </QueryState>
    </SettingsSection>
  )
}

/** Switches the shared password on or off, which only administrators with an account of their own may do. */
function SharedPasswordSection() {
  const { data } = useQuery(loginWaysQuery)
  const change = useChangeSharedPassword()
  const set = (enabled: boolean) => {
    const title = enabled ? 'Det felles passordet er slått på' : 'Det felles passordet er slått av'
    change.mutate({ enabled }, { onSuccess: () => toast({ title }) })
  }
  if (!data) return null
  return (
    <SettingsSection title="Felles passord">
      {change.error && <Notice className="mb-3">{errorText(change.error)}</Notice>}
      <div className="border-rule border-y py-2">
        <LabelledCheckbox
          label="Administratorer kan logge inn med det felles passordet"
          checked={change.isPending ? change.variables.enabled : data.sharedPassword}
          onChange={set}
        />
        <p className="mt-1 mb-2 max-w-prose text-[0.8125rem] text-soft">
          Slå det av når alle administratorer har egen bruker. Da går det fram av historikken hvem som har gjort hva, og
          den som slutter, kommer ikke inn lenger.
        </p>
      </div>
    </SettingsSection>
  )
}

/** Shows the second factors of the administrator, and the rules for everyone. */
export function SecondFactorSection({ isNamed }: { readonly isNamed: boolean }) {
  return (
    <>
      <SettingsSection title="Totrinnsbekreftelse">
        <SecondFactorManager />
      </SettingsSection>
      <PolicySection />
      {isNamed && <SharedPasswordSection />}
    </>
  )
}
