import {
  emailLimits,
  fillTags,
  sampleValues,
  type TemplateType,
  templateProblem,
} from '@kontor/contract/emails/emails.rules'
import { useEffect, useId, useRef, useState } from 'react'
import { createPortal } from 'react-dom'
import { cx } from '../../../ui/cx.ts'
import { Skeleton } from '../../../ui/skeleton.tsx'
import { templatePreviewAddress } from '../emails.api.ts'

interface TemplatePreviewProps {
  readonly type: TemplateType
  readonly subject: string
  readonly content: string
}

/** Milliseconds that the typing rests before the preview follows. */
const restMs = 350

/** A value once it has stopped changing; the first at once. */
const useRested = <Value,>(value: Value): Value => {
  const [rested, setRested] = useState(value)
  useEffect(() => {
    const timer = setTimeout(() => setRested(value), restMs)
    return () => clearTimeout(timer)
  }, [value])
  return rested
}

/**
 * The mail with sample data, made by the server as it makes the real one. A form brings it into a frame in which nothing
 * can run; a new frame for each text, shown once it is filled, so that nothing flickers and the Back button knows none of them.
 */
export function TemplatePreview({ type, subject, content }: TemplatePreviewProps) {
  const id = useId()
  const form = useRef<HTMLFormElement>(null)
  const rested = useRested(content)
  const restedSubject = useRested(subject)
  const problem = templateProblem(type, restedSubject) ?? templateProblem(type, rested)
  const [frames, setFrames] = useState<readonly number[]>([])
  const [shown, setShown] = useState(0)
  const newest = frames.at(-1)

  // biome-ignore lint/correctness/useExhaustiveDependencies: a new frame for each text
  useEffect(() => {
    setFrames((old) => [...old, (old.at(-1) ?? 0) + 1])
  }, [rested, type])

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
        {fillTags(subject, sampleValues(type), (value) => value) || '–'}
      </p>
      <p
        role="status"
        className={cx(problem && 'border-rule border-x bg-sunken px-3 pb-2 text-[0.8125rem] text-warning')}
      >
        {problem}
      </p>
      {/* In the body: the preview stands in the template's own form, and HTML has no form within a form. */}
      {createPortal(
        <form ref={form} method="post" action={templatePreviewAddress} hidden>
          <input type="hidden" name="type" value={type} readOnly />
          <textarea name="content" value={rested.slice(0, emailLimits.content)} readOnly />
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
