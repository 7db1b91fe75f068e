import { type RecordPlace, useRecordAddress } from '../../../platform/record-address.ts'

const place: RecordPlace = { path: '/admin/avtaler', list: '/admin', tab: 'agreements' }

/** Returns the id of the agreement whose record is open, from the URL, with functions that change it. */
export const useAgreementAddress = () => useRecordAddress(place)
