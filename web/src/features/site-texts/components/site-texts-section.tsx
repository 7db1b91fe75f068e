import { useQuery } from '@tanstack/react-query'
import { lazy, type ReactNode, Suspense, useId, useState } from 'react'
import { errorText } from '../../../platform/api-client.ts'
import { Button } from '../../../ui/button.tsx'
import { Skeleton } from '../../../ui/skeleton.tsx'
import { ErrorState } from '../../../ui/states.tsx'
import { siteTextsQuery } from '../site-texts.api.ts'

/** With all texts of the site: loaded when it is opened. */
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

/** Every text of the site, once opened. */
export function SiteTextsSection() {
  const titleId = useId()
  const [open, setOpen] = useState(false)
  let content: ReactNode = <Button onClick={() => setOpen(true)}>Rediger tekstene</Button>
  if (open) {
    content = (
      <Suspense fallback={<EditorSkeleton />}>
        <Editor />
      </Suspense>
    )
  }
  return (
    <section aria-labelledby={titleId}>
      <h3 id={titleId} className="font-semibold text-base tracking-tight">
        Tekster
      </h3>
      <p className="mt-1 mb-5 max-w-prose text-soft text-sm">
        Alt som står på nettstedet, på norsk og engelsk. Den leverte teksten er alltid ett klikk unna. Spørsmålet om
        informasjonskapsler kan ikke endres her: Samtykkene viser til ordlyden.
      </p>
      {content}
    </section>
  )
}
