import { useQuery } from '@tanstack/react-query'
import { useCreateShortcut } from '../../../platform/create-request.ts'
import type { DeleteOutcome } from '../../../platform/delete-many.ts'
import { AddButton } from '../../../ui/base/add-button.tsx'
import { CalendarIcon } from '../../../ui/base/icons.tsx'
import { EmptyState } from '../../../ui/base/states.tsx'
import { useListDialog } from '../../../ui/dialog/use-list-dialog.ts'
import { countedTitle } from '../../../ui/list/list-content.tsx'
import { useSelection } from '../../../ui/list/use-selection.ts'
import { useRegistrationsOf } from '../components/use-opened-webinar.ts'
import { WebinarDeleteDialog } from '../components/webinar-delete-dialog.tsx'
import { WebinarFormDialog } from '../components/webinar-form-dialog.tsx'
import { type OpenDialog, WebinarList } from '../components/webinar-list.tsx'
import { useRefreshWebinars, webinarsQuery } from '../webinars.api.ts'

const texts = { loading: 'Henter webinarer …', failed: 'Kunne ikke hente webinarene' }

/** The webinars and their registrations. */
export function WebinarsPage() {
  const { data, error } = useQuery(webinarsQuery)
  const { refreshing, refresh } = useRefreshWebinars()
  const [openedId, setOpenedId] = useRegistrationsOf()
  const [selection, setSelection] = useSelection(data ?? [])
  const { dialog, setDialog, close, ending, notice } = useListDialog<OpenDialog>()
  const create = () => setDialog({ kind: 'create' })
  useCreateShortcut('Nytt webinar', create)

  const showOutcome = ({ deleted }: DeleteOutcome, failure: string | null) => {
    ending.onDone(failure)
    if (openedId !== null && deleted.has(openedId)) setOpenedId(null, 'replace')
    setSelection((previous) => new Set([...previous].filter((id) => !deleted.has(id))))
  }
  const empty = (
    <EmptyState
      icon={<CalendarIcon />}
      title="Ingen webinarer ennå"
      action={<AddButton onClick={create}>Nytt webinar</AddButton>}
    >
      Aktive webinarer som ikke har vært, vises på nettsiden, og de som melder seg på der, står her.
    </EmptyState>
  )

  return (
    <WebinarList
      title={countedTitle('Webinarer', data)}
      query={{ data, error, isFetching: refreshing, refetch: refresh }}
      texts={texts}
      empty={empty}
      {...notice}
      primary={<AddButton onClick={create}>Nytt webinar</AddButton>}
      dialogs={
        dialog?.kind === 'delete' ? (
          <WebinarDeleteDialog webinars={dialog.webinars} onDone={showOutcome} onCancel={close} />
        ) : (
          dialog && <WebinarFormDialog form={dialog} onClose={close} />
        )
      }
      selection={selection}
      onSelectionChange={setSelection}
      onOpenDialog={setDialog}
    />
  )
}
