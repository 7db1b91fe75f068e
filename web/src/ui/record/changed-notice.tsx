import type { ReactNode } from 'react'
import { Button } from '../base/button.tsx'
import { Notice } from '../base/states.tsx'

interface ChangedNoticeProps {
  readonly label: string
  readonly stored: ReactNode
  readonly onKeepMine: () => void
  readonly onUseStored: () => void
}

/** Asks which of two conflicting values of a field to keep. */
export function ChangedNotice({ label, stored, onKeepMine, onUseStored }: ChangedNoticeProps) {
  return (
    <Notice tone="warning">
      <p className="font-semibold">Endret av en annen i mellomtiden</p>
      <p className="mt-1 whitespace-pre-wrap text-ink [overflow-wrap:anywhere]">
        <span className="text-soft">{label} lagret nå: </span>
        {stored || '(tomt)'}
      </p>
      <span className="mt-2 flex flex-wrap gap-2">
        <Button size="small" onClick={onUseStored}>
          Bruk denne
        </Button>
        <Button size="small" onClick={onKeepMine}>
          Lagre likevel
        </Button>
      </span>
    </Notice>
  )
}

/** Shown at unsaved input whose record, row or note another user has deleted. Saving it fails with the server's message. */
export function GoneNotice({ children }: { children?: ReactNode }) {
  return (
    <Notice tone="warning">
      <p className="font-semibold">Slettet av en annen i mellomtiden</p>
      <p className="mt-1">Det du har skrevet, kan ikke lagres, men står her til du lukker eller forkaster det.</p>
      {children}
    </Notice>
  )
}
