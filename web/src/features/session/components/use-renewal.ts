import { useQueryClient } from '@tanstack/react-query'
import { useState } from 'react'
import { onSessionExpired } from '../../../platform/api-client.ts'
import { useHeldCalls } from '../../../ui/dialog/use-held-calls.ts'
import { mayLeave } from '../../../ui/form/unsaved.ts'

/** Holds calls while the session has expired. If another user then logs in, asks about the previous user's unsaved input. */
export const useRenewal = (isOn = true) => {
  const { isHolding, release } = useHeldCalls(onSessionExpired, isOn)
  const client = useQueryClient()
  /** Changes when another user logs in. Used as a key, it mounts a fresh screen. */
  const [owner, setOwner] = useState(0)
  const renew = async (isSameUser: boolean): Promise<void> => {
    release(isSameUser)
    if (isSameUser) return
    // If kept, the input can be saved in the new user's name.
    if (!(await mayLeave())) return void client.invalidateQueries()
    setOwner((count) => count + 1)
    void client.resetQueries()
  }
  return { isExpired: isHolding, owner, renew: (isSameUser: boolean) => void renew(isSameUser) }
}
