import { useEffect, useRef } from 'react'
import { type Location, NavigationType, useBlocker } from 'react-router'
import { loadable } from '../base/loadable.tsx'
import { discardAll, discardQuestion, openForms } from '../form/unsaved.ts'
import { useOpenForms } from '../form/use-unsaved.ts'

export const DiscardDialog = loadable(async () => (await import('./confirm-dialog.tsx')).ConfirmDialog)

const texts = {
  no: {
    title: 'Forkaste endringene?',
    discard: 'Forkast',
    keep: 'Fortsett å redigere',
    about: 'Det du har skrevet, er ikke lagret.',
  },
  en: {
    title: 'Discard your changes?',
    discard: 'Discard',
    keep: 'Keep editing',
    about: 'What you have written is not saved.',
  },
} as const

/** Returns false if a list only writes its search or filters into the URL, which it does shortly after typing, by replacing the history entry. */
const leavesScreen = (from: Location, to: Location, action: NavigationType): boolean =>
  action !== NavigationType.Replace || to.pathname !== from.pathname

/** Makes the browser ask before the page is left. */
const useLeaveWarning = (active: boolean): void => {
  useEffect(() => {
    if (!active) return
    const warn = (event: BeforeUnloadEvent) => event.preventDefault()
    window.addEventListener('beforeunload', warn)
    return () => window.removeEventListener('beforeunload', warn)
  }, [active])
}

interface BlockerProps {
  readonly isClean: boolean
  /** True if there is unsaved input that isn't being saved. */
  readonly isUnsaved: boolean
}

/** Blocks navigations while something is unsaved. During a save, waits for the result; if the save fails, asks whether to discard the input. */
function Blocker({ isClean, isUnsaved }: BlockerProps) {
  // This component is always rendered, since the router registers a blocker only a moment after its render.
  const blocker = useBlocker(
    ({ currentLocation, nextLocation, historyAction }) =>
      openForms().some(({ dirty }) => dirty) && leavesScreen(currentLocation, nextLocation, historyAction),
  )
  // Proceeds once per blocker: discarding renders this component again before the router has updated `blocker`.
  const proceeded = useRef<unknown>(null)
  const proceed = () => {
    if (blocker.state !== 'blocked' || proceeded.current === blocker) return
    proceeded.current = blocker
    blocker.proceed()
  }
  useEffect(() => {
    if (isClean) proceed()
  })

  if (blocker.state !== 'blocked' || !isUnsaved) return null
  return (
    <DiscardQuestion
      onDiscard={() => {
        discardAll()
        proceed()
      }}
      onKeep={() => blocker.reset()}
    />
  )
}

function DiscardQuestion({ onDiscard, onKeep }: { onDiscard: () => void; onKeep: () => void }) {
  const { title, discard, keep, about } = texts[document.documentElement.lang.startsWith('en') ? 'en' : 'no']
  return (
    <DiscardDialog title={title} confirmLabel={discard} cancelLabel={keep} onConfirm={onDiscard} onCancel={onKeep}>
      {about}
    </DiscardDialog>
  )
}

/** Asks before unsaved input of any form is lost. Rendered once, at the router's root, since the router supports only one blocker. */
export function UnsavedGuard() {
  const forms = useOpenForms()
  const question = discardQuestion.use()
  const isClean = forms.every(({ dirty }) => !dirty)
  useLeaveWarning(forms.some(({ dirty, working }) => dirty || working))
  // Closes the question if the form that asked no longer exists, for example after another user's login.
  useEffect(() => {
    if (isClean) question?.(false)
  }, [isClean, question])
  useEffect(() => () => discardQuestion.get()?.(false), [])
  return (
    <>
      {question && <DiscardQuestion onDiscard={() => question(true)} onKeep={() => question(false)} />}
      <Blocker isClean={isClean} isUnsaved={forms.some(({ dirty, working }) => dirty && !working)} />
    </>
  )
}
