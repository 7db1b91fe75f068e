import type { Sort } from '@kontor/contract/shared/sorting'
import { type SortValue, useClientList } from '../../../platform/list-state.ts'
import type { Webinar } from '../webinars.api.ts'

export const webinarSorts = ['name', 'date', 'registrationCount'] as const

export type WebinarSort = Sort<(typeof webinarSorts)[number]>

export const defaultWebinarSort: WebinarSort = { id: 'date', desc: true }

const idOf = ({ id }: Webinar): string => id
const textsOf = ({ name }: Webinar) => [name]
const sortValueOf = (webinar: Webinar, id: WebinarSort['id']): SortValue => webinar[id]

/** Filters and sorts the webinars for the list. */
export const useWebinarList = (rows: readonly Webinar[], search: string, sort: WebinarSort): Webinar[] =>
  useClientList({ rows, idOf, textsOf, sortValueOf, sort, search })
