import { Button } from './button.tsx'

interface SaveBarProps {
  readonly label: string
  readonly dirty: boolean
  readonly saving: boolean
  /** Another user saved first: saving again overwrites their changes. */
  readonly conflicting: boolean
  readonly onDiscard: () => void
}

/** The submit button of a form outside a dialog, and a way to discard unsaved changes. */
export function SaveBar({ label, dirty, saving, conflicting, onDiscard }: SaveBarProps) {
  return (
    <div className="flex flex-wrap items-center gap-2.5">
      <Button type="submit" variant="primary" aria-disabled={saving}>
        {saving ? 'Lagrer …' : conflicting ? 'Lagre likevel' : label}
      </Button>
      {dirty && !saving && (
        <>
          <Button variant="quiet" onClick={onDiscard}>
            Angre endringene
          </Button>
          <span className="text-[0.8125rem] text-soft">Ikke lagret</span>
        </>
      )}
    </div>
  )
}
