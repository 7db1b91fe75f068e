import {
  type FocusEvent,
  type KeyboardEvent,
  type ReactNode,
  type Ref,
  useEffect,
  useId,
  useImperativeHandle,
  useLayoutEffect,
  useRef,
  useState,
} from 'react'
import type { FieldOutcome, SaveField } from '../../platform/field-saving.ts'
import { formatDay, isDay } from '../../platform/format/days.ts'
import { formatNumber } from '../../platform/format.ts'
import { IconButton } from '../base/button.tsx'
import { cx } from '../base/cx.ts'
import { ClockIcon, EditIcon } from '../base/icons.tsx'
import { isInterruption } from '../base/interruption.ts'
import { useEscape } from '../base/use-escape.ts'
import { useExclusive } from '../base/use-exclusive.ts'
import { useIsMounted } from '../base/use-is-mounted.ts'
import { DateField } from '../form/date-field.tsx'
import { Field, type FieldControlProps, Input, Textarea } from '../form/field.tsx'
import { parseNumber } from '../form/number-field.tsx'
import { Select, type SelectOption } from '../form/select.tsx'
import { useUnsaved } from '../form/use-unsaved.ts'
import { toastOutcome } from '../toast/failure-toast.ts'
import { ChangedNotice } from './changed-notice.tsx'

/** Runs actions one after the other, in the order of the calls. An action that rejects doesn't stop the next ones. */
const useInOrder = () => {
  const last = useRef<Promise<unknown>>(Promise.resolve())
  return (action: () => Promise<unknown>): void => {
    last.current = last.current.then(action, action)
  }
}

export type FieldValue = string | number | null

type FieldKind = 'text' | 'textarea' | 'date' | 'integer' | 'decimal'

const typedOf = (value: FieldValue, kind: FieldKind): string => {
  if (value === null) return ''
  return typeof value === 'number' && kind !== 'text' ? formatNumber(value) : String(value)
}

/** Converts typed text to the value to save. Keeps text that isn't a number, so that the server rejects it. */
const valueOfTyped = (typed: string, kind: FieldKind): FieldValue => {
  const text = typed.trim()
  if (text === '') return null
  if (kind === 'integer') return parseNumber(text, 0) ?? text
  if (kind === 'decimal') return parseNumber(text, 2) ?? text
  return kind === 'textarea' ? typed : text
}

const shownOf = (value: FieldValue): string => {
  if (typeof value === 'number') return formatNumber(value)
  return value !== null && isDay(value) ? formatDay(value) : (value ?? '')
}

/** Within `data-beside`, labels are on the same line as their values. */
const beside = 'in-data-beside:grid in-data-beside:grid-cols-[7.5rem_minmax(0,1fr)] in-data-beside:gap-x-3'

const labelClasses = 'text-[0.8125rem] text-soft in-data-beside:py-1.5 in-data-beside:leading-5'

/** Lets other components start editing a field. */
export interface EditableField {
  readonly edit: () => void
}

interface RecordFieldProps {
  readonly ref?: Ref<EditableField> | undefined
  readonly label: string
  readonly value: FieldValue
  readonly kind?: FieldKind
  /** The input's type, which picks the on-screen keyboard. */
  readonly inputType?: 'text' | 'tel' | 'email'
  readonly maxLength?: number
  readonly required?: boolean
  /** A link to the value, followed by a button that edits the value. Without a link, the value itself is the button. */
  readonly link?: ReactNode
  /** The value as text, if it isn't shown as stored. */
  readonly shown?: string
  /** True for a day that is overdue. */
  readonly isLate?: boolean
  readonly onSave: SaveField<FieldValue>
}

interface Editing {
  readonly typed: string
  /** The stored value that the user last saw. */
  readonly seen: FieldValue
  /** The value before `seen`, if `seen` is the user's own save; the record may still be shown with it. */
  readonly former?: FieldValue
  /** Another user's value, which this user may choose instead; undefined without a conflict. */
  readonly other?: FieldValue
  readonly problem?: string
}

/**
 * One field of a record, edited in place. Enter (Ctrl+Enter if it has several lines) and leaving the field save; Esc reverts. Text that
 * can't be saved stays as typed, with the reason.
 */
