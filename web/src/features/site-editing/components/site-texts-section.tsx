import { useQuery } from '@tanstack/react-query'
import { lazy, Suspense, useId } from 'react'
import { errorText } from '../../../platform/api-client.ts'
import { Skeleton } from '../../../ui/base/skeleton.tsx'
import { ErrorState } from '../../../ui/base/states.tsx'
import { siteTextsQuery } from '../site-editing.api.ts'

/** Loads the editor and all texts of the site at the first visit. */
const TextEditor = lazy(() => import('./text-editor.tsx'))

function EditorSkeleton() {
  return (
    <div role="status" className="flex flex-col gap-3">
      <span className="sr-only">Henter tekstene …</span>
      {['one', 'two', 'three'].map((row) => (
        <Skeleton key={row} className="h-9 w-full" />
      ))}
    </div>
  )
}

function Editor() {
  const { data, error, refetch } = useQuery(siteTextsQuery)
  if (data) return <TextEditor stored={data} />
  if (!error) return <EditorSkeleton />
  return <ErrorState title="Kunne ikke hente tekstene" message={errorText(error)} onRetry={() => void refetch()} />
}

/** Every text of the site. */
export function SiteTextsSection() {
  const titleId = useId()
  return (
    <section aria-labelledby={titleId}>
      <h3 id={titleId} className="font-semibold text-base tracking-tight">
        Tekster
      </h3>
      <p className="mt-1 mb-5 max-w-prose text-soft text-sm">
        Alt som står på nettstedet, på norsk og engelsk. Den leverte teksten er alltid ett klikk unna. Spørsmålet om
        informasjonskapsler kan ikke endres her: Samtykkene viser til ordlyden.
      </p>
      <Suspense fallback={<EditorSkeleton />}>
        <Editor />
      </Suspense>
    </section>
  )
}
