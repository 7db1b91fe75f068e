import { Slot } from 'radix-ui'
import type { ComponentProps, ReactNode } from 'react'
import { cx } from './cx.ts'

const variants = {
  primary: 'border border-transparent bg-fjord text-on-fjord hover:bg-fjord-deep',
  secondary: 'border border-border/50 bg-surface text-ink hover:bg-sunken',
  quiet: 'text-ink hover:bg-sunken',
  danger: 'border border-transparent bg-danger text-on-danger hover:bg-danger/85',
} as const

const sizes = {
  normal: 'h-9 px-3.5 gap-2 text-sm',
  small: 'h-8 px-2.5 gap-1.5 text-[0.8125rem]',
  icon: 'size-8 justify-center',
} as const

export interface ButtonProps extends ComponentProps<'button'> {
  variant?: keyof typeof variants
  size?: keyof typeof sizes
  /** True to style the only child (e.g. a link) instead of rendering a button. */
  asChild?: boolean
  /** The label while `working`. The button keeps the width of the wider of its two labels. */
  workingLabel?: ReactNode
  working?: boolean
}

/** Stacks both labels in one place. Screen readers get the visible one. */
function Label({ working, workingLabel, children }: Pick<ButtonProps, 'working' | 'workingLabel' | 'children'>) {
  const label = 'col-start-1 row-start-1 inline-flex items-center justify-center gap-[inherit]'
  return (
    <span className="grid gap-[inherit]">
      <span className={cx(label, working && 'invisible')}>{children}</span>
      <span className={cx(label, !working && 'invisible')}>{workingLabel}</span>
    </span>
  )
}

const base =
  'inline-flex shrink-0 select-none items-center justify-center rounded-md font-medium whitespace-nowrap transition-colors max-sm:max-w-full max-sm:whitespace-normal max-sm:leading-tight aria-disabled:cursor-not-allowed aria-disabled:opacity-50 disabled:cursor-not-allowed disabled:opacity-50'

export function Button(props: ButtonProps) {
  const {
    variant = 'secondary',
    size = 'normal',
    asChild = false,
    className,
    working = false,
    workingLabel,
    ...rest
  } = props
  const classes = cx(base, variants[variant], sizes[size], className)
  if (asChild) return <Slot.Root className={classes} {...rest} />
  if (workingLabel === undefined) return <button type="button" className={classes} {...rest} />
  return (
    <button type="button" className={classes} aria-disabled={working} {...rest}>
      <Label working={working} workingLabel={workingLabel}>
        {rest.children}
      </Label>
    </button>
  )
}

interface IconButtonProps extends Omit<ButtonProps, 'variant' | 'size' | 'asChild' | 'children' | 'aria-label'> {
  readonly label: string
  readonly icon: ReactNode
}

/** A quiet square button with an icon. Screen readers get the label. */
export const IconButton = ({ label, icon, ...props }: IconButtonProps) => (
  <Button {...props} variant="quiet" size="icon" aria-label={label}>
    {icon}
  </Button>
)
