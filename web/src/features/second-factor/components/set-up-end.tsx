import { Button } from '../../../ui/base/button.tsx'

interface SetUpEndProps {
  readonly texts: { readonly add: string; readonly adding: string }
  readonly isWorking: boolean
  readonly isReady?: boolean
  /** Passed only in a dialog. */
  readonly onCancel?: (() => void) | undefined
}

/** The buttons below the form of a new factor. */
export function SetUpEnd({ texts, isWorking, isReady = true, onCancel }: SetUpEndProps) {
  return (
    <div className={onCancel ? 'flex justify-end gap-2' : 'flex'}>
      {onCancel && <Button onClick={onCancel}>Avbryt</Button>}
      <Button
        type="submit"
        variant="primary"
        working={isWorking}
        workingLabel={texts.adding}
        aria-disabled={isWorking || !isReady}
      >
        {texts.add}
      </Button>
    </div>
  )
}
