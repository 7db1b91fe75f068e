import { leadViewLimits } from '@kontor/contract/leads/leads.rules'
import { Popover } from 'radix-ui'
import { type Dispatch, type FormEvent, type SetStateAction, useRef, useState } from 'react'
import { errorText } from '../../../platform/api-client.ts'
import { Button } from '../../../ui/base/button.tsx'
import { cx } from '../../../ui/base/cx.ts'
import { BookmarkIcon } from '../../../ui/base/icons.tsx'
import { PopoverPanel } from '../../../ui/base/popover-panel.tsx'
import { Skeleton } from '../../../ui/base/skeleton.tsx'
import { Notice } from '../../../ui/base/states.tsx'
import { useExclusive } from '../../../ui/base/use-exclusive.ts'
import { Field, Input } from '../../../ui/form/field.tsx'
import { LabelledCheckbox } from '../../../ui/form/form-fields.tsx'
import { useFormPopover } from '../../../ui/form/use-form-popover.ts'
import type { ColumnVisibility } from '../../../ui/table/use-column-visibility.ts'
import { toast } from '../../../ui/toast/toast-store.ts'
import { type LeadView, useCreateView, useDeleteView, useUpdateView } from '../leads.views.api.ts'
import { MineView, mineName, ViewList } from './lead-view-list.tsx'
import { type ActiveView, storedIn, useActiveView } from './use-active-view.ts'
import type { LeadListState } from './use-lead-list.ts'

interface LeadViewsProps {
  readonly list: LeadListState
  readonly visibility: ColumnVisibility
  /** False for the administrator, who owns no leads. */
  readonly canOwn: boolean
}

/** The input for a new view. */
interface Draft {
  readonly name: string
  readonly shares: boolean
}

const noDraft: Draft = { name: '', shares: false }

/** Shows a button with the active view's name. It opens a list of views: the user's own leads, and saved filters, sort orders and columns. */
export function LeadViews({ list, visibility, canOwn }: LeadViewsProps) {
  const [draft, setDraft] = useState(noDraft)
  const { open, onOpenChange } = useFormPopover(draft.name !== '' || draft.shares, () => setDraft(noDraft))
  const view = useActiveView(list, visibility)
  const { active, isChanged } = view
  const shownName = active?.name ?? (canOwn && list.isMine ? mineName : undefined)
  const close = () => void onOpenChange(false)
  return (
    <Popover.Root open={open} onOpenChange={(opens) => void onOpenChange(opens)}>
      <Popover.Trigger asChild>
        <Button className={cx(shownName ? 'bg-fjord-tint! max-sm:w-9 max-sm:px-0!' : 'max-xl:w-9 max-xl:px-0!')}>
          <BookmarkIcon />
          <span className={cx(shownName ? 'sr-only' : 'max-xl:sr-only')}>Visninger</span>{' '}
          {shownName && (
            <>
              <span className="max-w-32 truncate max-sm:sr-only xl:max-w-48">{shownName}</span>{' '}
              {isChanged && <span className="font-normal text-soft max-sm:sr-only">Endret</span>}
            </>
          )}
        </Button>
      </Popover.Trigger>
      <PopoverPanel
        align="end"
        aria-label="Lagrede visninger"
        className="max-h-[min(32rem,var(--radix-popover-content-available-height))] w-[min(22rem,calc(100vw-1rem))] overflow-y-auto p-3 text-sm"
      >
        {canOwn && (
          <MineView
            isShown={list.isMine}
            onShow={() => {
              list.showMine()
              close()
            }}
          />
        )}
        <Views view={view} draft={draft} onDraftChange={setDraft} onClose={close} />
      </PopoverPanel>
    </Popover.Root>
  )
}

const isCalled = (name: string, view: LeadView): boolean =>
  view.shared_by === null && view.name.toLowerCase() === name.trim().toLowerCase()

interface ViewsProps {
  readonly view: ActiveView
  readonly draft: Draft
  readonly onDraftChange: Dispatch<SetStateAction<Draft>>
  readonly onClose: () => void
}

