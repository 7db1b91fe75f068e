import { isTagName, type TagName, type TemplateType, tagLabel } from '@kontor/contract/emails/emails.rules'
import { Editor } from '@tiptap/core'
import { NodeSelection } from '@tiptap/pm/state'
import { type ReactNode, useEffect, useReducer, useRef, useState } from 'react'
import { cx } from '../../../ui/base/cx.ts'
import { Field, type FieldControlProps, Input } from '../../../ui/form/field.tsx'
import { TagMenu } from './tag-menu.tsx'
import { contentOf, editorHtml } from './template-html.ts'
import { LinkButtons } from './template-links.tsx'
import { templateExtensions } from './template-nodes.ts'
import { cleanPasted } from './template-paste.ts'
import { newStep } from './template-steps.ts'
import { FormatButtons } from './template-toolbar.tsx'

const textClasses = [
  'max-h-[60dvh] min-h-64 overflow-y-auto whitespace-pre-wrap break-words px-3 py-2.5 text-sm leading-relaxed outline-none',
  '[&>*+*]:mt-3 [&_a]:underline [&_a]:underline-offset-2 [&_strong]:font-bold [&_li]:ml-5',
  '[&_h1]:font-bold [&_h1]:text-xl [&_h2]:font-bold [&_h2]:text-lg [&_h3]:font-bold [&_ol]:list-decimal [&_ul]:list-disc',
  '[&_blockquote]:border-signal-strong [&_blockquote]:border-l-3 [&_blockquote]:pl-3.5',
  '[&_a.button]:inline-block [&_a.button]:min-w-16 [&_a.button]:rounded-md [&_a.button]:bg-fjord [&_a.button]:px-5 [&_a.button]:py-2 [&_a.button]:font-semibold [&_a.button]:text-on-fjord [&_a.button]:no-underline',
  '[&_[data-tag]]:rounded-sm [&_[data-tag]]:bg-fjord-tint [&_[data-tag]]:px-1.5 [&_[data-tag]]:py-0.5 [&_[data-tag]]:font-medium',
  '[&_.ProseMirror-selectednode]:outline-2 [&_.ProseMirror-selectednode]:outline-focus [&_.ProseMirror-separator]:inline',
].join(' ')

/** Returns the attributes of the text box, which the editor renders instead of React. */
const attributesOf = (control: FieldControlProps): Record<string, string> => ({
  id: control.id,
  role: 'textbox',
  'aria-multiline': 'true',
  'aria-label': 'Innhold',
  class: textClasses,
  ...(control['aria-describedby'] && { 'aria-describedby': control['aria-describedby'] }),
  ...(control['aria-required'] && { 'aria-required': 'true' }),
  ...(control['aria-invalid'] && { 'aria-invalid': 'true' }),
})

interface TemplateEditorProps {
  readonly control: FieldControlProps
  readonly type: TemplateType
  readonly initial: string
  readonly onChange: (content: string) => void
  readonly onBlur: () => void
  /** Shown at the end of the toolbar. */
  readonly end: ReactNode
  /** Receives the text box, which is focused if there is an error. */
  readonly focusRef: (box: HTMLElement | null) => void
}

const useEditor = ({ control, initial, onChange, onBlur, focusRef }: TemplateEditorProps) => {
  const host = useRef<HTMLDivElement>(null)
  const [editor, setEditor] = useState<Editor | null>(null)
  const [, showState] = useReducer((count: number) => count + 1, 0)
  const latest = useRef({ control, initial, onChange, onBlur, focusRef })
  useEffect(() => {
    latest.current = { control, initial, onChange, onBlur, focusRef }
  })

  useEffect(() => {
    const created = new Editor({
      element: host.current,
      extensions: templateExtensions,
      content: editorHtml(latest.current.initial),
      injectCSS: false,
      editorProps: {
        attributes: () => attributesOf(latest.current.control),
        // Hides Ctrl+Enter from ProseMirror, which would prevent its default action. The dialog saves on this key.
        handleDOMEvents: { keydown: (_view, { key, ctrlKey, metaKey }) => key === 'Enter' && (ctrlKey || metaKey) },
        transformPastedHTML: cleanPasted,
      },
      onUpdate: () => latest.current.onChange(contentOf(created.state.doc)),
      onTransaction: showState,
      onBlur: () => latest.current.onBlur(),
    })
    latest.current.focusRef(created.view.dom)
    setEditor(created)
    return () => created.destroy()
  }, [])

  const described = `${control['aria-describedby']} ${control['aria-invalid']}`
  // biome-ignore lint/correctness/useExhaustiveDependencies: recomputes the attributes
  useEffect(() => editor?.view.setProps({}), [editor, described])
  return { host, editor }
}

/** A field for the text that the mail contains if the selected chip's value is missing. */
function FallbackField({ editor, name, fallback }: { editor: Editor; name: TagName; fallback: string | null }) {
  const write = (typed: string) => {
    const words = typed.replaceAll(/[{}<>]/g, '')
    editor.commands.updateAttributes('tag', { fallback: words === '' ? null : words })
  }
  return (
    <div className="border-rule border-t px-3 py-2.5">
      <Field label={`Står i stedet når «${tagLabel(name)}» mangler`}>
        {(field) => (
          <Input {...field} autoComplete="off" value={fallback ?? ''} onChange={({ target }) => write(target.value)} />
        )}
      </Field>
    </div>
  )
}

const selectedTag = ({ selection }: Editor['state']) => {
  if (!(selection instanceof NodeSelection) || selection.node.type.name !== 'tag') return null
  const { name, fallback }: { name?: unknown; fallback?: unknown } = selection.node.attrs
  if (typeof name !== 'string' || !isTagName(name)) return null
  return { name, fallback: typeof fallback === 'string' ? fallback : null }
}

/** Edits a template's content as text, with its tags as chips. Doesn't follow changes of `initial`. */
export function TemplateEditor(props: TemplateEditorProps) {
  const { control, type, end } = props
  const { host, editor } = useEditor(props)
  const tag = editor && selectedTag(editor.state)
  const insertTag = (name: TagName) =>
    editor &&
    newStep(editor)
      .insertContent({ type: 'tag', attrs: { name, fallback: null } })
      .run()
  return (
    <div
      className={cx(
        'rounded-md border border-border bg-surface focus-within:outline-2 focus-within:outline-focus',
        control['aria-invalid'] && 'border-danger',
      )}
    >
      <div className="flex flex-wrap items-center gap-0.5 border-rule border-b p-1">
        {editor && (
          <>
            <FormatButtons editor={editor} />
            <LinkButtons editor={editor} />
            <TagMenu
              type={type}
              label="Sett inn tagg i innholdet"
              onInsert={insertTag}
              onClose={() => editor.commands.focus()}
            />
            {end}
          </>
        )}
      </div>
      <div ref={host} />
      {tag && <FallbackField editor={editor} {...tag} />}
    </div>
  )
}
