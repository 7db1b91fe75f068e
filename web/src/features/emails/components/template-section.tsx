import { useQuery } from '@tanstack/react-query'
import { useState } from 'react'
import { useShortcut } from '../../../platform/shortcuts.ts'
import { AddButton } from '../../../ui/add-button.tsx'
import { FileIcon } from '../../../ui/icons.tsx'
import { ListContent } from '../../../ui/list-content.tsx'
import { EmptyState } from '../../../ui/states.tsx'
import { emailTemplatesQuery } from '../emails.api.ts'
import { TemplateDeleteDialog } from './template-delete-dialog.tsx'
import { TemplateDialog } from './template-dialog.tsx'
import { type OpenDialog, TemplateList } from './template-list.tsx'

const texts = {
  loading: 'Henter malene …',
  failed: 'Kunne ikke hente malene',
  stale: 'Malene kunne ikke hentes på nytt og kan være gamle.',
}

/** The templates of confirmation mails. */
export function TemplateSection() {
  const query = useQuery(emailTemplatesQuery)
  const [dialog, setDialog] = useState<OpenDialog | null>(null)
  const create = () => setDialog({ kind: 'create', copyOf: null })
  const close = () => setDialog(null)
  useShortcut('n', 'Ny mal', create)
  const addButton = (
    <AddButton size="small" onClick={create}>
      Ny mal
    </AddButton>
  )

  const empty = (
    <EmptyState icon={<FileIcon />} title="Ingen maler ennå" action={addButton}>
      Bekreftelsene har den innebygde teksten til du lager en mal og tar den i bruk.
    </EmptyState>
  )

  return (
    <section aria-labelledby="email-templates">
      <div className="flex flex-wrap items-center gap-x-2 gap-y-2.5">
        <h2 id="email-templates" className="mr-auto font-semibold text-lg tracking-tight sm:text-xl">
          E-post maler
        </h2>
        {addButton}
      </div>
      <p className="mt-1 mb-5 max-w-prose text-soft text-sm">
        Malen som er i bruk, blir bekreftelsen som sendes, med sitt eget emne. Den som bruker den engelske siden, får
        den innebygde teksten på engelsk.
      </p>
      <ListContent query={query} texts={texts} empty={empty}>
        {(templates) => <TemplateList templates={templates} onOpenDialog={setDialog} />}
      </ListContent>
      {dialog?.kind === 'create' && <TemplateDialog template={null} copyOf={dialog.copyOf} onClose={close} />}
      {dialog?.kind === 'edit' && <TemplateDialog template={dialog.template} copyOf={null} onClose={close} />}
      {dialog?.kind === 'delete' && <TemplateDeleteDialog template={dialog.template} onClose={close} />}
    </section>
  )
}
