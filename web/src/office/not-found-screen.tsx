import { useDocumentTitle } from '../platform/document-title.ts'
import { Button } from '../ui/button.tsx'

/** For dead links inside the office; the server answers 404 to other unknown URLs. */
export function NotFoundScreen() {
  useDocumentTitle('Siden finnes ikke')
  return (
    <main className="grid min-h-dvh place-items-center px-5">
      <div className="w-full max-w-md">
        <p className="text-[0.8125rem] text-soft">404</p>
        <h1 className="mt-1 font-semibold text-3xl tracking-tight">Siden finnes ikke</h1>
        <p className="mt-3 mb-6 text-sm text-soft">Adressen er feil, eller siden er flyttet.</p>
        <Button asChild variant="primary">
          <a href="/">Til forsiden</a>
        </Button>
      </div>
    </main>
  )
}
