import { useRouteError } from 'react-router'
import { errorText } from '../platform/api-client.ts'
import { useDocumentTitle } from '../platform/document-title.ts'
import { Button } from '../ui/button.tsx'

/** Replaces a screen that threw. */
export function RouteError() {
  useDocumentTitle('Noe gikk galt')
  const error = useRouteError()
  return (
    <main className="grid min-h-dvh place-items-center px-5">
      <div className="w-full max-w-md">
        <h1 className="font-semibold text-3xl tracking-tight">Noe gikk galt</h1>
        <p className="mt-3 text-sm text-soft">Skjermbildet kunne ikke vises. Det som er lagret, er trygt.</p>
        <p className="mt-3 mb-6 rounded-md bg-sunken px-3 py-2 text-[0.8125rem] text-soft">{errorText(error)}</p>
        <Button variant="primary" onClick={() => location.reload()}>
          Last siden på nytt
        </Button>
      </div>
    </main>
  )
}
