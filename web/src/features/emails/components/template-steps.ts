import type { ChainedCommands, Editor } from '@tiptap/core'
import { closeHistory } from '@tiptap/pm/history'

/** Starts a chain of commands that undo reverts as one step. Without it, the editor joins changes within half a second into one step. */
export const newStep = (editor: Editor): ChainedCommands =>
  editor.chain().command(({ tr }) => {
    closeHistory(tr)
    return true
  })
