import { listBackups, startBackup } from '@kontor/contract/backups/backups.endpoints'
import type { BackupList, BackupRun } from '@kontor/contract/backups/backups.schema'
import { queryOptions } from '@tanstack/react-query'
import { call } from '../../platform/api-client.ts'
import { useSend } from '../../platform/mutations.ts'

export type { BackupList, BackupRun }

const isActive = ({ state }: BackupRun): boolean => state === 'queued' || state === 'running'

export const activeBackup = (list: BackupList): BackupRun | undefined => list.backups.find(isActive)

/** Milliseconds between polls while a backup is being made. */
const pollMs = 2_000

export const backupsQuery = queryOptions({
  queryKey: ['backups'],
  queryFn: ({ signal }) => call(listBackups, {}, { signal }),
  refetchOnMount: 'always',
  refetchInterval: ({ state }) => (state.data && activeBackup(state.data) ? pollMs : false),
})

export const useStartBackup = () =>
  useSend(startBackup, undefined, { onSettled: (...[, , , , { client }]) => client.invalidateQueries(backupsQuery) })
