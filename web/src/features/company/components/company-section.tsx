import { useQuery } from '@tanstack/react-query'
import { type ReactNode, useId } from 'react'
import { errorText } from '../../../platform/api-client.ts'
import { Skeleton } from '../../../ui/base/skeleton.tsx'
import { ErrorState } from '../../../ui/base/states.tsx'
import { companyQuery } from '../company.api.ts'
import { CompanyForm } from './company-form.tsx'
import { examplesIn } from './company-form-values.ts'

function CompanySkeleton() {
  return (
    <div role="status" className="grid gap-4 sm:grid-cols-2">
      <span className="sr-only">Henter bedriften …</span>
      {['name', 'short', 'number', 'founded', 'street', 'city'].map((field) => (
        <div key={field} className="flex flex-col gap-1.5">
          <Skeleton className="h-4 w-28" />
          <Skeleton className="h-9 w-full" />
        </div>
      ))}
    </div>
  )
}

/** The company's facts, as the site, mails and agreements show them. */
export function CompanySection() {
  const titleId = useId()
  const { data, error, refetch } = useQuery(companyQuery)
  let content: ReactNode = <CompanySkeleton />
  if (data) {
    // Shown only after the first change: before it, the bar above the page says the same.
    const examples = data.updatedAt === null ? [] : examplesIn(data)
    content = (
      <>
        {examples.length > 0 && (
          <p className="mb-5 max-w-prose rounded-md bg-sunken px-3 py-2 text-sm">
            Nettstedet viser fortsatt eksempler: {examples.join(', ')}.
          </p>
        )}
        <CompanyForm company={data} />
      </>
    )
  } else if (error) {
    content = (
      <ErrorState title="Kunne ikke hente bedriften" message={errorText(error)} onRetry={() => void refetch()} />
    )
  }
  return (
    <section aria-labelledby={titleId}>
      <h3 id={titleId} className="font-semibold text-base tracking-tight">
        Bedriften
      </h3>
      <p className="mt-1 mb-5 max-w-prose text-soft text-sm">
        Det nettstedet, e-postene og avtalene sier om dere. Endringer vises straks du har lagret. Avtaler som er sendt,
        beholder teksten de ble sendt med.
      </p>
      {content}
    </section>
  )
}
