import {
  addLeadNote,
  changeLeadNote,
  deleteLeadNote,
  logLeadCall,
  readLeadTimeline,
} from '@kontor/contract/lead-timeline/lead-timeline.endpoints'
import type { CallOutcome } from '@kontor/contract/lead-timeline/lead-timeline.rules'
import { type LeadEntry, leadEntrySchema, type TimelineItem } from '@kontor/contract/lead-timeline/lead-timeline.schema'
import { keepPreviousData, queryOptions, useMutation } from '@tanstack/react-query'
import { call } from '../../platform/api-client.ts'
import { conflictingEntity } from '../../platform/conflict.ts'
import { refetchAll, type Settled } from '../../platform/query-client.ts'
import { shows, showsAll, showsRecord } from '../../platform/shows.ts'

export type { CallOutcome, LeadEntry, TimelineItem }

const timelineKey = (leadId: number) => ['lead-timeline', leadId] as const

/** A lead's timeline. Refetched for each version of the lead, since it shows the lead's changes. */
export const timelineQuery = (leadId: number, version: number) =>
  queryOptions({
    queryKey: [...timelineKey(leadId), version],
    queryFn: ({ signal }) => call(readLeadTimeline, { params: { id: String(leadId) } }, { signal }),
    placeholderData: keepPreviousData,
    staleTime: 0,
    meta: showsAll(showsRecord(leadId, 'lead'), shows('agreement')),
  })

export const conflictingEntry = (error: unknown): LeadEntry | null => conflictingEntity(error, leadEntrySchema)

/** Refetches the timeline before a mutation ends, so that the saved entry is on the screen when its form closes. */
const refetchTimeline =
  (leadId: number) =>
  (...[, , , , { client }]: Settled) =>
    refetchAll(client, timelineKey(leadId))

export const useAddNote = (leadId: number) =>
  useMutation({
    mutationFn: (text: string) => call(addLeadNote, { params: { id: String(leadId) }, body: { text } }),
    onSettled: refetchTimeline(leadId),
  })

export const useLogCall = (leadId: number) =>
  useMutation({
    mutationFn: (body: { outcome: CallOutcome; text: string }) =>
      call(logLeadCall, { params: { id: String(leadId) }, body }),
    onSettled: refetchTimeline(leadId),
  })

const paramsOf = (leadId: number, entryId: number) => ({ id: String(leadId), entryId: String(entryId) })

export const useChangeNote = (leadId: number) =>
  useMutation({
    mutationFn: ({ id, ...body }: { id: number; text: string; version: number }) =>
      call(changeLeadNote, { params: paramsOf(leadId, id), body }),
    onSettled: refetchTimeline(leadId),
  })

export const useDeleteNote = (leadId: number) =>
  useMutation({
    mutationFn: ({ id, version }: { id: number; version: number }) =>
      call(deleteLeadNote, { params: paramsOf(leadId, id), query: { version } }),
    onSettled: refetchTimeline(leadId),
  })
