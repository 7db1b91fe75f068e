import type { ComponentProps } from 'react'
import { cx } from '../base/cx.ts'

interface CheckboxProps extends Omit<ComponentProps<'input'>, 'type'> {
  /** True if some, but not all, of the items that the checkbox stands for are checked. */
  readonly indeterminate?: boolean
  /** Classes of the clickable area around the checkbox. */
  readonly areaClassName?: string
}

/** A native checkbox in the brand colour. It must be cheap, since lists render dozens of them. */
export function Checkbox({ indeterminate = false, areaClassName, className, ...props }: CheckboxProps) {
  return (
    <label className={cx('grid size-10 shrink-0 cursor-pointer place-items-center', areaClassName)}>
      <input
        type="checkbox"
        ref={(node) => {
          if (node) node.indeterminate = indeterminate
        }}
        className={cx('size-4 cursor-pointer accent-fjord', className)}
        {...props}
      />
    </label>
  )
}