export function RecordField(props: RecordFieldProps) {
  const { ref, label, value, kind = 'text', link, shown = shownOf(value), isLate = false, onSave } = props
  const [editing, setEditing] = useState<Editing | null>(null)
  const [working, run] = useExclusive()
  const [hasFocus, setHasFocus] = useState(false)
  const button = useRef<HTMLButtonElement>(null)
  const box = useRef<HTMLDivElement>(null)
  const returnsFocus = useRef(false)
  const isMounted = useIsMounted()
  const typedValue = editing && valueOfTyped(editing.typed, kind)

  useEffect(() => {
    if (editing) return
    if (returnsFocus.current) button.current?.focus()
    returnsFocus.current = false
  }, [editing])

  const stop = (withFocus: boolean) => {
    returnsFocus.current = withFocus
    setHasFocus(false)
    setEditing(null)
    setNext(null)
  }
  // During a save, only text that differs from the sent value counts as unsaved.
  const [sent, setSent] = useState<FieldValue>(null)
  // A save that the user asked for during another one: the text is sent once that one has ended.
  const [next, setNext] = useState<{ readonly withFocus: boolean } | null>(null)
  const isDirty = editing !== null && typedValue !== (working ? sent : editing.seen)
  useUnsaved({ dirty: isDirty, working: working || next !== null, discard: () => stop(false) })
  // Esc is ignored during a save, whose failure would else be lost.
  useEscape(editing !== null && hasFocus, () => working || stop(true))

  const latest = useRef(editing)
  useLayoutEffect(() => {
    latest.current = editing
  })
  const apply = (
    [sent, former]: readonly [FieldValue, FieldValue],
    outcome: FieldOutcome<FieldValue>,
    withFocus: boolean,
    retry: () => unknown,
  ) => {
    if (outcome.kind === 'saved') {
      const typed = latest.current?.typed ?? ''
      // Keeps text typed during the save.
      if (latest.current && valueOfTyped(typed, kind) !== sent) return setEditing({ typed, seen: sent, former })
      return stop(withFocus)
    }
    if (!isMounted.current) return toastOutcome(`${label} ble ikke lagret.`, outcome, retry)
    setEditing((open) => {
      if (!open) return open
      const { typed, seen } = open
      return outcome.kind === 'failed'
        ? { typed, seen, problem: outcome.problem }
        : { typed, seen, other: outcome.stored }
    })
  }

  const save = (withFocus: boolean, seen = editing?.seen ?? null) => {
    if (!editing) return
    if (working) return setNext({ withFocus })
    setNext(null)
    if (typedValue === seen) return stop(withFocus)
    setSent(typedValue)
    const former = seen === editing.seen ? (editing.former ?? seen) : seen
    const send = () =>
      run(async () => apply([typedValue, former], await onSave(typedValue, former, seen), withFocus, send))
    void send()
  }
  useEffect(() => {
    if (!next || working) return
    // After a conflict, the user chooses first.
    if (editing && 'other' in editing) setNext(null)
    else save(next.withFocus)
  })

  const onKeyDown = (event: KeyboardEvent) => {
    if (event.key !== 'Enter' || event.nativeEvent.isComposing) return
    if (!(event.target instanceof HTMLInputElement || event.target instanceof HTMLTextAreaElement)) return
    if (kind === 'textarea' && !(event.ctrlKey || event.metaKey)) return
    event.preventDefault()
    save(true)
  }

  // Ignores the calendar, which opens outside the field and handles Esc itself.
  const onFocus = ({ target }: FocusEvent) => setHasFocus(box.current?.contains(target) ?? false)

  const onBlur = ({ relatedTarget }: FocusEvent) => {
    // The calendar is outside the field, but moving to it doesn't leave the field. Moving to the login or an alert dialog doesn't save.
    const isInside =
      relatedTarget instanceof Element &&
      (box.current?.contains(relatedTarget) || relatedTarget.closest('[role=dialog]:has([role=grid])'))
    if (isInside) return
    setHasFocus(false)
    if (editing && !('other' in editing) && !isInterruption(relatedTarget)) save(false)
  }

  const start = () => setEditing({ typed: kind === 'date' ? String(value ?? '') : typedOf(value, kind), seen: value })
  useImperativeHandle(ref, () => ({ edit: () => editing === null && start() }))
  if (!editing) {
    const text = shown || '–'
    return (
      <div className={cx('flex min-w-0 flex-col', beside)}>
        <span aria-hidden={link ? undefined : true} className={labelClasses}>
          {label}
        </span>
        {link && value !== null ? (
          <span className="flex min-h-8 items-center gap-1 text-sm">
            <span className="min-w-0">{link}</span>
            <IconButton ref={button} data-edit label={`Endre ${label}`} icon={<EditIcon />} onClick={start} />
          </span>
        ) : (
          <button
            ref={button}
            data-edit
            type="button"
            aria-label={`Endre ${label}: ${shown || 'tomt'}${isLate ? ', forfalt' : ''}`}
            onClick={start}
            className="group -mx-1.5 flex min-h-8 items-start gap-2 rounded-sm px-1.5 py-1.5 text-left text-sm leading-5 hover:bg-fjord-tint in-data-hero:font-semibold"
          >
            {isLate && <ClockIcon className="mt-0.5 size-4 shrink-0 text-danger" />}
            <span
              className={cx(
                'min-w-0 flex-1 whitespace-pre-wrap [overflow-wrap:anywhere]',
                !shown && 'text-soft',
                isLate && 'font-semibold text-danger',
              )}
            >
              {text}
            </span>
            <EditIcon className="mt-0.5 size-3.5 shrink-0 text-soft opacity-0 group-hover:opacity-100 group-focus-visible:opacity-100 pointer-coarse:opacity-100" />
          </button>
        )}
      </div>
    )
  }

  const { typed, other, problem } = editing
  const type = (next: string) => setEditing({ ...editing, typed: next })
  return (
    // biome-ignore lint/a11y/noStaticElementInteractions: the keys are those of the input in it
    <div ref={box} onKeyDown={onKeyDown} onBlur={onBlur} onFocus={onFocus} className="min-w-0">
      <Field
        label={label}
        required={props.required ?? false}
        error={problem}
        hint={kind === 'textarea' && <span className="pointer-coarse:hidden">Ctrl + Enter lagrer, Esc angrer.</span>}
      >
        {(control) => <EditedInput {...props} kind={kind} control={control} typed={typed} onType={type} />}
      </Field>
      {'other' in editing && other !== undefined && (
        <div className="mt-2">
          <ChangedNotice
            label={label}
            stored={shownOf(other)}
            onUseStored={() => stop(true)}
            onKeepMine={() => save(true, other)}
          />
        </div>
      )}
    </div>
  )
}

