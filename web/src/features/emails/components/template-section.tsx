import {
  type TemplateLanguage,
  type TemplateType,
  templateLanguages,
  templatePreviewLength,
  templateTypes,
} from '@kontor/contract/emails/emails.rules'
import { useQuery } from '@tanstack/react-query'
import { useState } from 'react'
import { errorText } from '../../../platform/api-client.ts'
import { formatDateTime } from '../../../platform/format.ts'
import { useShortcut } from '../../../platform/shortcuts.ts'
import { AddButton } from '../../../ui/base/add-button.tsx'
import { Badge } from '../../../ui/base/badge.tsx'
import { Button } from '../../../ui/base/button.tsx'
import { Figures } from '../../../ui/base/figures.tsx'
import { CheckIcon, CopyIcon, EditIcon, FileIcon, TrashIcon } from '../../../ui/base/icons.tsx'
import { EmptyState, Notice } from '../../../ui/base/states.tsx'
import { DeleteDialog } from '../../../ui/dialog/delete-dialog.tsx'
import { ListContent } from '../../../ui/list/list-content.tsx'
import { RowAction } from '../../../ui/table/row-action.tsx'
import { toastError } from '../../../ui/toast/failure-toast.ts'
import { toast } from '../../../ui/toast/toast-store.ts'
import { type EmailTemplate, emailTemplatesQuery, useActivateTemplate, useDeleteTemplate } from '../emails.api.ts'
import { TemplateDialog } from './template-dialog.tsx'

type OpenDialog =
  | { readonly kind: 'create'; readonly copyOf: EmailTemplate | null }
  | { readonly kind: 'edit' | 'delete'; readonly template: EmailTemplate }

/** Returns the start of a template's text on one line. Parses the HTML as a separate document, in which nothing runs or loads. */
const excerptOf = (html: string): string => {
  const spaced = html.replaceAll(/<(?=\/?(?:p|div|br|h[1-6]|li|tr|td|th|blockquote|hr)\b)/gi, ' <')
  const text = new DOMParser().parseFromString(spaced, 'text/html').body.textContent.replaceAll(/\s+/g, ' ').trim()
  const letters = [...text]
  return letters.length <= templatePreviewLength ? text : `${letters.slice(0, templatePreviewLength).join('')}…`
}

interface RowProps {
  readonly template: EmailTemplate
  readonly onOpenDialog: (dialog: OpenDialog) => void
  readonly onProblem: (problem: string | null) => void
}

function RowActions({ template, onOpenDialog, onProblem }: RowProps) {
  const activate = useActivateTemplate()
  const { subject, isActive } = template
  const of = `malen ${subject}`
  const toggle = () => {
    if (activate.isPending) return
    onProblem(null)
    activate.mutate(
      { template, isActive: !isActive },
      {
        onSuccess: () =>
          toast({ title: 'Suksess', description: isActive ? 'Malen er tatt ut av bruk.' : 'Malen er tatt i bruk.' }),
        onError: (error) => {
          onProblem(errorText(error))
          toastError(error, 'Kunne ikke oppdatere e-post mal', toggle)
        },
      },
    )
  }
  return (
    <span className="flex flex-wrap items-center gap-0.5">
      <Button
        size="small"
        className="mr-1.5"
        aria-disabled={activate.isPending}
        aria-label={`${isActive ? 'Ta ut av bruk' : 'Ta i bruk'}: ${subject}`}
        onClick={toggle}
      >
        {isActive ? 'Ta ut av bruk' : 'Ta i bruk'}
      </Button>
      <RowAction text="Rediger" of={of} icon={<EditIcon />} onClick={() => onOpenDialog({ kind: 'edit', template })} />
      <RowAction
        text="Kopier"
        of={of}
        icon={<CopyIcon />}
        onClick={() => onOpenDialog({ kind: 'create', copyOf: template })}
      />
      <RowAction text="Slett" of={of} icon={<TrashIcon />} onClick={() => onOpenDialog({ kind: 'delete', template })} />
    </span>
  )
}

function TemplateRow(props: RowProps) {
  const { template, onOpenDialog } = props
  return (
    <li className="flex flex-wrap items-center gap-x-5 gap-y-2 border-rule border-b py-3">
      <div className="min-w-0 flex-1 basis-72">
        <div className="flex min-w-0 items-center gap-2.5">
          <button
            type="button"
            onClick={() => onOpenDialog({ kind: 'edit', template })}
            className="min-w-0 truncate rounded-sm text-left font-semibold text-sm hover:underline"
          >
            {template.subject}
          </button>
          {template.isActive ? (
            <Badge tone="positive" icon={<CheckIcon className="size-3" />}>
              I bruk
            </Badge>
          ) : (
            <Badge>Ikke i bruk</Badge>
          )}
          {template.language !== 'no' && <Badge>{templateLanguages[template.language]}</Badge>}
        </div>
        <p className="mt-0.5 text-[0.8125rem] text-soft [overflow-wrap:anywhere]">{excerptOf(template.content)}</p>
        <p className="mt-0.5 text-soft text-xs">
          Endret <Figures text={formatDateTime(template.updatedAt)} />
        </p>
      </div>
      <RowActions {...props} />
    </li>
  )
}

