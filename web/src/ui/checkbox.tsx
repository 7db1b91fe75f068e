import type { ComponentProps } from 'react'
import { cx } from './cx.ts'

interface CheckboxProps extends Omit<ComponentProps<'input'>, 'type'> {
  /** Some of what it stands for is chosen, not all. */
  readonly indeterminate?: boolean
  /** Of the area around it that takes clicks too. */
  readonly areaClassName?: string
}

/** The browser's own checkbox in the house's colour: a list draws dozens of them, so it must cost nothing. */
export function Checkbox({ indeterminate = false, areaClassName, className, ...props }: CheckboxProps) {
  return (
    <label className={cx('grid size-10 cursor-pointer place-items-center', areaClassName)}>
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