interface EditedInputProps extends Pick<RecordFieldProps, 'inputType' | 'maxLength'> {
  readonly kind: FieldKind
  readonly control: FieldControlProps
  readonly typed: string
  readonly onType: (typed: string) => void
}

function EditedInput({ kind, control, typed, onType, inputType = 'text', maxLength }: EditedInputProps) {
  const input = useRef<HTMLInputElement & HTMLTextAreaElement>(null)
  useEffect(() => {
    input.current?.focus()
    input.current?.select()
  }, [])
  if (kind === 'date') return <DateField {...control} value={typed} onValueChange={onType} inputRef={input} />
  const props = {
    ...control,
    ref: input,
    value: typed,
    maxLength,
    autoComplete: 'off',
    onChange: ({ target }: { target: { value: string } }) => onType(target.value),
  }
  if (kind === 'textarea') return <Textarea {...props} rows={6} />
  const inputMode = kind === 'integer' ? 'numeric' : kind === 'decimal' ? 'decimal' : undefined
  return <Input {...props} type={inputType} inputMode={inputMode} />
}

interface RecordChoiceProps {
  readonly label: string
  readonly value: string
  readonly options: readonly SelectOption[]
  readonly className?: string
  readonly onSave: SaveField<string>
}

/** One field of a record with a fixed set of values. Choosing a value saves it. */
export function RecordChoice({ label, value, options, className, onSave }: RecordChoiceProps) {
  const id = useId()
  const [chosen, setChosen] = useState<string | null>(null)
  const [outcome, setOutcome] = useState<Exclude<FieldOutcome<string>, { kind: 'saved' }> | null>(null)
  const inOrder = useInOrder()
  const isMounted = useIsMounted()
  const latest = useRef(chosen)
  const reset = () => {
    latest.current = null
    setChosen(null)
    setOutcome(null)
  }
  // Leaving during a conflict would drop the choice; a save that is running ends by itself.
  useUnsaved({ dirty: outcome?.kind === 'changed', working: chosen !== null && outcome === null, discard: reset })
  /** Saves every choice, even in quick succession, but shows only the outcome of the last one. */
  const save = (next: string, seen: string) => {
    const own = latest.current ?? seen
    latest.current = next
    setChosen(next)
    setOutcome(null)
    inOrder(async () => {
      const result = await onSave(next, seen, own)
      if (latest.current !== next) return
      if (result.kind !== 'saved' && !isMounted.current) {
        latest.current = null
        return toastOutcome(`${label} ble ikke lagret.`, result, () => save(next, seen))
      }
      if (result.kind !== 'changed') {
        latest.current = null
        setChosen(null)
      }
      if (result.kind !== 'saved') setOutcome(result)
    })
  }
  const labelOf = (stored: string) => options.find((option) => option.value === stored)?.label ?? stored
  return (
    <div className={cx('flex min-w-0 flex-col gap-1', beside)}>
      <label htmlFor={id} className={labelClasses}>
        {label}
      </label>
      <Select
        id={id}
        value={chosen ?? value}
        options={options}
        onValueChange={(next) => save(next, value)}
        className={className ?? 'w-full'}
        aria-invalid={outcome ? true : undefined}
      />
      {outcome?.kind === 'failed' && (
        <p role="alert" className="col-span-full text-[0.8125rem] text-danger">
          {outcome.problem}
        </p>
      )}
      {outcome?.kind === 'changed' && (
        <ChangedNotice
          label={label}
          stored={labelOf(outcome.stored)}
          onUseStored={reset}
          onKeepMine={() => chosen !== null && save(chosen, outcome.stored)}
        />
      )}
    </div>
  )
}
