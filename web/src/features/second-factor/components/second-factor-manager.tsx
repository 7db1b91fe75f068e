import { authenticatorKinds } from '@kontor/contract/second-factor/second-factor.rules'
import type { SecondFactor } from '@kontor/contract/second-factor/second-factor.schema'
import { useQuery, useQueryClient } from '@tanstack/react-query'
import { useState } from 'react'
import { counted, formatDate, formatLongDateTime } from '../../../platform/format.ts'
import { Button } from '../../../ui/base/button.tsx'
import { QueryState } from '../../../ui/base/query-state.tsx'
import { Notice } from '../../../ui/base/states.tsx'
import { DeleteDialog } from '../../../ui/dialog/delete-dialog.tsx'
import { toast } from '../../../ui/toast/toast-store.ts'
import { type Authenticator, secondFactorQuery, useRemoveAuthenticator } from '../second-factor.api.ts'
import { AddFactorDialog, RecoveryCodesDialog, RenameDialog } from './second-factor-dialogs.tsx'

type OpenDialog =
  | { readonly kind: 'app' | 'passkey' | 'codes' }
  | { readonly kind: 'rename' | 'remove'; readonly authenticator: Authenticator }

interface FactorListProps {
  readonly authenticators: readonly Authenticator[]
  readonly onAction: (kind: 'rename' | 'remove', authenticator: Authenticator) => void
}

function FactorList({ authenticators, onAction }: FactorListProps) {
  return (
    <ul className="border-rule border-t">
      {authenticators.map((authenticator) => {
        const { id, kind, name, createdAt, lastUsedAt } = authenticator
        return (
          <li key={id} className="flex flex-wrap items-center gap-x-4 gap-y-2 border-rule border-b py-2.5">
            <div className="min-w-[min(14rem,100%)] flex-1">
              <p className="font-semibold text-sm [overflow-wrap:anywhere]">{name}</p>
              <p className="mt-0.5 text-[0.8125rem] text-soft">
                {name !== authenticatorKinds[kind] && `${authenticatorKinds[kind]} · `}
                Lagt til {formatDate(createdAt)} ·{' '}
                {lastUsedAt ? `Sist brukt ${formatLongDateTime(lastUsedAt)}` : 'Ikke brukt ennå'}
              </p>
            </div>
            <div className="flex flex-wrap gap-1.5">
              <Button
                size="small"
                aria-label={`Gi nytt navn til ${name}`}
                onClick={() => onAction('rename', authenticator)}
              >
                Gi nytt navn
              </Button>
              <Button
                size="small"
                variant="quiet"
                aria-label={`Fjern ${name}`}
                onClick={() => onAction('remove', authenticator)}
              >
                Fjern
              </Button>
            </div>
          </li>
        )
      })}
    </ul>
  )
}

function RecoveryCodes({ left, onRenew }: { readonly left: number; readonly onRenew: () => void }) {
  return (
    <div className="flex flex-wrap items-center justify-between gap-x-4 gap-y-2 border-rule border-b py-2.5">
      <div className="min-w-[min(14rem,100%)] flex-1">
        <p className="font-semibold text-sm">Gjenopprettingskoder</p>
        <p className="mt-0.5 text-[0.8125rem] text-soft">
          {counted(left, 'kode igjen', 'koder igjen')}. Med dem kommer du inn hvis du mister det andre.
        </p>
      </div>
      <Button size="small" onClick={onRenew}>
        Lag nye koder
      </Button>
    </div>
  )
}

const fewCodes = (left: number): string =>
  left === 0 ? 'ingen gjenopprettingskoder' : `bare ${counted(left, 'gjenopprettingskode', 'gjenopprettingskoder')}`

function Factors({ data, onOpen }: { readonly data: SecondFactor; readonly onOpen: (dialog: OpenDialog) => void }) {
  const { authenticators, recoveryCodesLeft } = data
  const hasApp = authenticators.some(({ kind }) => kind === 'totp')
  const isOn = authenticators.length > 0
  return (
    <>
      {isOn && recoveryCodesLeft <= 3 && (
        <Notice tone="warning" isLasting className="mb-4">
          Du har {fewCodes(recoveryCodesLeft)} igjen. Lag nye, så du ikke blir stengt ute.
        </Notice>
      )}
      {isOn && (
        <>
          <FactorList
            authenticators={authenticators}
            onAction={(kind, authenticator) => onOpen({ kind, authenticator })}
          />
          <RecoveryCodes left={recoveryCodesLeft} onRenew={() => onOpen({ kind: 'codes' })} />
        </>
      )}
      <div className="mt-4 flex flex-wrap gap-2">
        {!hasApp && <Button onClick={() => onOpen({ kind: 'app' })}>Legg til autentiseringsapp</Button>}
        <Button onClick={() => onOpen({ kind: 'passkey' })}>Legg til passnøkkel</Button>
      </div>
    </>
  )
}

/** The logged-in user's second factors. */
export function SecondFactorManager() {
  const query = useQuery(secondFactorQuery)
  const { data } = query
  const client = useQueryClient()
  const remove = useRemoveAuthenticator()
  const [dialog, setDialog] = useState<OpenDialog | null>(null)
  const close = () => setDialog(null)
  const closeAdded = () => {
    close()
    toast({ title: 'Totrinnsbekreftelse er oppdatert' })
    void client.invalidateQueries({ queryKey: secondFactorQuery.queryKey })
  }
  return (
    <>
      <p className="mb-4 max-w-prose text-sm text-soft leading-relaxed">
        {data?.authenticators.length === 0 && !data.required
          ? 'Totrinnsbekreftelse er av. Slå den på ved å legge til en autentiseringsapp eller en passnøkkel: da holder ikke passordet alene for å komme inn.'
          : 'Etter passordet logger du inn med en kode eller en passnøkkel. Med en passnøkkel kan du også logge inn uten passord.'}
      </p>
      <QueryState query={query} loading="Henter innloggingsmåtene …" failed="Kunne ikke hente innloggingsmåtene">
        {(factors) => <Factors data={factors} onOpen={setDialog} />}
      </QueryState>
      {(dialog?.kind === 'app' || dialog?.kind === 'passkey') && (
        <AddFactorDialog kind={dialog.kind} onAdded={closeAdded} onClose={close} />
      )}
      {dialog?.kind === 'codes' && <RecoveryCodesDialog onClose={close} />}
      {dialog?.kind === 'rename' && <RenameDialog authenticator={dialog.authenticator} onClose={close} />}
      {dialog?.kind === 'remove' && (
        <DeleteDialog
          title={`Fjerne ${dialog.authenticator.name}?`}
          confirmLabel="Fjern"
          workingLabel="Fjerner …"
          version={dialog.authenticator.version}
          remove={(version) => remove.mutateAsync({ id: dialog.authenticator.id, version })}
          deleted={{ title: 'Fjernet', description: dialog.authenticator.name }}
          failed="Kunne ikke fjerne innloggingsmåten"
          onCancel={close}
        >
          {data?.authenticators.length === 1
            ? 'Totrinnsbekreftelse slås av, og gjenopprettingskodene slutter å virke.'
            : 'Du kan ikke lenger logge inn med den.'}
        </DeleteDialog>
      )}
    </>
  )
}
