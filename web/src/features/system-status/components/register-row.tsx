import { errorText } from '../../../platform/api-client.ts'
import { Button } from '../../../ui/base/button.tsx'
import { useCheckRegister } from '../system-status.api.ts'
import { StatusRow } from './status-row.tsx'

/** True if the company register responds; checked only on request. */
export function RegisterRow() {
  const check = useCheckRegister()
  const { data, error, isPending } = check
  const problem = error ? errorText(error) : data && !data.reachable ? data.problem : null
  const action = (
    <Button size="small" working={isPending} workingLabel="Prøver …" onClick={() => !isPending && check.mutate()}>
      Prøv oppslag
    </Button>
  )
  return (
    <StatusRow label="Enhetsregisteret" action={action} warning={problem}>
      <p role="status">{data?.reachable ? 'Svarer nå' : problem === null && 'Ikke prøvd ennå'}</p>
    </StatusRow>
  )
}
