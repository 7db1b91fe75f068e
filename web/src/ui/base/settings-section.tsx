import { type ReactNode, useId } from 'react'
import { cx } from './cx.ts'

interface SettingsSectionProps {
  readonly title: string
  /** Explains the section, below its title. */
  readonly about?: ReactNode
  /** A button beside the title. */
  readonly action?: ReactNode
  readonly children: ReactNode
}

/** A titled part of the settings. */
export function SettingsSection({ title, about, action, children }: SettingsSectionProps) {
  const titleId = useId()
  return (
    <section aria-labelledby={titleId}>
      <div className={cx('flex flex-wrap items-center justify-between gap-3', !about && 'mb-3')}>
        <h3 id={titleId} className="font-semibold text-base tracking-tight">
          {title}
        </h3>
        {action}
      </div>
      {about && <p className="mt-1 mb-4 max-w-prose text-soft text-sm">{about}</p>}
      {children}
    </section>
  )
}
