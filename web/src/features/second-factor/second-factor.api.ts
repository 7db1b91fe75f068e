import * as endpoints from '@kontor/contract/second-factor/second-factor.endpoints'
import type {
  AddedFactor,
  Authenticator,
  SecondFactorPolicy,
} from '@kontor/contract/second-factor/second-factor.schema'
import type {
  PublicKeyCredentialCreationOptionsJSON,
  PublicKeyCredentialRequestOptionsJSON,
} from '@simplewebauthn/browser'
import { type QueryClient, queryOptions, useMutation } from '@tanstack/react-query'
import { call } from '../../platform/api-client.ts'
import { useCall, useRemoval, useSend } from '../../platform/mutations.ts'
import { renewAdminLogin } from '../../platform/session.ts'

export type { AddedFactor, Authenticator }

export const secondFactorQuery = queryOptions({
  queryKey: ['second-factor'],
  queryFn: ({ signal }) => call(endpoints.readSecondFactor, {}, { signal }),
  staleTime: 0,
})

export const secondFactorPolicyQuery = queryOptions({
  queryKey: ['second-factor-policy'],
  queryFn: ({ signal }) => call(endpoints.readSecondFactorPolicy, {}, { signal }),
  staleTime: 0,
})

export const stepMethodsQuery = queryOptions({
  queryKey: ['second-factor-step'],
  queryFn: ({ signal }) => call(endpoints.readStepMethods, {}, { signal }),
  staleTime: 0,
  gcTime: 0,
})

export const loginWaysQuery = queryOptions({
  queryKey: ['login-ways'],
  queryFn: ({ signal }) => call(endpoints.readLoginWays, {}, { signal }),
  staleTime: 0,
})

/** Fetches a new secret. This is a query, since nothing is stored until a code confirms the secret. */
export const totpStartQuery = queryOptions({
  queryKey: ['totp-start'],
  queryFn: ({ signal }) => call(endpoints.startTotp, {}, { signal }),
  staleTime: Number.POSITIVE_INFINITY,
  gcTime: 0,
})

/** Loads the library when the first passkey is used. */
const loadWebAuthn = () => import('@simplewebauthn/browser')

export const canUsePasskeys = (): boolean => typeof PublicKeyCredential === 'function'

/** The error names that browsers use if the user refuses, if there is no passkey, and after a timeout. */
const cancellations = ['NotAllowedError', 'AbortError']

/** Returns true if the user probably closed the browser's question about the passkey. */
export const isCancelled = (error: unknown): boolean => error instanceof Error && cancellations.includes(error.name)

/** Returns true if the authenticator already has a passkey of this account. */
export const isRegistered = (error: unknown): boolean => error instanceof Error && error.name === 'InvalidStateError'

/** A part that WebAuthn's format requires. It is empty, since no extension is requested. */
const unused = { clientExtensionResults: {} }

/** Asks the browser for a passkey. The library defines the options' type, which the contract leaves open. */
const assertPasskey = async (options: { readonly challenge: string }) => {
  const { startAuthentication } = await loadWebAuthn()
  const answer = await startAuthentication({ optionsJSON: options as PublicKeyCredentialRequestOptionsJSON })
  return { ...answer, ...unused }
}

/** Asks the browser for a passkey of the account that is logged in or logging in. */
export const askForPasskey = async () => assertPasskey(await call(endpoints.startPasskeyStep, {}))

const createPasskey = async (options: { readonly challenge: string }) => {
  const { startRegistration } = await loadWebAuthn()
  const optionsJSON = options as unknown as PublicKeyCredentialCreationOptionsJSON
  return { ...(await startRegistration({ optionsJSON })), ...unused }
}

type Language = 'no' | 'en'

export const usePassStep = () => useSend(endpoints.passStep)

export const usePassPasskeyStep = () =>
  useMutation({
    mutationFn: async (language: Language) =>
      call(endpoints.passPasskeyStep, { body: { response: await askForPasskey(), language } }),
  })

export const usePasskeyLogin = () =>
  useMutation({
    mutationFn: async ({ panel, language }: { readonly panel: boolean; readonly language: Language }) => {
      const response = await assertPasskey(await call(endpoints.startPasskeyLogin, {}))
      return call(endpoints.passkeyLogin, { body: { response, panel, language } })
    },
  })

const refetch = (client: QueryClient) => client.invalidateQueries(secondFactorQuery)

/** Adds the authenticator app. The session continues under a new id with a new anti-forgery token, as it does after adding a passkey. */
export const useConfirmTotp = () => useSend(endpoints.confirmTotp, (_client, { auth }) => renewAdminLogin(auth))

export const useAddPasskey = () =>
  useMutation({
    mutationFn: async (name: string) => {
      const response = await createPasskey(await call(endpoints.startPasskey, {}))
      return call(endpoints.addPasskey, { body: { name, response } })
    },
    onSuccess: ({ auth }) => renewAdminLogin(auth),
  })

export const useRenameAuthenticator = () => useCall(endpoints.renameAuthenticator, refetch)

export const useRemoveAuthenticator = () => useRemoval(endpoints.removeAuthenticator, refetch)

export const useMakeRecoveryCodes = () => useSend(endpoints.makeRecoveryCodes, refetch)

/** Changes run one after the other, so that they are stored in order. */
export const useChangePolicy = () =>
  useMutation({
    scope: { id: 'second-factor-policy' },
    mutationFn: async (chosen: Partial<SecondFactorPolicy>, { client }) => {
      const stored = await client.ensureQueryData(secondFactorPolicyQuery)
      return call(endpoints.changeSecondFactorPolicy, { body: { ...stored, ...chosen } })
    },
    onSuccess: (saved, _input, _result, { client }) => client.setQueryData(secondFactorPolicyQuery.queryKey, saved),
  })

export const useChangeSharedPassword = () =>
  useSend(endpoints.changeSharedPassword, (client) => client.invalidateQueries(loginWaysQuery), {
    scope: { id: 'shared-password' },
  })
