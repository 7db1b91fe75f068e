import type { TagName, TemplateType } from '@kontor/contract/emails/emails.rules'
import { useEffect, useMemo, useRef, useState } from 'react'
import { Button } from '../../../ui/base/button.tsx'
import { Notice } from '../../../ui/base/states.tsx'
import { ConfirmDialog } from '../../../ui/dialog/confirm-dialog.tsx'
import { type FieldControlProps, Textarea } from '../../../ui/form/field.tsx'
import { TagMenu } from './tag-menu.tsx'
import { TemplateEditor } from './template-editor.tsx'
import { asEdited, findLosses, tagText } from './template-html.ts'

interface ContentProps {
  readonly control: FieldControlProps
  readonly type: TemplateType
  readonly value: string
  readonly onChange: (content: string) => void
  readonly onBlur: () => void
  /** Receives the text box, which is focused if there is an error. */
  readonly focusRef: (box: HTMLElement | null) => void
}

interface SourceProps extends ContentProps {
  readonly losses: readonly string[] | null
  readonly onShowText: () => void
}

const lossesText = (losses: readonly string[]): string =>
  losses.length === 0
    ? 'Malen er satt opp annerledes enn redigeringen gjør det, så den vises som HTML.'
    : `Malen har HTML som redigeringen ikke kan vise, så den vises som HTML: ${losses.join(', ')}.`

function TemplateSource({ control, type, value, onChange, onBlur, focusRef, losses, onShowText }: SourceProps) {
  const box = useRef<HTMLTextAreaElement | null>(null)
  const insert = (name: TagName) => {
    if (!box.current) return
    const { selectionStart, selectionEnd } = box.current
    box.current.setRangeText(tagText(name, null), selectionStart, selectionEnd, 'end')
    onChange(box.current.value)
  }
  return (
    <>
      {losses && <Notice tone="warning">{lossesText(losses)}</Notice>}
      <div className="rounded-md border border-border bg-surface">
        <div className="flex items-center gap-0.5 border-rule border-b p-1">
          <TagMenu
            type={type}
            label="Sett inn tagg i innholdet"
            onInsert={insert}
            onClose={() => box.current?.focus()}
          />
          <Button variant="quiet" size="small" className="ml-auto" onClick={onShowText}>
            Rediger som tekst
          </Button>
        </div>
        <Textarea
          {...control}
          ref={(element) => {
            box.current = element
            focusRef(element)
          }}
          rows={14}
          spellCheck={false}
          value={value}
          onChange={({ target }) => onChange(target.value)}
          onBlur={onBlur}
          className="block border-0 font-mono text-[0.8125rem]"
        />
      </div>
    </>
  )
}

/** A template's content, edited as text or as HTML. Loaded with its editor when a template is opened. */
export function TemplateContent(props: ContentProps) {
  const { value, onChange } = props
  const [view, setView] = useState<'text' | 'html'>(() => (findLosses(value) ? 'html' : 'text'))
  const [asking, setAsking] = useState(false)
  /** The key changes when the content is replaced from outside, which restarts the editor. */
  const [source, setSource] = useState({ key: 0, content: value })
  const written = useRef(value)
  const losses = useMemo(() => (view === 'html' ? findLosses(value) : null), [view, value])

  const restart = (content: string) => {
    written.current = content
    setSource(({ key }) => ({ key: key + 1, content }))
  }

  useEffect(() => {
    if (value === written.current) return
    written.current = value
    setSource(({ key }) => ({ key: key + 1, content: value }))
    if (findLosses(value)) setView('html')
  }, [value])

  const write = (content: string) => {
    written.current = content
    onChange(content)
  }
  const showText = () => {
    if (losses) return setAsking(true)
    restart(value)
    setView('text')
  }
  const simplify = () => {
    const content = asEdited(value)
    setAsking(false)
    onChange(content)
    restart(content)
    setView('text')
  }

  return (
    <>
      {view === 'html' ? (
        <TemplateSource {...props} onChange={write} losses={losses} onShowText={showText} />
      ) : (
        <TemplateEditor
          key={source.key}
          {...props}
          initial={source.content}
          onChange={write}
          end={
            <Button
              variant="quiet"
              size="small"
              className="ml-auto"
              aria-label="Vis HTML"
              onClick={() => setView('html')}
            >
              HTML
            </Button>
          }
        />
      )}
      {asking && (
        <ConfirmDialog
          title="Redigere malen som tekst?"
          confirmLabel="Forenkle malen"
          cancelLabel="Behold HTML"
          onConfirm={simplify}
          onCancel={() => setAsking(false)}
        >
          {losses && losses.length > 0
            ? `Redigeringen kan ikke vise dette, så det blir borte fra malen: ${losses.join(', ')}.`
            : 'Redigeringen setter opp malen på sin måte, så noe av utformingen kan bli borte.'}
        </ConfirmDialog>
      )}
    </>
  )
}
