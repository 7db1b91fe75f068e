import * as endpoints from '@kontor/contract/session/session.endpoints'
import { useMutation } from '@tanstack/react-query'
import { call } from '../../platform/api-client.ts'
import { askForPasskey } from '../second-factor/second-factor.api.ts'

/** The proof of a user's identity. */
export type Proof = { readonly method: 'password' | 'code'; readonly value: string } | { readonly method: 'passkey' }

const confirm = async (proof: Proof) => {
  if (proof.method === 'password') return call(endpoints.confirmIdentity, { body: { password: proof.value } })
  if (proof.method === 'code') return call(endpoints.confirmByCode, { body: { code: proof.value } })
  return call(endpoints.confirmByPasskey, { body: { response: await askForPasskey() } })
}

export const useConfirmIdentity = () => useMutation({ mutationFn: confirm })
