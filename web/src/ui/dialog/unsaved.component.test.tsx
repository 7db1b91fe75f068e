import { Popover } from 'radix-ui'
import { type ReactNode, useState } from 'react'
import { useForm } from 'react-hook-form'
import { createMemoryRouter, Outlet, RouterProvider } from 'react-router'
import { expect, test, vi } from 'vitest'
import { page, userEvent } from 'vitest/browser'
import { mount } from '../../testing/office.tsx'
import { PopoverPanel } from '../base/popover-panel.tsx'
import { TextField } from '../form/form-fields.tsx'
import { SaveForm } from '../form/save-form.tsx'
import { useFormPopover } from '../form/use-form-popover.ts'
import { useSaving } from '../form/use-saving.tsx'
import { useUnsaved } from '../form/use-unsaved.ts'
import { FormDialog } from './form-dialog.tsx'
import { UnsavedGuard } from './unsaved-guard.tsx'

const question = page.getByRole('alertdialog', { name: 'Forkaste endringene?' })
const button = (name: string) => page.getByRole('button', { name, exact: true })
const field = (label: string) => page.getByLabelText(label, { exact: true })

/** Shows a screen under the guard; resolves to what leaves it. */
const show = async (screen: ReactNode): Promise<() => void> => {
  const children = [
    { path: '/', element: screen },
    { path: '/elsewhere', element: <p>Et annet sted</p> },
  ]
  const guarded = (
    <>
      <Outlet />
      <UnsavedGuard />
    </>
  )
  const router = createMemoryRouter([{ element: guarded, children }])
  await mount(<RouterProvider router={router} />)
  return () => void router.navigate('/elsewhere')
}

const form = { submitLabel: 'Lagre', workingLabel: 'Lagrer …', dirty: false, onSubmit: async () => {}, onClose() {} }

function Child() {
  return (
    <FormDialog title="Indre skjema" {...form}>
      <input aria-label="Navn" />
    </FormDialog>
  )
}

function NoteUnderDialog() {
  const [text, setText] = useState('')
  const [isOpen, setOpen] = useState(false)
  useUnsaved({ dirty: text !== '', working: false, discard: () => setText('') })
  return (
    <>
      <textarea aria-label="Tekst" value={text} onChange={({ target }) => setText(target.value)} />
      <button type="button" onClick={() => setOpen(true)}>
        Åpne
      </button>
      {isOpen && <Child />}
    </>
  )
}

function FormBehindForm() {
  const [text, setText] = useState('')
  const [isOpen, setOpen] = useState(false)
  const props = { ...form, dirty: text !== '', onClose: () => setText(''), instead: isOpen && <Child /> }
  return (
    <FormDialog title="Ytre skjema" {...props}>
      <input aria-label="Tekst" value={text} onChange={({ target }) => setText(target.value)} />
      <button type="button" onClick={() => setOpen(true)}>
        Åpne
      </button>
    </FormDialog>
  )
}

test.each([
  { where: 'under an untouched dialog', screen: <NoteUnderDialog /> },
  { where: 'in a form whose place another has taken', screen: <FormBehindForm /> },
])('asks once before text is lost $where', async ({ screen }) => {
  const leave = await show(screen)
  await field('Tekst').fill('Skrevet')
  await button('Åpne').click()
  const dialog = page.getByRole('dialog', { name: 'Indre skjema' })
  await expect.element(dialog).toBeVisible()
  leave()
  await button('Fortsett å redigere').click()
  await expect.element(question).not.toBeInTheDocument()
  await expect.element(dialog).toBeVisible()
  leave()
  await button('Forkast').click()
  await expect.element(page.getByText('Et annet sted')).toBeVisible()
})

function NamePopover() {
  const [text, setText] = useState('')
  const { open, onOpenChange } = useFormPopover(text !== '', () => setText(''))
  return (
    <Popover.Root open={open} onOpenChange={(opens) => void onOpenChange(opens)}>
      <Popover.Trigger>Åpne</Popover.Trigger>
      <PopoverPanel aria-label="Navn">
        <input aria-label="Tekst" value={text} onChange={({ target }) => setText(target.value)} />
      </PopoverPanel>
    </Popover.Root>
  )
}

test('a popover stays open beneath the question, and asks before it closes', async () => {
  const leave = await show(<NamePopover />)
  await button('Åpne').click()
  await field('Tekst').fill('Skrevet')
  for (const attempt of [leave, () => userEvent.keyboard('{Escape}')]) {
    await attempt()
    await button('Fortsett å redigere').click()
    await expect.element(question).not.toBeInTheDocument()
    await expect.element(field('Tekst')).toHaveValue('Skrevet')
  }
  await userEvent.keyboard('{Escape}')
  await button('Forkast').click()
  await expect.element(field('Tekst')).not.toBeInTheDocument()
})

interface Stored {
  readonly name: string
  readonly version: number
}

class Conflict extends Error {
  readonly current: Stored

  constructor(current: Stored) {
    super('Endret')
    this.current = current
  }
}

function Settings({ onSave }: { onSave: (values: Stored) => Promise<Stored> }) {
  const [stored, setStored] = useState({ name: 'Før', version: 1 })
  const form = useForm({ defaultValues: stored })
  const saving = useSaving({
    form,
    labels: { name: 'Navn' },
    valuesOf: ({ name, version }: Stored) => ({ name, version }),
    stored,
    conflictIn: (error) => (error instanceof Conflict ? error.current : null),
    save: async (values) => {
      const saved = await onSave(values)
      setStored(saved)
      return saved
    },
  })
  return (
    <SaveForm saving={saving} submitLabel="Lagre" className="">
      <TextField form={form} name="name" label="Navn" />
    </SaveForm>
  )
}

test("keeps text typed during a save, and continues from another user's stored values", async () => {
  const first = Promise.withResolvers<Stored>()
  const onSave = vi.fn<(values: Stored) => Promise<Stored>>(() => first.promise)
  const leave = await show(<Settings onSave={onSave} />)
  await field('Navn').fill('Mitt')
  await button('Lagre').click()
  await expect.element(button('Lagrer …')).toBeVisible()
  await field('Navn').fill('Mitt og mer')
  first.resolve({ name: 'Mitt', version: 2 })
  await expect.element(page.getByText('Ikke lagret')).toBeVisible()
  await expect.element(field('Navn')).toHaveValue('Mitt og mer')
  leave()
  await button('Fortsett å redigere').click()

  onSave.mockRejectedValueOnce(new Conflict({ name: 'Deres', version: 3 }))
  await button('Lagre').click()
  await expect.element(page.getByText('Navn lagret nå: Deres')).toBeVisible()
  await expect.element(field('Navn')).toHaveValue('Mitt og mer')
  await button('Angre endringene').click()
  await expect.element(field('Navn')).toHaveValue('Deres')
  await expect.element(button('Lagre likevel')).not.toBeInTheDocument()
  onSave.mockImplementation(async ({ name, version }) => ({ name, version: version + 1 }))
  await field('Navn').fill('Nytt')
  await button('Lagre').click()
  await expect.poll(() => onSave.mock.lastCall).toEqual([{ name: 'Nytt', version: 3 }])
  await expect.element(page.getByText('Ikke lagret')).not.toBeInTheDocument()
})
