import {
  emailLimits,
  emptyTagsIn,
  fillTags,
  missingValue,
  sampleValues,
  type TemplateLanguage,
  type TemplateType,
  templateProblem,
  templateTypes,
} from '@kontor/contract/emails/emails.rules'
import { useEffect, useId, useRef, useState } from 'react'
import { createPortal } from 'react-dom'
import { useDebounced } from '../../../platform/use-debounced.ts'
import { cx } from '../../../ui/base/cx.ts'
import { Skeleton } from '../../../ui/base/skeleton.tsx'
import { templatePreviewAddress } from '../emails.api.ts'

const debounceMs = 350

const emptyTagsText = (type: TemplateType, text: string): string | undefined => {
  const names = emptyTagsIn(type, text).map((name) => `{${name}}`)
  return names.length === 0
    ? undefined
    : `${names.join(' og ')} blir tom i maler for ${templateTypes[type].toLowerCase()}.`
}

/**
 * The preview shows the mail with sample data, rendered by the server like a real mail. A form loads it into a fully sandboxed frame. Each
 * change of the text loads a new frame, which is shown once it has loaded. This avoids flicker and history entries.
 */
interface TemplatePreviewProps {
  readonly type: TemplateType
  readonly language: TemplateLanguage
  readonly subject: string
  readonly content: string
}

export function TemplatePreview({ type, language, subject, content }: TemplatePreviewProps) {
  const id = useId()
  const form = useRef<HTMLFormElement>(null)
  const debouncedContent = useDebounced(content, debounceMs)
  const debouncedSubject = useDebounced(subject, debounceMs)
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
      {/* Rendered in the body: the preview is inside the template's form, and HTML forbids nested forms. */}
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
