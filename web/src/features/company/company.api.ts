import { readCompany, updateCompany, uploadPhoto } from '@kontor/contract/company/company.endpoints'
import { photoLimits } from '@kontor/contract/company/company.rules'
import { type Company, companySchema, photoSchema } from '@kontor/contract/company/company.schema'
import { fileField } from '@kontor/contract/shared/spreadsheet'
import { queryOptions, skipToken, useMutation, useQuery } from '@tanstack/react-query'
import { call, send } from '../../platform/api-client.ts'
import { conflictingEntity } from '../../platform/conflict.ts'
import { useChangeOf } from '../../platform/mutations.ts'
import { shows } from '../../platform/shows.ts'

export type { Company }

export const companyQuery = queryOptions({
  queryKey: ['company'],
  meta: shows('company'),
  queryFn: ({ signal }) => call(readCompany, {}, { signal }),
})

/** Returns the other user's version if a change failed with a conflict; else null. */
export const conflictingCompany = (error: unknown): Company | null => conflictingEntity(error, companySchema)

export const useSaveCompany = () =>
  useChangeOf(updateCompany, (client, stored) => client.setQueryData(companyQuery.queryKey, stored))

/** The file types that the file picker offers. */
export const photoTypes = '.jpg,.jpeg,.png,.webp'

/** Explains why a file can't be a photo; null if it may be one. */
export const photoProblem = ({ name, size }: File): string | null => {
  if (!photoTypes.split(',').some((ending) => name.toLowerCase().endsWith(ending))) {
    return 'Bildet må være .jpg, .png eller .webp.'
  }
  return size > photoLimits.bytes ? 'Bildet kan være på høyst 10 MB.' : null
}

const photoFileKey = (photo: string | null) => ['company-photo', photo] as const

/** Returns the local file of a photo that was uploaded in this tab, since the site serves a photo only after a save. */
export const usePhotoFile = (photo: string | null): File | undefined =>
  useQuery<File>({ queryKey: photoFileKey(photo), queryFn: skipToken, gcTime: Number.POSITIVE_INFINITY }).data

/** Uploads a photo; resolves to its id. */
export const useUploadPhoto = () =>
  useMutation({
    mutationFn: async (file: File): Promise<string> => {
      const form = new FormData()
      form.append(fileField, file)
      const response = await send(uploadPhoto, {}, () => ({ body: form }))
      return photoSchema.parse(await response.json()).id
    },
    onSuccess: (photo, file, _result, { client }) => client.setQueryData(photoFileKey(photo), file),
  })
