import { Link, useNavigate } from 'react-router'
import { cx } from '../ui/base/cx.ts'
import { Select } from '../ui/form/select.tsx'
import {
  addressOfSection,
  findSection,
  type SettingsSection,
  settingsGroups,
  settingsSections,
} from './settings-sections.ts'

const item = 'block rounded-md px-3 py-1.5 text-sm -outline-offset-2'

/** The parts of Innstillinger: links next to the open part, or a select above it on narrow screens. */
export function SettingsNav({ current }: { current: SettingsSection }) {
  const navigate = useNavigate()
  return (
    <>
      <div className="mb-6 sm:max-w-xs lg:hidden">
        <Select
          aria-label="Del av innstillingene"
          value={current.id}
          onValueChange={(id) => void navigate(addressOfSection(findSection(id)))}
          options={settingsSections.map(({ id, label }) => ({ value: id, label }))}
          className="w-full"
        />
      </div>
      <nav aria-label="Deler av innstillingene" className="max-lg:hidden">
        <div className="sticky top-4 flex flex-col gap-4">
          {Object.entries(settingsGroups).map(([group, sections]) => (
            <section key={group}>
              <h3 className="mb-1 px-3 text-soft text-xs">{group}</h3>
              <ul className="flex flex-col gap-0.5">
                {sections.map((section) => (
                  <li key={section.id}>
                    <Link
                      to={addressOfSection(section)}
                      aria-current={section === current ? 'page' : undefined}
                      className={cx(
                        item,
                        section === current
                          ? 'bg-fjord-tint font-semibold text-ink'
                          : 'text-soft hover:bg-sunken hover:text-ink',
                      )}
                    >
                      {section.label}
                    </Link>
                  </li>
                ))}
              </ul>
            </section>
          ))}
        </div>
      </nav>
    </>
  )
}

/** The navigation of the page that shows only the mail log. */
export function SettingsLinks() {
  return (
    <nav aria-label="Andre innstillinger" className="mt-1">
      <p className="text-soft text-sm">Denne siden viser e-postene som er sendt. Her finner du resten:</p>
      <ul className="-mx-4 flex overflow-x-auto px-2 [scrollbar-width:none] sm:-mx-2 sm:flex-wrap sm:overflow-visible sm:px-0">
        {settingsSections.map((section) => (
          <li key={section.id} className="shrink-0">
            <Link
              to={addressOfSection(section)}
              className="inline-block rounded-md px-2 py-1.5 -outline-offset-2 text-sm underline decoration-border underline-offset-4 hover:bg-sunken"
            >
              {section.label}
            </Link>
          </li>
        ))}
      </ul>
    </nav>
  )
}
