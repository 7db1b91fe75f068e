import { zodResolver } from '@hookform/resolvers/zod'
import { templateTypes } from '@kontor/contract/emails/emails.rules'
import { emailTemplateCreateSchema } from '@kontor/contract/emails/emails.schema'
import { type FocusEvent, useId, useRef } from 'react'
import { Controller, useForm } from 'react-hook-form'
import { Checkbox } from '../../../ui/checkbox.tsx'
import { Field, Input, Textarea } from '../../../ui/field.tsx'
import { FormDialog } from '../../../ui/form-dialog.tsx'
import { Select } from '../../../ui/select.tsx'
import { toast } from '../../../ui/toast-store.ts'
import { useSaving } from '../../../ui/use-saving.tsx'
import { conflictingTemplate, type EmailTemplate, useSaveTemplate } from '../emails.api.ts'
import { TagButtons } from './tag-buttons.tsx'
import { TemplatePreview } from './template-preview.tsx'

const labels = { type: 'Type', subject: 'Emne', content: 'Innhold', isActive: 'I bruk' } as const

type TemplateField = keyof typeof labels

const typeOptions = Object.entries(templateTypes).map(([value, label]) => ({ value, label }))

const textOf = (field: TemplateField, value: unknown): string => {
  if (field === 'isActive') return value === true ? 'Ja' : 'Nei'
  const type = field === 'type' && typeOptions.find((option) => option.value === value)
  return type ? type.label : String(value ?? '')
}

type TextBox = HTMLInputElement | HTMLTextAreaElement

const emptyTemplate = { type: 'contact', subject: '', content: '', isActive: true } as const

const valuesOf = ({ type, subject, content, isActive }: EmailTemplate) => ({ type, subject, content, isActive })

const toastTexts = {
  create: { done: 'E-post mal er opprettet.', failed: 'Kunne ikke opprette e-post mal' },
  change: { done: 'E-post mal er oppdatert.', failed: 'Kunne ikke oppdatere e-post mal' },
} as const

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
  const { control, register, formState, setValue, watch } = form
  const { errors, isDirty } = formState
  const { type, subject, content } = watch()
  const { done, failed } = toastTexts[template ? 'change' : 'create']

  const { submit, conflict, notices } = useSaving({
    form,
    labels,
    valuesOf,
    textOf,
    conflictIn: conflictingTemplate,
    save: async (values) => {
      const version = conflict?.version ?? template?.version
      await save.mutateAsync({ id: template?.id ?? null, template: { ...values, ...(version && { version }) } })
      toast({ title: 'Suksess', description: done })
      onClose()
    },
    onFailure: () => toast({ title: 'Feil', description: failed, variant: 'destructive' }),
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
      dirty={isDirty || copyOf !== null}
      incomplete={subject.trim() === '' || content.trim() === ''}
      submitLabel={conflict ? 'Lagre likevel' : 'Lagre'}
      workingLabel="Lagrer …"
      onSubmit={submit}
      onClose={onClose}
    >
      <div className="grid gap-x-7 gap-y-6 lg:grid-cols-2">
        <div className="flex min-w-0 flex-col gap-4">
          {notices}
          <Field label="Type" required error={errors.type?.message}>
            {(props) => (
              <Controller
                control={control}
                name="type"
                render={({ field }) => (
                  <Select {...props} value={field.value} onValueChange={field.onChange} options={typeOptions} />
                )}
              />
            )}
          </Field>
          <Field label="Emne" required error={errors.subject?.message}>
            {(props) => <Input {...props} {...register('subject')} autoComplete="off" onFocus={rememberCursor} />}
          </Field>
          <Field
            label="Innhold"
            required
            error={errors.content?.message}
            hint="Vanlig tekst eller HTML. Mangler bedrift eller telefon, står det «ikke oppgitt»; egne ord skriver du slik: {company|bedriften din}."
          >
            {(props) => <Textarea {...props} {...register('content')} rows={10} onFocus={rememberCursor} />}
          </Field>
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
