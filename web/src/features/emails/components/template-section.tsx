import { useQuery } from '@tanstack/react-query'
import { type ReactNode, useState } from 'react'
import { errorText } from '../../../platform/api-client.ts'
import { useShortcut } from '../../../platform/shortcuts.ts'
import { Button } from '../../../ui/button.tsx'
import { FileIcon, PlusIcon } from '../../../ui/icons.tsx'
import { ListSkeleton } from '../../../ui/list-skeleton.tsx'
import { EmptyState, ErrorState, Notice } from '../../../ui/states.tsx'
import { emailTemplatesQuery } from '../emails.api.ts'
import { TemplateDeleteDialog } from './template-delete-dialog.tsx'
import { TemplateDialog } from './template-dialog.tsx'
import { type OpenDialog, TemplateList } from './template-list.tsx'

/** The templates of confirmations: which there are, and which are in use. */
export function TemplateSection() {
  const { data, error, refetch } = useQuery(emailTemplatesQuery)
  const [dialog, setDialog] = useState<OpenDialog | null>(null)
  const create = () => setDialog({ kind: 'create', copied: null })
  const close = () => setDialog(null)
  useShortcut('n', 'Ny mal', create)
  const createButton = (
    <Button variant="primary" size="small" onClick={create}>
      <PlusIcon /> Ny mal
    </Button>
  )

  let content: ReactNode = <ListSkeleton label="Henter malene …" />
  if (data?.length === 0) {
    content = (
      <EmptyState icon={<FileIcon />} title="Ingen maler ennå" action={createButton}>
        Bekreftelsene har den innebygde teksten til du lager en mal og tar den i bruk.
      </EmptyState>
    )
  } else if (data) content = <TemplateList templates={data} onOpenDialog={setDialog} />
  else if (error) {
    content = <ErrorState title="Kunne ikke hente malene" message={errorText(error)} onRetry={() => void refetch()} />
  }

  return (
    <section aria-labelledby="email-templates">
      <div className="flex flex-wrap items-center gap-x-2 gap-y-2.5">
        <h2 id="email-templates" className="mr-auto font-semibold text-lg tracking-tight sm:text-xl">
          E-post maler
        </h2>
        {createButton}
      </div>
      <p className="mt-1 mb-5 max-w-prose text-soft text-sm">
        Malen som er i bruk, blir bekreftelsen som sendes, med sitt eget emne. Den som bruker den engelske siden, får
        den innebygde teksten på engelsk.
      </p>
      {data && error && (
        <div className="mb-4">
          <Notice>Malene kunne ikke hentes på nytt og kan være gamle. {errorText(error)}</Notice>
        </div>
      )}
      {content}
      {dialog?.kind === 'create' && <TemplateDialog template={null} copied={dialog.copied} onClose={close} />}
      {dialog?.kind === 'edit' && <TemplateDialog template={dialog.template} copied={null} onClose={close} />}
      {dialog?.kind === 'delete' && <TemplateDeleteDialog template={dialog.template} onClose={close} />}
    </section>
  )
}
