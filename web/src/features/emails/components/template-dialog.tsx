import { zodResolver } from '@hookform/resolvers/zod'
import { type TagName, templateLanguages, templateTypes } from '@kontor/contract/emails/emails.rules'
import { emailTemplateCreateSchema } from '@kontor/contract/emails/emails.schema'
import { useId } from 'react'
import { useForm } from 'react-hook-form'
import { loadable } from '../../../ui/base/loadable.tsx'
import { Skeleton } from '../../../ui/base/skeleton.tsx'
import { SaveDialog } from '../../../ui/dialog/save-dialog.tsx'
import { Checkbox } from '../../../ui/form/checkbox.tsx'
import { ControlledField, TextField } from '../../../ui/form/form-fields.tsx'
import { SelectField } from '../../../ui/form/select-field.tsx'
import { useSaving } from '../../../ui/form/use-saving.tsx'
import { toast } from '../../../ui/toast/toast-store.ts'
import { conflictingTemplate, type EmailTemplate, useSaveTemplate } from '../emails.api.ts'
import { TagMenu } from './tag-menu.tsx'
import { TemplatePreview } from './template-preview.tsx'

const TemplateContent = loadable(
  async () => (await import('./template-content.tsx')).TemplateContent,
  <Skeleton className="h-76 w-full" />,
)

const labels = { type: 'Type', language: 'Språk', subject: 'Emne', content: 'Innhold', isActive: 'I bruk' } as const

const optionsOf = (names: Readonly<Record<string, string>>) =>
  Object.entries(names).map(([value, label]) => ({ value, label }))

/** The options of the fields that offer a choice. */
const options = { type: optionsOf(templateTypes), language: optionsOf(templateLanguages) }

const emptyTemplate = { type: 'contact', language: 'no', subject: '', content: '', isActive: true } as const

const valuesOf = ({ type, language, subject, content, isActive }: EmailTemplate) => ({
  type,
  language,
  subject,
  content,
  isActive,
})

const toastTexts = {
  create: { done: 'E-postmalen er opprettet.', failed: 'Kunne ikke opprette e-post mal' },
  change: { done: 'E-postmalen er oppdatert.', failed: 'Kunne ikke oppdatere e-post mal' },
} as const

interface TemplateDialogProps {
  readonly template: EmailTemplate | null
  /** The template that a new one is copied from; null for an empty form. */
  readonly copyOf: EmailTemplate | null
  readonly onClose: () => void
}

export function TemplateDialog({ template, copyOf, onClose }: TemplateDialogProps) {
  const save = useSaveTemplate()
  const activeId = useId()
  const subjectId = useId()
  const form = useForm({
    resolver: zodResolver(emailTemplateCreateSchema),
    defaultValues: template ? valuesOf(template) : copyOf ? { ...valuesOf(copyOf), isActive: false } : emptyTemplate,
  })
  const { register, setValue, watch } = form
  const { type, language = 'no', subject, content } = watch()
  const { done, failed } = toastTexts[template ? 'change' : 'create']

  const saving = useSaving({
    form,
    labels,
    pending: copyOf !== null,
    valuesOf,
    textOf: (field, value) =>
      field === 'type' || field === 'language'
        ? options[field].find((option) => option.value === value)?.label
        : undefined,
    conflictIn: conflictingTemplate,
    save: async (values, current) => {
      const version = current?.version ?? template?.version
      await save.mutateAsync({ id: template?.id ?? null, template: { ...values, ...(version && { version }) } })
      toast({ title: 'Suksess', description: done })
      onClose()
    },
    failed: failed,
  })

  const insertInSubject = (name: TagName) => {
    const box = document.getElementById(subjectId)?.querySelector('input')
    if (!box) return
    box.setRangeText(`{${name}}`, box.selectionStart ?? box.value.length, box.selectionEnd ?? box.value.length, 'end')
    setValue('subject', box.value, { shouldDirty: true, shouldTouch: true })
  }

  return (
    <SaveDialog
      saving={saving}
      title={template ? 'Rediger e-postmal' : copyOf ? 'Kopier e-postmal' : 'Ny e-postmal'}
      width="full"
      creates={!template}
      onClose={onClose}
    >
      <div className="grid gap-x-7 gap-y-6 lg:grid-cols-2">
        <div className="flex min-w-0 flex-col gap-4">
          <div className="grid grid-cols-2 gap-3">
            <SelectField form={form} name="type" label={labels.type} required options={options.type} />
            <SelectField form={form} name="language" label={labels.language} required options={options.language} />
          </div>
          <div id={subjectId} className="flex items-start gap-1">
            <TextField form={form} name="subject" label={labels.subject} required fieldClassName="flex-1" />
            <TagMenu
              type={type}
              label="Sett inn tagg i emnet"
              // Aligns the button with the text box.
              className="mt-7"
              onInsert={insertInSubject}
              onClose={() => form.setFocus('subject')}
            />
          </div>
          <ControlledField
            form={form}
            name="content"
            label={labels.content}
            hint="Skriv {name} eller velg en tagg. Mangler bedrift eller telefon, står det «ikke oppgitt»; egne ord skriver du slik: {company|bedriften din}."
            required
          >
            {(control, { value, onChange, onBlur, ref }) => (
              <TemplateContent
                control={control}
                type={type}
                value={value}
                onChange={onChange}
                onBlur={onBlur}
                focusRef={ref}
              />
            )}
          </ControlledField>
          <div className="flex items-start text-sm">
            <Checkbox id={activeId} areaClassName="-mt-2.5 -ml-3 shrink-0" {...register('isActive')} />
            <label htmlFor={activeId} className="cursor-pointer">
              I bruk <span className="text-soft">– tar plassen til malen av samme type og språk som er i bruk nå</span>
            </label>
          </div>
        </div>
        <TemplatePreview type={type} language={language} subject={subject} content={content} />
      </div>
    </SaveDialog>
  )
}
