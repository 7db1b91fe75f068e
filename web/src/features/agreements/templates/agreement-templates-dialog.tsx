import { useQuery } from '@tanstack/react-query'
import { useState } from 'react'
import { counted, formatOre } from '../../../platform/format.ts'
import { Button, IconButton } from '../../../ui/base/button.tsx'
import { TrashIcon } from '../../../ui/base/icons.tsx'
import { QueryState } from '../../../ui/base/query-state.tsx'
import { DeleteDialog } from '../../../ui/dialog/delete-dialog.tsx'
import { Dialog } from '../../../ui/dialog/dialog.tsx'
import { type AgreementTemplate, templatesQuery, useDeleteTemplate } from '../agreements.api.ts'

export const partsText = ({ lineCount, conditionCount }: AgreementTemplate): string =>
  `${counted(lineCount, 'linje', 'linjer')} og ${counted(conditionCount, 'betingelse', 'betingelser')}`

interface AgreementTemplatesDialogProps {
  readonly onChoose: (template: AgreementTemplate) => void
  readonly onClose: () => void
}

/** Lists the templates. Each can begin a new agreement or be deleted. */
export function AgreementTemplatesDialog({ onChoose, onClose }: AgreementTemplatesDialogProps) {
  const query = useQuery(templatesQuery)
  const remove = useDeleteTemplate()
  const [deleting, setDeleting] = useState<AgreementTemplate | null>(null)
  const { data } = query
  return (
    <>
      <Dialog title="Ny fra avtalemal" width="wide" onClose={onClose}>
        {!data && <QueryState query={query} failed="Kunne ikke hente avtalemalene" />}
        {data?.length === 0 && (
          <p className="text-sm text-soft">Ingen avtalemaler ennå. Åpne en avtale og velg «Lagre som avtalemal».</p>
        )}
        <ul>
          {data?.map((template) => (
            <li key={template.id} className="flex items-center gap-2 border-rule border-b py-2.5 last:border-b-0">
              <div className="min-w-0 flex-1 text-sm leading-snug [overflow-wrap:anywhere]">
                <p className="font-semibold">{template.name}</p>
                <p className="mt-0.5 text-[0.8125rem] text-soft">
                  {template.content.title} · {partsText(template)} ·{' '}
                  {formatOre(template.totalAmount + template.vatAmount)} ink. mva
                </p>
              </div>
              <Button size="small" aria-label={`Bruk ${template.name}`} onClick={() => onChoose(template)}>
                Bruk
              </Button>
              <IconButton
                label={`Slett avtalemalen ${template.name}`}
                icon={<TrashIcon />}
                onClick={() => setDeleting(template)}
              />
            </li>
          ))}
        </ul>
      </Dialog>
      {deleting && (
        <DeleteDialog
          title="Slette avtalemalen?"
          version={deleting.version}
          remove={(version) => remove.mutateAsync({ id: deleting.id, version })}
          deleted={{ title: 'Avtalemal slettet', description: deleting.name }}
          failed={(reason) => `Kunne ikke slette avtalemalen: ${reason}`}
          onCancel={() => setDeleting(null)}
        >
          <strong className="font-semibold text-ink">{deleting.name}</strong> blir slettet for godt. Avtaler som er
          laget av den, blir stående.
        </DeleteDialog>
      )}
    </>
  )
}
