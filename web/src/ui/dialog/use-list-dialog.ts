import { useState } from 'react'

/** Keeps the dialog that is open over a list, and the failure that a dialog left behind. */
export const useListDialog = <Dialog>() => {
  const [dialog, setDialog] = useState<Dialog | null>(null)
  const [problem, setProblem] = useState<string | null>(null)
  // Closes only its own dialog: a deletion repeated from its toast may end while another dialog is open.
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
    /** The props that close a dialog. `onDone` gets its failure, or null. */
    ending: { onDone, onCancel: close },
    /** The failure to show above the list. */
    notice: { problem, onProblemClose: () => setProblem(null) },
  }
}
