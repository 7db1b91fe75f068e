import { type LeadField, leadFields, leadViewLimits } from '@kontor/contract/leads/leads.rules'
import { useQuery } from '@tanstack/react-query'
import { Popover } from 'radix-ui'
import { type FormEvent, useRef, useState } from 'react'
import { errorText } from '../../../platform/api-client.ts'
import { Button, IconButton } from '../../../ui/button.tsx'
import { Field, Input } from '../../../ui/field.tsx'
import { BookmarkIcon, CloseIcon } from '../../../ui/icons.tsx'
import { PopoverPanel } from '../../../ui/popover-panel.tsx'
import { Skeleton } from '../../../ui/skeleton.tsx'
import { Notice } from '../../../ui/states.tsx'
import { toast } from '../../../ui/toast-store.ts'
import type { ColumnVisibility } from '../../../ui/use-column-visibility.ts'
import { type LeadView, leadViewsQuery, useDeleteView, useSaveView } from '../leads.api.ts'
import type { LeadListState } from './use-lead-list.ts'

interface LeadViewsProps {
  readonly list: LeadListState
  readonly visibility: ColumnVisibility
}

/** The user's saved views of the list: filters, sort order and columns. */
export function LeadViews({ list, visibility }: LeadViewsProps) {
  const [open, setOpen] = useState(false)

  const apply = ({ q, status, industry, due, owner, sort, columns }: LeadView) => {
    list.setFilter({ q, status, industry, due, owner, sort })
    if (columns)
      visibility.setHidden(leadFields.filter((field) => field !== 'company_name' && !columns.includes(field)))
    setOpen(false)
  }

  return (
    <Popover.Root open={open} onOpenChange={setOpen}>
      <Popover.Trigger asChild>
        <Button className="max-xl:w-9 max-xl:px-0!">
          <BookmarkIcon /> <span className="max-xl:sr-only">Visninger</span>
        </Button>
      </Popover.Trigger>
      <PopoverPanel
        align="end"
        aria-label="Lagrede visninger"
        className="max-h-[min(28rem,var(--radix-popover-content-available-height))] w-[min(20rem,calc(100vw-1rem))] overflow-y-auto p-3 text-sm"
      >
        <Views list={list} visibility={visibility} onApply={apply} />
      </PopoverPanel>
    </Popover.Root>
  )
}

function Views({ list, visibility, onApply }: LeadViewsProps & { onApply: (view: LeadView) => void }) {
  const { data: views, error } = useQuery(leadViewsQuery)
  const save = useSaveView()
  const remove = useDeleteView()
  const [name, setName] = useState('')
  const [problem, setProblem] = useState<string | null>(null)
  const input = useRef<HTMLInputElement>(null)
  const existing = views?.find((view) => view.name.toLowerCase() === name.trim().toLowerCase())

  const saveView = async (event: FormEvent) => {
    event.preventDefault()
    if (save.isPending || name.trim() === '') return
    setProblem(null)
    const { page: _page, ...shown } = list.key
    const columns: LeadField[] = leadFields.filter((field) => !visibility.hidden.has(field))
    try {
      const saved = await save.mutateAsync({ id: existing?.id, name: name.trim(), ...shown, columns })
      toast({ title: 'Visning lagret', description: saved.name })
      setName('')
    } catch (failure) {
      setProblem(errorText(failure))
    }
  }

  const removeView = async ({ id, name: removed }: LeadView) => {
    setProblem(null)
    try {
      await remove.mutateAsync(id)
      toast({ title: 'Visning slettet', description: removed })
    } catch (failure) {
      setProblem(`${removed} ble ikke slettet. ${errorText(failure)}`)
    }
    input.current?.focus()
  }

  const trouble = problem ?? (error && `Kunne ikke hente visningene. ${errorText(error)}`)
  return (
    <>
      {trouble && <Notice>{trouble}</Notice>}
      {!views && !error && <Skeleton className="h-8" />}
      {views?.length === 0 && <p className="text-soft">Ingen visninger er lagret ennå.</p>}
      <ul>
        {views?.map((view) => (
          <li key={view.id} className="flex items-center gap-1">
            <button
              type="button"
              onClick={() => onApply(view)}
              className="min-w-0 flex-1 truncate rounded-sm px-2 py-2 text-left hover:bg-sunken"
            >
              {view.name}
            </button>
            <IconButton
              label={`Slett visningen ${view.name}`}
              icon={<CloseIcon />}
              onClick={() => void removeView(view)}
            />
          </li>
        ))}
      </ul>
      <form onSubmit={(event) => void saveView(event)} className="mt-3 flex flex-col gap-2 border-rule border-t pt-3">
        <Field
          label="Lagre det som vises nå, som"
          hint={existing ? `«${existing.name}» finnes og blir erstattet.` : undefined}
        >
          {(control) => (
            <Input
              {...control}
              ref={input}
              value={name}
              onChange={(event) => setName(event.target.value)}
              maxLength={leadViewLimits.name}
              placeholder="Navn på visningen"
              autoComplete="off"
            />
          )}
        </Field>
        <Button type="submit" size="small" aria-disabled={save.isPending || name.trim() === ''} className="self-end">
          {save.isPending ? 'Lagrer …' : 'Lagre visning'}
        </Button>
      </form>
    </>
  )
}
