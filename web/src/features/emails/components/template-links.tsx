import type { Editor } from '@tiptap/core'
import { Popover } from 'radix-ui'
import { type KeyboardEvent, useState } from 'react'
import { Button } from '../../../ui/base/button.tsx'
import { PopoverPanel } from '../../../ui/base/popover-panel.tsx'
import { Field, Input } from '../../../ui/form/field.tsx'
import { useFormPopover } from '../../../ui/form/use-form-popover.ts'
import { completeAddress } from './template-nodes.ts'
import { newStep } from './template-steps.ts'

type Kind = 'link' | 'mailButton'

const texts = {
  link: { name: 'Lenke', add: 'Sett inn lenke', remove: 'Fjern lenken' },
  mailButton: { name: 'Knapp', add: 'Sett inn knapp', remove: 'Fjern knappen' },
} as const satisfies Record<Kind, object>

const addressError = 'Skriv en adresse som begynner med https://, mailto: eller tel:'

const apply = (editor: Editor, kind: Kind, { text, href }: { readonly text: string; readonly href: string }): void => {
  const chain = newStep(editor).focus()
  const marked = [{ type: 'text', text, ...(kind === 'link' && { marks: [{ type: 'link', attrs: { href } }] }) }]
  if (editor.isActive(kind)) {
    if (kind === 'link') chain.extendMarkRange('link').setMark('link', { href }).run()
    else chain.updateAttributes('mailButton', { href }).run()
  } else if (kind === 'mailButton') chain.insertContent({ type: 'mailButton', attrs: { href }, content: marked }).run()
  else if (editor.state.selection.empty) chain.insertContent(marked).run()
  else chain.setMark('link', { href }).run()
}

const remove = (editor: Editor, kind: Kind): void => {
  const chain = newStep(editor).focus()
  if (kind === 'link') chain.extendMarkRange('link').unsetMark('link').run()
  else chain.setNode('paragraph').run()
}

interface TypedLink {
  readonly text: string
  readonly address: string
}

interface LinkFormProps {
  readonly editor: Editor
  readonly kind: Kind
  readonly typed: TypedLink
  readonly onType: (typed: TypedLink) => void
  readonly onClose: () => void
}

function LinkForm({ editor, kind, typed, onType, onClose }: LinkFormProps) {
  const changes = editor.isActive(kind)
  const { empty } = editor.state.selection
  const { text, address } = typed
  const [error, setError] = useState<string>()
  const asksForText = !changes && (empty || kind === 'mailButton')

  const submit = () => {
    const href = completeAddress(address)
    if (!href) return setError(addressError)
    apply(editor, kind, { text: text.trim() || address.trim(), href })
    onClose()
  }
  const onKeyDown = (event: KeyboardEvent) => {
    if (event.key !== 'Enter' || !(event.target instanceof HTMLInputElement)) return
    // Submits only the link, not the form around the editor.
    event.preventDefault()
    submit()
  }
  return (
    // biome-ignore lint/a11y/noStaticElementInteractions: Enter in a field presses the button
    <div className="flex flex-col gap-3" onKeyDown={onKeyDown}>
      {asksForText && (
        <Field label="Tekst">
          {(field) => (
            <Input
              {...field}
              autoComplete="off"
              value={text}
              onChange={({ target }) => onType({ ...typed, text: target.value })}
            />
          )}
        </Field>
      )}
      <Field label="Adresse" error={error} required>
        {(field) => (
          <Input
            {...field}
            autoComplete="off"
            inputMode="url"
            placeholder="https://"
            value={address}
            onChange={({ target }) => onType({ ...typed, address: target.value })}
          />
        )}
      </Field>
      <div className="flex flex-wrap justify-end gap-2">
        {changes && (
          <Button
            size="small"
            className="mr-auto"
            onClick={() => {
              remove(editor, kind)
              onClose()
            }}
          >
            {texts[kind].remove}
          </Button>
        )}
        <Button size="small" variant="primary" onClick={submit}>
          {changes ? 'Endre' : texts[kind].add}
        </Button>
      </div>
    </div>
  )
}

function LinkButton({ editor, kind }: { editor: Editor; kind: Kind }) {
  const { href } = editor.getAttributes(kind)
  const stored = { text: '', address: typeof href === 'string' ? href : '' }
  const [typed, setTyped] = useState<TypedLink | null>(null)
  const isDirty = typed !== null && (typed.text !== '' || typed.address !== stored.address)
  const { open, close, onOpenChange } = useFormPopover(isDirty, () => setTyped(null))
  const active = editor.isActive(kind)
  return (
    <Popover.Root open={open} onOpenChange={(opens) => void onOpenChange(opens)}>
      <Popover.Trigger asChild>
        <Button
          variant="quiet"
          size="small"
          aria-pressed={active}
          className={active ? 'bg-fjord-tint text-fjord-deep' : ''}
        >
          {texts[kind].name}
        </Button>
      </Popover.Trigger>
      <PopoverPanel
        aria-label={texts[kind].name}
        align="start"
        className="w-80 max-w-[calc(100vw-1rem)] p-3"
        onCloseAutoFocus={(event) => {
          event.preventDefault()
          editor.commands.focus()
        }}
      >
        <LinkForm editor={editor} kind={kind} typed={typed ?? stored} onType={setTyped} onClose={close} />
      </PopoverPanel>
    </Popover.Root>
  )
}

export const LinkButtons = ({ editor }: { editor: Editor }) => (
  <>
    <LinkButton editor={editor} kind="link" />
    <LinkButton editor={editor} kind="mailButton" />
  </>
)
