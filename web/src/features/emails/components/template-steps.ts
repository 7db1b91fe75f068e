import type { ChainedCommands, Editor } from '@tiptap/core'
import { closeHistory } from '@tiptap/pm/history'

/** Starts commands that are undone as a step of their own. Otherwise, the editor joins changes within half a second into one step. */
export const newStep = (editor: Editor): ChainedCommands =>
  editor.chain().command(({ tr }) => {
    closeHistory(tr)
    return true
  })
