import { type ReactNode, useState } from 'react'
import { SendIcon } from '../base/icons.tsx'
import { ConfirmDialog } from './confirm-dialog.tsx'

interface SendQuestion {
  readonly title: string
  /** Names the recipient and the mail. */
  readonly text: ReactNode
  readonly confirmLabel: string
  /** Never rejects: the caller reports failures. */
  readonly send: () => void | Promise<void>
}

/** Asks before a button sends mail. Returns the function that asks, and the dialog to render. Enter sends, Esc cancels. */
export const useSendQuestion = (): readonly [(question: SendQuestion) => void, ReactNode] => {
  const [question, setQuestion] = useState<SendQuestion | null>(null)
  const close = () => setQuestion(null)
  const dialog = question && (
    <ConfirmDialog
      title={question.title}
      tone="send"
      confirmLabel={
        <>
          <SendIcon /> {question.confirmLabel}
        </>
      }
      // Closes the dialog first, which returns the focus to the pressed button. The caller may move the focus on from there.
      onConfirm={() => {
        close()
        void question.send()
      }}
      onCancel={close}
    >
      {question.text}
    </ConfirmDialog>
  )
  return [setQuestion, dialog]
}
