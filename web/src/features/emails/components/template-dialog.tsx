import { zodResolver } from '@hookform/resolvers/zod'
import { type TemplateType, tagsOf, templateTags, templateTypes } from '@kontor/contract/emails/emails.rules'
import { emailTemplateCreateSchema } from '@kontor/contract/emails/emails.schema'
import { type FocusEvent, useId, useRef } from 'react'
import { useForm } from 'react-hook-form'
import { Button } from '../../../ui/button.tsx'
import { Checkbox } from '../../../ui/checkbox.tsx'
import { FormDialog } from '../../../ui/form-dialog.tsx'
import { SelectField, TextareaField, TextField } from '../../../ui/form-fields.tsx'
import { toast, toastFailure } from '../../../ui/toast-store.ts'
import { useSaving } from '../../../ui/use-saving.tsx'
import { conflictingTemplate, type EmailTemplate, useSaveTemplate } from '../emails.api.ts'
import { TemplatePreview } from './template-preview.tsx'

const labels = { type: 'Type', subject: 'Emne', content: 'Innhold', isActive: 'I bruk' } as const

const typeOptions = Object.entries(templateTypes).map(([value, label]) => ({ value, label }))

type TextBox = HTMLInputElement | HTMLTextAreaElement

const emptyTemplate = { type: 'contact', subject: '', content: '', isActive: true } as const

const valuesOf = ({ type, subject, content, isActive }: EmailTemplate) => ({ type, subject, content, isActive })

const toastTexts = {
  create: { done: 'E-post mal er opprettet.', failed: 'Kunne ikke opprette e-post mal' },
  change: { done: 'E-post mal er oppdatert.', failed: 'Kunne ikke oppdatere e-post mal' },
} as const

/** The tags of a template type; a click inserts one at the cursor. */
function TagButtons({ type, onInsert }: { type: TemplateType; onInsert: (tag: string) => void }) {
  return (
    <fieldset className="flex min-w-0 flex-wrap items-center gap-1.5">
      <legend className="sr-only">Sett inn tagg</legend>
      <span aria-hidden="true" className="mr-1 text-[0.8125rem] text-soft">
        Sett inn:
      </span>
      {tagsOf(type).map((name) => (
        <Button
          key={name}
          size="small"
          aria-label={`Sett inn ${templateTags[name]?.label} {${name}}`}
          // Keeps the focus and the cursor in the field.
          onMouseDown={(event) => event.preventDefault()}
          onClick={() => onInsert(`{${name}}`)}
        >
          {templateTags[name]?.label} <span className="font-normal text-soft">{`{${name}}`}</span>
        </Button>
      ))}
    </fieldset>
  )
}

interface TemplateDialogProps {
  /** The template to change; null for a new one. */
  readonly template: EmailTemplate | null
  /** The template that a new one starts as a copy of; null for an empty one. */
  readonly copyOf: EmailTemplate | null
  readonly onClose: () => void
}

/** Edits a template beside a live preview of its mail. */
export function TemplateDialog({ template, copyOf, onClose }: TemplateDialogProps) {
  const save = useSaveTemplate()
  const activeId = useId()
  const cursor = useRef<TextBox | null>(null)
  const form = useForm({
    resolver: zodResolver(emailTemplateCreateSchema),
    defaultValues: template ? valuesOf(template) : copyOf ? { ...valuesOf(copyOf), isActive: false } : emptyTemplate,
  })
  const { register, setValue, watch } = form
  const { type, subject, content } = watch()
  const { done, failed } = toastTexts[template ? 'change' : 'create']

  const { dirty, submit, conflict, notices } = useSaving({
    form,
    labels,
    valuesOf,
    textOf: (field, value) =>
      field === 'type' ? typeOptions.find((option) => option.value === value)?.label : undefined,
    conflictIn: conflictingTemplate,
    save: async (values, current) => {
      const version = current?.version ?? template?.version
      await save.mutateAsync({ id: template?.id ?? null, template: { ...values, ...(version && { version }) } })
      toast({ title: 'Suksess', description: done })
      onClose()
    },
    onFailure: () => toastFailure(failed),
  })

  const rememberCursor = ({ currentTarget }: FocusEvent<TextBox>) => {
    cursor.current = currentTarget
  }

  const insert = (tag: string) => {
    const box = cursor.current
    if (!box) return form.setFocus('content')
    box.setRangeText(tag, box.selectionStart ?? box.value.length, box.selectionEnd ?? box.value.length, 'end')
    box.focus()
    setValue(box.name === 'subject' ? 'subject' : 'content', box.value, { shouldDirty: true, shouldTouch: true })
  }

  return (
    <FormDialog
      title={template ? 'Rediger mal' : copyOf ? 'Kopier mal' : 'Ny mal'}
      width="full"
      dirty={dirty || copyOf !== null}
      incomplete={subject.trim() === '' || content.trim() === ''}
      submitLabel={conflict ? 'Lagre likevel' : 'Lagre'}
      workingLabel="Lagrer …"
      onSubmit={submit}
      onClose={onClose}
    >
      <div className="grid gap-x-7 gap-y-6 lg:grid-cols-2">
        <div className="flex min-w-0 flex-col gap-4">
          {notices}
          <SelectField form={form} name="type" label={labels.type} required options={typeOptions} />
          <TextField form={form} name="subject" label={labels.subject} required onFocus={rememberCursor} />
          <TextareaField
            form={form}
            name="content"
            label={labels.content}
            hint="Vanlig tekst eller HTML. Mangler bedrift eller telefon, står det «ikke oppgitt»; egne ord skriver du slik: {company|bedriften din}."
            rows={10}
            required
            onFocus={rememberCursor}
          />
          <TagButtons type={type} onInsert={insert} />
          <div className="flex items-start text-sm">
            <Checkbox id={activeId} areaClassName="-mt-2.5 -ml-3 shrink-0" {...register('isActive')} />
            <label htmlFor={activeId} className="cursor-pointer">
              I bruk <span className="text-soft">– tar plassen til malen av samme type som er i bruk nå</span>
            </label>
          </div>
        </div>
        <TemplatePreview type={type} subject={subject} content={content} />
      </div>
    </FormDialog>
  )
}