interface TemplateListProps {
  readonly templates: readonly EmailTemplate[]
  readonly onOpenDialog: (dialog: OpenDialog) => void
}

/** Says which forms get the built-in text; null if none. */
const builtInText = (active: readonly EmailTemplate[]): string | null => {
  const has = (language: TemplateLanguage): boolean => active.some((template) => template.language === language)
  if (has('no')) return has('en') ? null : 'Engelske skjemaer får den innebygde teksten'
  return has('en') ? 'Norske skjemaer får den innebygde teksten' : 'Den innebygde teksten er i bruk'
}

const typeNames = Object.keys(templateTypes) as TemplateType[]

function TemplateList({ templates, onOpenDialog }: TemplateListProps) {
  const [problem, setProblem] = useState<string | null>(null)
  return (
    <div className="flex flex-col gap-7">
      {problem && <Notice onClose={() => setProblem(null)}>{problem}</Notice>}
      {typeNames.map((type) => {
        const ofType = templates.filter((template) => template.type === type)
        return (
          <section key={type} aria-label={templateTypes[type]}>
            <div className="flex flex-wrap items-baseline gap-x-3 border-ink border-b pb-1.5">
              <h3 className="font-semibold text-sm">{templateTypes[type]}</h3>
              <p className="text-[0.8125rem] text-soft">{builtInText(ofType.filter(({ isActive }) => isActive))}</p>
            </div>
            {ofType.length > 0 && (
              <ul>
                {ofType.map((template) => (
                  <TemplateRow
                    key={template.id}
                    template={template}
                    onOpenDialog={onOpenDialog}
                    onProblem={setProblem}
                  />
                ))}
              </ul>
            )}
          </section>
        )
      })}
    </div>
  )
}

function TemplateDeleteDialog({ template, onClose }: { template: EmailTemplate; onClose: () => void }) {
  const remove = useDeleteTemplate()
  return (
    <DeleteDialog
      title="Slette e-postmalen?"
      version={template.version}
      remove={(version) => remove.mutateAsync({ id: template.id, version })}
      deleted={{ title: 'Suksess', description: 'E-postmalen er slettet.' }}
      failed="Kunne ikke slette e-post mal"
      onCancel={onClose}
    >
      Malen <strong className="font-semibold text-ink">{template.subject}</strong> blir slettet for godt. Det kan ikke
      angres.
      {template.isActive &&
        ` Den er i bruk: etter dette får bekreftelsene${template.language === 'en' ? ' på engelsk' : ''} den innebygde teksten.`}
    </DeleteDialog>
  )
}

const texts = {
  loading: 'Henter malene …',
  failed: 'Kunne ikke hente malene',
  stale: 'Malene kunne ikke hentes på nytt og kan være gamle.',
}

export function TemplateSection() {
  const query = useQuery(emailTemplatesQuery)
  const [dialog, setDialog] = useState<OpenDialog | null>(null)
  const create = () => setDialog({ kind: 'create', copyOf: null })
  const close = () => setDialog(null)
  useShortcut('n', 'Ny e-postmal', create)
  const addButton = (
    <AddButton size="small" onClick={create}>
      Ny e-postmal
    </AddButton>
  )

  const empty = (
    <EmptyState icon={<FileIcon />} title="Ingen e-postmaler ennå" action={addButton}>
      Bekreftelsene har den innebygde teksten til du lager en mal og tar den i bruk.
    </EmptyState>
  )

  return (
    <section aria-labelledby="email-templates">
      <div className="flex flex-wrap items-center gap-x-2 gap-y-2.5">
        <h2 id="email-templates" className="mr-auto font-semibold text-lg tracking-tight sm:text-xl">
          E-postmaler
        </h2>
        {query.data?.length !== 0 && addButton}
      </div>
      <p className="mt-1 mb-5 max-w-prose text-soft text-sm">
        Malen som er i bruk, blir bekreftelsen som sendes, med sitt eget emne. Den som bruker den engelske siden, får
        den engelske malen, eller den innebygde teksten på engelsk.
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
