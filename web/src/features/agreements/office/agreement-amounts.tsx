import { formatOre } from '../../../platform/format.ts'
import { cx } from '../../../ui/base/cx.ts'
import { Figures } from '../../../ui/base/figures.tsx'
import type { Agreement } from '../agreements.api.ts'

interface AgreementAmountsProps {
  /** Amounts in øre. */
  readonly amounts: Pick<Agreement, 'totalAmount' | 'vatAmount'>
  readonly className?: string
}

/** Shows the sums of the lines, updated while the user types. Screen readers announce changes. */
export function AgreementAmounts({ amounts: { totalAmount, vatAmount }, className }: AgreementAmountsProps) {
  const lines = [
    { label: 'Sum eks. mva', value: totalAmount },
    { label: 'MVA', value: vatAmount },
    { label: 'Total ink. mva', value: totalAmount + vatAmount },
  ]
  return (
    <dl aria-live="polite" className={cx('flex flex-col gap-1.5 text-sm', className)}>
      {lines.map(({ label, value }, index) => (
        <div
          key={label}
          className={
            index === 2
              ? 'flex justify-between border-rule border-t pt-2 font-semibold text-base'
              : 'flex justify-between'
          }
        >
          <dt>{label}</dt>
          <dd>
            <Figures text={formatOre(value)} />
          </dd>
        </div>
      ))}
    </dl>
  )
}
