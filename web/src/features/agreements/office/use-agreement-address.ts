import { type RecordPlace, useRecordAddress } from '../../../platform/record-address.ts'

const place: RecordPlace = { path: '/admin/avtaler', list: '/admin', tab: 'agreements' }

/** The agreement whose details are shown. */
export const useAgreementAddress = () => useRecordAddress(place)
