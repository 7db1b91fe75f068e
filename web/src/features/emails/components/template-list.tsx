import { type TemplateType, templatePreviewLength, templateTypes } from '@kontor/contract/emails/emails.rules'
import { useState } from 'react'
import { errorText } from '../../../platform/api-client.ts'
import { formatDateTime } from '../../../platform/format.ts'
import { Badge } from '../../../ui/badge.tsx'
import { Button } from '../../../ui/button.tsx'
import { Figures } from '../../../ui/figures.tsx'
import { CheckIcon, CopyIcon, EditIcon, TrashIcon } from '../../../ui/icons.tsx'
import { RowAction } from '../../../ui/row-action.tsx'
import { Notice } from '../../../ui/states.tsx'
import { toast, toastFailure } from '../../../ui/toast-store.ts'
import { type EmailTemplate, useActivateTemplate } from '../emails.api.ts'

export type OpenDialog =
  | { readonly kind: 'create'; readonly copyOf: EmailTemplate | null }
  | { readonly kind: 'edit' | 'delete'; readonly template: EmailTemplate }

/** The start of a template's text, as one line without HTML. Parsed as a separate document, in which nothing runs or loads. */
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
          toastFailure('Kunne ikke oppdatere e-post mal')
        },
      },
    )
  }
  return (
    <span className="flex shrink-0 items-center gap-0.5">
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

const typeNames = Object.keys(templateTypes) as TemplateType[]

/** The templates, grouped by type. */
export function TemplateList({ templates, onOpenDialog }: TemplateListProps) {
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
              {!ofType.some(({ isActive }) => isActive) && (
                <p className="text-[0.8125rem] text-soft">Den innebygde teksten er i bruk</p>
              )}
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
