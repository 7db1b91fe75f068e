import { useState } from 'react'

/** The dialog that is open over a list, and the failure that it left behind. */
export const useListDialog = <Dialog>() => {
  const [dialog, setDialog] = useState<Dialog | null>(null)
  const [problem, setProblem] = useState<string | null>(null)
  // A deletion repeated from its toast may end while another dialog is open.
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
    /** Closes a dialog; gets its failure, or null. */
    ending: { onDone, onCancel: close },
    /** The failure to show above the list. */
    notice: { problem, onProblemClose: () => setProblem(null) },
  }
}
