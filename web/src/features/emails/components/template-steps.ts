import type { ChainedCommands, Editor } from '@tiptap/core'
import { closeHistory } from '@tiptap/pm/history'

/** Commands that are undone as one step; the editor itself takes together what follows within half a second. */
export const newStep = (editor: Editor): ChainedCommands =>
  editor.chain().command(({ tr }) => {
    closeHistory(tr)
    return true
  })
