import { Button } from '../../../ui/button.tsx'

interface SetUpEndProps {
  readonly label: string
  readonly isWorking: boolean
  readonly isReady?: boolean
  /** In a dialog. */
  readonly onCancel?: (() => void) | undefined
}

/** The buttons below the form of a new factor. */
export function SetUpEnd({ label, isWorking, isReady = true, onCancel }: SetUpEndProps) {
  return (
    <div className={onCancel ? 'flex justify-end gap-2' : 'flex'}>
      {onCancel && <Button onClick={onCancel}>Avbryt</Button>}
      <Button type="submit" variant="primary" aria-disabled={isWorking || !isReady}>
        {label}
      </Button>
    </div>
  )
}
