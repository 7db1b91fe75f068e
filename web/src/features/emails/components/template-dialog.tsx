import { zodResolver } from '@hookform/resolvers/zod'
import {
  emailLimits,
  emptyTagsIn,
  fillTags,
  missingValue,
  sampleValues,
  type TemplateLanguage,
  type TemplateType,
  tagLabel,
  tagNames,
  templateLanguages,
  templateProblem,
  templateTypes,
} from '@kontor/contract/emails/emails.rules'
import { emailTemplateCreateSchema } from '@kontor/contract/emails/emails.schema'
import { type FocusEvent, useEffect, useId, useRef, useState } from 'react'
import { createPortal } from 'react-dom'
import { useForm } from 'react-hook-form'
import { Button } from '../../../ui/button.tsx'
import { Checkbox } from '../../../ui/checkbox.tsx'
import { cx } from '../../../ui/cx.ts'
import { FormDialog } from '../../../ui/form-dialog.tsx'
import { SelectField, TextareaField, TextField } from '../../../ui/form-fields.tsx'
import { Skeleton } from '../../../ui/skeleton.tsx'
import { toast } from '../../../ui/toast-store.ts'
import { useSaving } from '../../../ui/use-saving.tsx'
import { conflictingTemplate, type EmailTemplate, templatePreviewAddress, useSaveTemplate } from '../emails.api.ts'

const debounceMs = 350

/** Debounces a value; returns the first one at once. */
const useDebounced = <Value,>(value: Value): Value => {
  const [debounced, setDebounced] = useState(value)
  useEffect(() => {
    const timer = setTimeout(() => setDebounced(value), debounceMs)
    return () => clearTimeout(timer)
  }, [value])
  return debounced
}

const emptyTagsText = (type: TemplateType, text: string): string | undefined => {
  const names = emptyTagsIn(type, text).map((name) => `{${name}}`)
  return names.length === 0
    ? undefined
    : `${names.join(' og ')} blir tom i maler for ${templateTypes[type].toLowerCase()}.`
}

/**
 * The mail with sample data, rendered by the server like the real one. A form loads it into a fully sandboxed frame. Each text gets
 * a new frame, shown once loaded, which avoids flicker and history entries.
 */
interface TemplatePreviewProps {
  readonly type: TemplateType
  readonly language: TemplateLanguage
  readonly subject: string
  readonly content: string
}

function TemplatePreview({ type, language, subject, content }: TemplatePreviewProps) {
  const id = useId()
  const form = useRef<HTMLFormElement>(null)
  const debouncedContent = useDebounced(content)
  const debouncedSubject = useDebounced(subject)
  const problem =
    templateProblem(debouncedSubject) ??
    templateProblem(debouncedContent) ??
    emptyTagsText(type, `${debouncedSubject} ${debouncedContent}`)
  const [frames, setFrames] = useState<readonly number[]>([])
  const [shown, setShown] = useState(0)
  const newest = frames.at(-1)

  // biome-ignore lint/correctness/useExhaustiveDependencies: a new frame for each text
  useEffect(() => {
    setFrames((old) => [...old, (old.at(-1) ?? 0) + 1])
  }, [debouncedContent, type, language])

  useEffect(() => {
    if (newest === undefined || !form.current) return
    form.current.target = `preview${id}${newest}`
    form.current.submit()
  }, [newest, id])

  const show = (frame: number) => {
    setShown((old) => Math.max(old, frame))
    setFrames((old) => old.filter((other) => other >= frame))
  }

  return (
    <section aria-label="Forhåndsvisning" className="flex min-h-112 min-w-0 flex-col">
      <p className="mb-2 text-[0.8125rem] text-soft">
        Slik blir den, med eksempler i stedet for taggene. Bilder fra nettet vises ikke her.
      </p>
      <p className="rounded-t-md border border-rule border-b-0 bg-sunken px-3 py-2 text-sm [overflow-wrap:anywhere]">
        <span className="text-soft">Emne: </span>
        {fillTags(subject, sampleValues(type, language), {
          write: (value) => value,
          missing: missingValue[language],
        }) || '–'}
      </p>
      <p
        role="status"
        className={cx(problem && 'border-rule border-x bg-sunken px-3 pb-2 text-[0.8125rem] text-warning')}
      >
        {problem}
      </p>
      {/* In the body: the preview is inside the template's form, and HTML forbids nested forms. */}
      {createPortal(
        <form ref={form} method="post" action={templatePreviewAddress} hidden>
          <input type="hidden" name="type" value={type} readOnly />
          <input type="hidden" name="language" value={language} readOnly />
          <textarea name="content" value={debouncedContent.slice(0, emailLimits.content)} readOnly />
        </form>,
        document.body,
      )}
      <div className="relative min-h-80 flex-1 overflow-hidden rounded-b-md border border-rule bg-[white]">
        {shown === 0 && <Skeleton className="absolute inset-0" />}
        {frames.map((frame) => (
          <iframe
            key={frame}
            name={`preview${id}${frame}`}
            title="Forhåndsvisning av e-posten"
            sandbox=""
            onLoad={() => frame === newest && show(frame)}
            {...(frame !== shown && { 'aria-hidden': true, tabIndex: -1 })}
            className={cx('absolute inset-0 size-full [color-scheme:light]', frame !== shown && 'invisible')}
          />
        ))}
      </div>
    </section>
  )
}