function Views({ view, draft, onDraftChange, onClose }: ViewsProps) {
  const { views, error, active, isChanged, shown, show, setSaved } = view
  const create = useCreateView()
  const update = useUpdateView()
  const remove = useDeleteView()
  const { name, shares } = draft
  const [problem, setProblem] = useState<string | null>(null)
  const input = useRef<HTMLInputElement>(null)
  const [isSaving, run] = useExclusive()
  const existing = views?.find((one) => isCalled(name, one))

  /** Runs a change of the views, one at a time. After a failure, shows `sentence` and the reason. */
  const attempt = (change: () => Promise<unknown>, sentence = '') =>
    run(async () => {
      setProblem(null)
      try {
        await change()
      } catch (failure) {
        setProblem(`${sentence}${errorText(failure)}`)
      }
    })

  const saveView = (event: FormEvent) => {
    event.preventDefault()
    if (name.trim() === '') return
    void attempt(async () => {
      const body = { ...shown, name: name.trim(), is_shared: shares || undefined }
      const saved = await (existing
        ? update.mutateAsync({ ...body, id: existing.id, version: existing.version })
        : create.mutateAsync(body))
      toast({ title: 'Visning lagret', description: saved.name })
      // Clears the input unless the user has changed it during the save.
      onDraftChange((typed) => (typed === draft ? noDraft : typed))
      setSaved(saved.id)
    })
  }
  const updateView = ({ id, version, name: kept }: LeadView) =>
    attempt(async () => {
      await update.mutateAsync({ ...shown, id, version, name: kept })
      toast({ title: 'Visning oppdatert', description: kept })
      onClose()
    }, `${kept} ble ikke oppdatert. `)
  const shareView = (shared: LeadView) => {
    const { id, version, name: kept, is_shared } = shared
    return attempt(
      () => update.mutateAsync({ ...storedIn(shared), id, version, name: kept, is_shared: !is_shared }),
      is_shared ? `${kept} er fortsatt delt. ` : `${kept} ble ikke delt. `,
    )
  }
  const removeView = async (removed: LeadView) => {
    await attempt(async () => {
      await remove.mutateAsync(removed)
      toast({ title: 'Visning slettet', description: removed.name })
      if (removed.id === active?.id) setSaved(null)
    }, `${removed.name} ble ikke slettet. `)
    input.current?.focus()
  }
  const showView = (chosen: LeadView) => {
    show(chosen)
    onClose()
  }

  const trouble = problem ?? (error && `Kunne ikke hente visningene. ${errorText(error)}`)
  return (
    <>
      {trouble && <Notice>{trouble}</Notice>}
      {active && isChanged && (
        <div className="mb-3 rounded-md bg-sunken p-3">
          <p>
            <strong className="font-semibold [overflow-wrap:anywhere]">{active.name}</strong> er endret siden den ble
            lagret.
          </p>
          <span className="mt-2 flex flex-wrap gap-2">
            {active.shared_by === null && (
              <Button size="small" variant="primary" onClick={() => void updateView(active)}>
                Oppdater visningen
              </Button>
            )}
            <Button size="small" onClick={() => showView(active)}>
              Tilbakestill
            </Button>
          </span>
        </div>
      )}
      {!views && !error && <Skeleton className="h-8" />}
      {views?.length === 0 && <p className="text-soft">Ingen visninger er lagret ennå.</p>}
      {views && (
        <ViewList
          views={views}
          activeId={active?.id}
          onShow={showView}
          onShare={(one) => void shareView(one)}
          onRemove={(one) => void removeView(one)}
        />
      )}
      <form onSubmit={saveView} className="mt-3 flex flex-col gap-2 border-rule border-t pt-3">
        <Field
          label="Lagre det som vises nå, som"
          hint={existing ? `«${existing.name}» finnes og blir erstattet.` : undefined}
        >
          {(control) => (
            <Input
              {...control}
              ref={input}
              value={name}
              onChange={({ target }) => onDraftChange({ name: target.value, shares })}
              readOnly={isSaving}
              maxLength={leadViewLimits.name}
              placeholder="Navn på visningen"
              autoComplete="off"
            />
          )}
        </Field>
        <span className="flex flex-wrap items-center justify-between gap-2">
          <LabelledCheckbox
            label="Del med alle"
            checked={shares}
            onChange={(next) => onDraftChange({ name, shares: next })}
          />
          <Button
            type="submit"
            size="small"
            working={isSaving}
            workingLabel="Lagrer …"
            aria-disabled={isSaving || name.trim() === ''}
          >
            Lagre visning
          </Button>
        </span>
      </form>
    </>
  )
}
