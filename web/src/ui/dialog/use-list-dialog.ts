import { useState } from 'react'

/** The dialog that is open over a list, and the failure that it left behind. */
export const useListDialog = <Dialog>() => {
  const [dialog, setDialog] = useState<Dialog | null>(null)
  const [problem, setProblem] = useState<string | null>(null)
  // A deletion that is repeated from its toast ends when another dialog may be open.
  const close = () => setDialog((open) => (open === dialog ? null : open))
  const onDone = (failure: string | null) => {
    close()
    setProblem(failure)
  }
  return {
    dialog,
    setDialog,
    close,
    setProblem,
    /** Closes a dialog that ends with a failure or null. */
    ending: { onDone, onCancel: close },
    /** For the list. */
    notice: { problem, onProblemClose: () => setProblem(null) },
  }
}
