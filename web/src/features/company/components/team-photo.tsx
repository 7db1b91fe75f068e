import { drawnPortraits, photoPath } from '@kontor/contract/company/company.rules'
import { useEffect, useId, useState } from 'react'
import { errorText } from '../../../platform/api-client.ts'
import { Button } from '../../../ui/base/button.tsx'
import { cx } from '../../../ui/base/cx.ts'
import { WarningIcon } from '../../../ui/base/icons.tsx'
import { photoProblem, photoTypes, usePhotoFile, useUploadPhoto } from '../company.api.ts'

interface TeamPhotoProps {
  /** The name of the person in the photo. */
  readonly name: string
  readonly photo: string | null
  readonly onChange: (photo: string | null) => void
  /** Gets a promise for each upload, which resolves after `onChange` was called. */
  readonly onUpload: (upload: Promise<void>) => void
}

const isDrawn = (photo: string): boolean => drawnPortraits.some((one) => one === photo)

/** Returns a URL for a file, as long as the component is shown. */
const useFileUrl = (file: File | undefined): string | null => {
  const [url, setUrl] = useState<string | null>(null)
  useEffect(() => {
    if (!file) return
    const created = URL.createObjectURL(file)
    setUrl(created)
    return () => URL.revokeObjectURL(created)
  }, [file])
  return file ? url : null
}

/** A team member's photo, with buttons that replace and remove it. */
export function TeamPhoto({ name, photo, onChange, onUpload }: TeamPhotoProps) {
  const inputId = useId()
  const upload = useUploadPhoto()
  const [problem, setProblem] = useState<string | null>(null)
  const file = usePhotoFile(photo)
  const fileUrl = useFileUrl(file)

  const choose = async (chosen: File | undefined) => {
    if (!chosen || upload.isPending) return
    const refusal = photoProblem(chosen)
    setProblem(refusal)
    if (refusal) return
    try {
      onChange(await upload.mutateAsync(chosen))
    } catch (error) {
      setProblem(errorText(error))
    }
  }

  const who = name || 'den nye'
  const source = file ? fileUrl : photo && !isDrawn(photo) ? photoPath(photo, 320, 'webp') : null
  return (
    <div className="flex w-28 shrink-0 flex-col gap-2">
      {photo && source ? (
        <img
          src={source}
          alt={`Bilde av ${who}`}
          width="112"
          height="140"
          className="aspect-4/5 w-28 rounded-md object-cover"
        />
      ) : (
        <p className="flex aspect-4/5 w-28 items-center justify-center rounded-md bg-sunken px-2 text-center text-[0.8125rem] text-soft">
          {photo ? 'Tegnet portrett' : 'Uten bilde'}
        </p>
      )}
      <label
        htmlFor={inputId}
        className={cx(
          'inline-flex h-8 cursor-pointer items-center justify-center rounded-md border border-border/50 bg-surface font-medium text-[0.8125rem] focus-within:outline-2 focus-within:outline-focus hover:bg-sunken',
          upload.isPending && 'opacity-50',
        )}
      >
        {upload.isPending ? 'Laster opp …' : photo ? 'Bytt bilde' : 'Velg bilde'}
        <span className="sr-only"> for {who}</span>
        <input
          id={inputId}
          type="file"
          accept={photoTypes}
          className="sr-only"
          onChange={({ target }) => {
            onUpload(choose(target.files?.[0]))
            target.value = ''
          }}
        />
      </label>
      {photo && (
        <Button size="small" variant="quiet" aria-label={`Fjern bildet av ${who}`} onClick={() => onChange(null)}>
          Fjern
        </Button>
      )}
      {problem && (
        <p role="alert" className="flex items-start gap-1.5 text-[0.8125rem] text-danger">
          <WarningIcon className="mt-0.5 size-3.5 shrink-0" />
          <span className="min-w-0">{problem}</span>
        </p>
      )}
    </div>
  )
}
