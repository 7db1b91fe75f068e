import { kronerFromOre, oreFromKroner } from '@kontor/contract/shared/money'
import { type FocusEvent, type FormEvent, type KeyboardEvent, type ReactNode, useEffect, useRef } from 'react'
import { useWatch } from 'react-hook-form'
import { formatOre } from '../../../platform/format.ts'
import { Button } from '../../../ui/base/button.tsx'
import { Figures } from '../../../ui/base/figures.tsx'
import { isInterruption } from '../../../ui/base/interruption.ts'
import { NumberField } from '../../../ui/form/number-field.tsx'
import { GoneNotice } from '../../../ui/record/changed-notice.tsx'
import type { AgreementLine } from '../agreements.api.ts'
import { amountsOf, type LineForm } from './agreement-line-values.ts'
import { ProductCell } from './agreement-product-cell.tsx'
import { type RowState, useLineRow } from './use-line-row.ts'

/** Classes for the lines' columns on wide screens: text, quantity, price, VAT, sum. */
const columns = 'min-[50rem]:grid-cols-[minmax(0,1fr)_4.5rem_7rem_4.5rem_7rem]'

/** Shows the columns' names. They are hidden from screen readers, since each cell has its own label. */
export function LineHeads({ className }: { className: string }) {
  return (
    <div
      aria-hidden="true"
      className={`grid gap-2 text-[0.8125rem] text-soft max-[50rem]:hidden ${columns} ${className}`}
    >
      <span>Beskrivelse</span>
      {['Antall', 'Enhetspris', 'MVA %', 'Sum'].map((head) => (
        <span key={head} className="pr-3 text-right last:pr-0">
          {head}
        </span>
      ))}
    </div>
  )
}

function LineSum({ form }: { form: LineForm }) {
  const [quantity, unitPrice] = useWatch({ control: form.control, name: ['quantity', 'unitPrice'] })
  const sum = amountsOf([{ quantity: quantity ?? Number.NaN, unitPrice, vatRate: 0 }])
  return (
    <p className="text-right font-medium text-sm leading-9 max-[50rem]:self-end max-sm:col-span-3">
      <Figures text={sum ? formatOre(sum.totalAmount) : '–'} />
    </p>
  )
}

/** Shows the name above a cell on screens that are too narrow for columns. */
function NarrowHead({ text, children }: { text: string; children: ReactNode }) {
  return (
    <div className="min-w-0">
      <span aria-hidden="true" className="mb-0.5 block pr-3 text-right text-soft text-xs min-[50rem]:hidden">
        {text}
      </span>
      {children}
    </div>
  )
}

function Cells({ form, name }: { form: LineForm; name: string }) {
  return (
    <>
      <div className="max-[50rem]:col-span-full">
        <ProductCell form={form} label={`${name}: beskrivelse`} />
      </div>
      <NarrowHead text="Antall">
        <NumberField control={form.control} name="quantity" label={`${name}: antall`} isLabelHidden decimals={0} />
      </NarrowHead>
      <NarrowHead text="Enhetspris">
        <NumberField
          control={form.control}
          name="unitPrice"
          label={`${name}: enhetspris i kroner`}
          isLabelHidden
          decimals={2}
          isPrice
          toShown={kronerFromOre}
          fromTyped={(kroner) => oreFromKroner(kroner) ?? kroner}
        />
      </NarrowHead>
      <NarrowHead text="MVA %">
        <NumberField
          control={form.control}
          name="vatRate"
          label={`${name}: MVA i prosent`}
          isLabelHidden
          decimals={2}
          step={0.1}
        />
      </NarrowHead>
      <LineSum form={form} />
    </>
  )
}

interface LineRowProps {
  readonly agreementId: string
  readonly line?: AgreementLine
  /** True if another user has deleted the line. Its input stays until the user discards it. */
  readonly isGone?: boolean
  /** The row's name for screen readers. */
  readonly name: string
  readonly vatRate: number
  readonly onStateChange: (state: RowState) => void
  readonly onAdded?: (goesOn: boolean) => void
  /** Renders the buttons beside the cells. `leave` saves the input and resolves to true if it is stored. */
  readonly actions: (leave: () => Promise<boolean>) => ReactNode
}

/** Shows a line's cells as fields. Tab moves through them; leaving the row saves it. */
export function LineRow(props: LineRowProps) {
  const { agreementId, line, isGone = false, name, vatRate, onStateChange, onAdded, actions } = props
  const row = useLineRow({ agreementId, line, vatRate, onStateChange, ...(onAdded && { onAdded }) })
  const cells = useRef<HTMLFieldSetElement>(null)
  const isNew = line === undefined
  useEffect(() => {
    if (isNew) cells.current?.querySelector('input')?.focus()
  }, [isNew])

  // Saves if Enter is pressed in a one-line field, unless Enter chooses a suggestion.
  const enter = ({ target, key, ctrlKey }: KeyboardEvent<HTMLElement>) => {
    if (key !== 'Enter' || ctrlKey || !(target instanceof HTMLInputElement)) return
    if (target.ariaExpanded === 'true' && target.getAttribute('aria-activedescendant')) return
    void row.enter()
  }

  const leave = ({ currentTarget, relatedTarget }: FocusEvent<HTMLElement>) => {
    const isInside = relatedTarget instanceof Node && currentTarget.contains(relatedTarget)
    if (!isInside && !isGone && !isInterruption(relatedTarget)) void row.leave()
  }

  const submit = (event: FormEvent) => {
    event.preventDefault()
    void row.save()
  }

  return (
    <form noValidate onSubmit={submit} className="min-w-0 flex-1">
      <div className="flex flex-wrap items-start gap-x-2 gap-y-1">
        <fieldset
          ref={cells}
          onBlur={leave}
          onKeyDown={enter}
          className="flex min-w-0 flex-1 basis-64 flex-wrap items-start gap-x-2 gap-y-1"
        >
          <legend className="sr-only">{name}</legend>
          <div className={`grid min-w-0 flex-1 basis-64 grid-cols-3 items-start gap-2 sm:grid-cols-4 ${columns}`}>
            <Cells form={row.form} name={name} />
          </div>
          {/* A new line's buttons are inside the fieldset, so that pressing the discard button doesn't leave the row, which would save it. */}
          {isNew && actions(row.leave)}
        </fieldset>
        {!isNew && actions(row.leave)}
      </div>
      <div className="mt-2 flex flex-col gap-2 empty:hidden">
        {isGone && (
          <GoneNotice>
            <Button size="small" className="mt-2" onClick={row.revert}>
              Forkast
            </Button>
          </GoneNotice>
        )}
        {row.notices}
      </div>
      {row.conflict && (
        <span className="mt-2 flex flex-wrap gap-2">
          <Button size="small" onClick={() => void row.save()}>
            Lagre likevel
          </Button>
          <Button size="small" onClick={row.revert}>
            Bruk det som er lagret
          </Button>
        </span>
      )}
    </form>
  )
}
