import type { ChainedCommands, Editor } from '@tiptap/core'
import { closeHistory } from '@tiptap/pm/history'

/** Commands that are undone as one step. By itself, the editor joins changes within half a second. */
export const newStep = (editor: Editor): ChainedCommands =>
  editor.chain().command(({ tr }) => {
    closeHistory(tr)
    return true
  })
