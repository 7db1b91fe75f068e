import { errorText } from '../../../platform/api-client.ts'
import { counted, formatNumber } from '../../../platform/format.ts'
import { Button } from '../../../ui/base/button.tsx'
import { TrashIcon } from '../../../ui/base/icons.tsx'
import { useExclusive } from '../../../ui/base/use-exclusive.ts'
import { SelectionBar } from '../../../ui/list/selection-bar.tsx'
import { toast } from '../../../ui/toast/toast-store.ts'
import { type Contact, useSetContactStates } from '../contacts.api.ts'

const markTexts = { handled: 'Merk som behandlet', new: 'Merk som ny' } as const

type MarkedState = keyof typeof markTexts

interface ContactSelectionBarProps {
  readonly selected: readonly Contact[]
  readonly onClear: () => void
  readonly onDelete: () => void
  readonly onProblem: (problem: string | null) => void
}

/** Shows the actions for selected enquiries. */
export function ContactSelectionBar({ selected, onClear, onDelete, onProblem }: ContactSelectionBarProps) {
  const setStates = useSetContactStates()
  const [working, run] = useExclusive()
  const mark = async (state: MarkedState) => {
    onProblem(null)
    try {
      const { size } = await setStates.mutateAsync({ ids: selected.map(({ id }) => id), state })
      const left = selected.filter(({ suspect }) => suspect).length
      const rest = left > 0 ? ' Mistenkelige må godkjennes først.' : ''
      const verb = state === 'new' ? 'er nye' : 'er behandlet'
      toast({
        title: 'Suksess',
        description: `${counted(size, 'henvendelse', 'henvendelser')} ${size === 1 && state === 'new' ? 'er ny' : verb}.${rest}`,
      })
      onClear()
    } catch (error) {
      onProblem(`Henvendelsene ble ikke merket. ${errorText(error)}`)
    }
  }
  const isOffered = (state: MarkedState) => selected.some((contact) => !contact.suspect && contact.state !== state)
  return (
    <SelectionBar count={selected.length} onClear={onClear}>
      {(['handled', 'new'] as const).filter(isOffered).map((state) => (
        <Button
          key={state}
          size="small"
          variant={state === 'handled' ? 'primary' : 'secondary'}
          aria-disabled={working}
          onClick={() => void run(() => mark(state))}
        >
          {markTexts[state]}
        </Button>
      ))}
      <Button size="small" className="text-danger!" onClick={onDelete}>
        <TrashIcon /> Slett valgte ({formatNumber(selected.length)})
      </Button>
    </SelectionBar>
  )
}
