import { useQuery } from '@tanstack/react-query'
import type { ReactNode } from 'react'
import { errorText } from '../../../platform/api-client.ts'
import { Skeleton } from '../../../ui/skeleton.tsx'
import { ErrorState } from '../../../ui/states.tsx'
import { emailSettingsQuery } from '../emails.api.ts'
import { EmailSettingsForm } from './email-settings-form.tsx'

function SettingsSkeleton() {
  return (
    <div role="status" aria-label="Henter innstillingene …" className="grid max-w-4xl gap-4 sm:grid-cols-2">
      {['name', 'address', 'contact', 'webinar'].map((field) => (
        <div key={field} className="flex flex-col gap-1.5">
          <Skeleton className="h-4 w-28" />
          <Skeleton className="h-9 w-full" />
        </div>
      ))}
    </div>
  )
}

export function EmailSettingsSection() {
  const { data, error, isFetching, refetch } = useQuery(emailSettingsQuery)

  let content: ReactNode = <SettingsSkeleton />
  // The form must not open during a refetch: the response would overwrite what is typed.
  if (data && !isFetching) content = <EmailSettingsForm settings={data} />
  else if (error && !isFetching) {
    content = (
      <ErrorState title="Kunne ikke hente innstillingene" message={errorText(error)} onRetry={() => void refetch()} />
    )
  }
  return (
    <section aria-labelledby="email-settings">
      <h2 id="email-settings" className="font-semibold text-lg tracking-tight sm:text-xl">
        E-post innstillinger
      </h2>
      <p className="mt-1 mb-5 max-w-prose text-soft text-sm">
        Avsender for all e-post, og emnet på bekreftelsene når ingen mal er i bruk.
      </p>
      {content}
    </section>
  )
}