const labels = { type: 'Type', language: 'Språk', subject: 'Emne', content: 'Innhold', isActive: 'I bruk' } as const

const optionsOf = (names: Readonly<Record<string, string>>) =>
  Object.entries(names).map(([value, label]) => ({ value, label }))

/** The fields that are chosen from a list. */
const options = { type: optionsOf(templateTypes), language: optionsOf(templateLanguages) }

type TextBox = HTMLInputElement | HTMLTextAreaElement

const emptyTemplate = { type: 'contact', language: 'no', subject: '', content: '', isActive: true } as const

const valuesOf = ({ type, language, subject, content, isActive }: EmailTemplate) => ({
  type,
  language,
  subject,
  content,
  isActive,
})

const toastTexts = {
  create: { done: 'E-post mal er opprettet.', failed: 'Kunne ikke opprette e-post mal' },
  change: { done: 'E-post mal er oppdatert.', failed: 'Kunne ikke oppdatere e-post mal' },
} as const

/** All tags; a click inserts one at the cursor. */
function TagButtons({ onInsert }: { onInsert: (tag: string) => void }) {
  return (
    <fieldset className="flex min-w-0 flex-wrap items-center gap-1.5">
      <legend className="sr-only">Sett inn tagg</legend>
      <span aria-hidden="true" className="mr-1 text-[0.8125rem] text-soft">
        Sett inn:
      </span>
      {tagNames.map((name) => (
        <Button
          key={name}
          size="small"
          aria-label={`Sett inn ${tagLabel(name)} {${name}}`}
          // Keeps the focus and the cursor in the field.
          onMouseDown={(event) => event.preventDefault()}
          onClick={() => onInsert(`{${name}}`)}
        >
          {tagLabel(name)} <span className="font-normal text-soft">{`{${name}}`}</span>
        </Button>
      ))}
    </fieldset>
  )
}

interface TemplateDialogProps {
  readonly template: EmailTemplate | null
  /** The template that a new one starts as a copy of; null for an empty one. */
  readonly copyOf: EmailTemplate | null
  readonly onClose: () => void
}

export function TemplateDialog({ template, copyOf, onClose }: TemplateDialogProps) {
  const save = useSaveTemplate()
  const activeId = useId()
  const cursor = useRef<TextBox | null>(null)
  const form = useForm({
    resolver: zodResolver(emailTemplateCreateSchema),
    defaultValues: template ? valuesOf(template) : copyOf ? { ...valuesOf(copyOf), isActive: false } : emptyTemplate,
  })
  const { register, setValue, watch } = form
  const { type, language = 'no', subject, content } = watch()
  const { done, failed } = toastTexts[template ? 'change' : 'create']

  const { dirty, submit, conflict, notices } = useSaving({
    form,
    labels,
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
          <div className="grid grid-cols-2 gap-3">
            <SelectField form={form} name="type" label={labels.type} required options={options.type} />
            <SelectField form={form} name="language" label={labels.language} required options={options.language} />
          </div>
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
          <TagButtons onInsert={insert} />
          <div className="flex items-start text-sm">
            <Checkbox id={activeId} areaClassName="-mt-2.5 -ml-3 shrink-0" {...register('isActive')} />
            <label htmlFor={activeId} className="cursor-pointer">
              I bruk <span className="text-soft">– tar plassen til malen av samme type og språk som er i bruk nå</span>
            </label>
          </div>
        </div>
        <TemplatePreview type={type} language={language} subject={subject} content={content} />
      </div>
    </FormDialog>
  )
}
