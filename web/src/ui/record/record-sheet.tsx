import { Dialog as Radix } from 'radix-ui'
import { createContext, type ReactNode, useContext, useId, useLayoutEffect, useRef } from 'react'
import { ApiError, errorText } from '../../platform/api-client.ts'
import { formatNumber } from '../../platform/format.ts'
import { Button, IconButton } from '../base/button.tsx'
import { cx } from '../base/cx.ts'
import { ArrowLeftIcon, ArrowRightIcon, CloseIcon, EditIcon, TrashIcon } from '../base/icons.tsx'
import { Skeleton } from '../base/skeleton.tsx'
import { ErrorState } from '../base/states.tsx'
import { ignoreClickThatClosesOthers } from '../dialog/dialog-outside-click.ts'
import { preventDialogRefocus } from '../dialog/dialog-refocus.ts'
import { useReturnFocus } from '../dialog/use-return-focus.ts'
import { useAfterSaving } from '../form/use-after-saving.ts'
import { useHeld, useLastKnown } from '../form/use-held.ts'
import { GoneNotice } from './changed-notice.tsx'
import { type RecordMoves, useRecordKeys } from './use-record-moves.ts'

interface RecordSheetProps {
  /** The content is remounted when the id changes. */
  readonly recordId: string | number
  readonly title: string
  /** The kind of record, shown above the title. */
  readonly kind: string
  readonly moves?: RecordMoves
  /** Opens the edit dialog. Called after the running saves, so that the dialog shows what the user has just changed. */
  readonly onEdit?: () => void
  /** Asks before deleting the record. */
  readonly onDelete?: () => void
  /** More buttons: beside the title, or below it where the window is narrow. */
  readonly actions?: ReactNode
  /** True to give the main column more room: the actions are always below the title, and the fields beside it only on wide screens. */
  readonly roomy?: boolean
  /** The fields next to the main column; below it on narrow screens. */
  readonly aside?: ReactNode
  /** Finds the record's row, which is focused on close. Without a row, the element that had the focus before is focused. */
  readonly findRow?: () => HTMLElement | null
  readonly onClose: () => void
  /** The most important fields, then the timeline. */
  readonly children: ReactNode
}

function MoveButtons({ position, total, onPrevious, onNext }: RecordMoves) {
  return (
    <span className="flex shrink-0 items-center">
      <IconButton
        label="Forrige"
        title="Forrige (K eller ←)"
        icon={<ArrowLeftIcon />}
        aria-keyshortcuts="K ArrowLeft"
        aria-disabled={onPrevious === null}
        onClick={() => onPrevious?.()}
      />
      <IconButton
        label="Neste"
        title="Neste (J eller →)"
        icon={<ArrowRightIcon />}
        aria-keyshortcuts="J ArrowRight"
        aria-disabled={onNext === null}
        onClick={() => onNext?.()}
      />
      {position !== null && (
        <span className="ml-1.5 whitespace-nowrap text-[0.8125rem] text-soft tabular-nums print:hidden">
          {formatNumber(position)} av {formatNumber(total)}
        </span>
      )}
    </span>
  )
}

/** True within a record that no longer exists, but contains unsaved input. */
const IsGone = createContext(false)

/**
 * A record over its list: a wide sheet from the right; on phones, the whole page. Open while rendered. Takes the focus, and returns it to
 * the record's row on close.
 */
export function RecordSheet(props: RecordSheetProps) {
  const {
    recordId,
    title,
    kind,
    moves,
    onEdit,
    onDelete,
    actions,
    roomy = false,
    aside,
    findRow,
    onClose,
    children,
  } = props
  const isGone = useContext(IsGone)
  const returnFocus = useReturnFocus(findRow)
  const sheet = useRef<HTMLDivElement>(null)
  const body = useRef<HTMLDivElement>(null)
  useRecordKeys(sheet, moves)
  const edit = useAfterSaving((id: string | number) => id === recordId && onEdit?.(), { allowsDrafts: true })

  // Focuses the new record's content if the focused control was replaced. A button of the header keeps the focus.
  // biome-ignore lint/correctness/useExhaustiveDependencies: runs again for each record
  useLayoutEffect(() => {
    const focused = document.activeElement
    if (focused === null || focused === document.body || focused === sheet.current) body.current?.focus()
  }, [recordId])

  return (
    <Radix.Root open onOpenChange={(open) => !open && onClose()}>
      <Radix.Portal>
        <Radix.Overlay className="fixed inset-0 z-40 bg-scrim" />
        <Radix.Content
          ref={sheet}
          data-record=""
          aria-describedby={undefined}
          onOpenAutoFocus={(event) => {
            event.preventDefault()
            body.current?.focus()
          }}
          onCloseAutoFocus={returnFocus}
          onPointerDownOutside={ignoreClickThatClosesOthers}
          onBlur={preventDialogRefocus}
          className={cx(
            'fixed inset-y-0 right-0 z-40 flex w-full flex-col bg-surface text-ink shadow-float outline-none',
            roomy ? 'md:w-[min(90rem,calc(100%-4rem))]' : 'md:w-[min(72rem,calc(100%-4rem))]',
          )}
        >
          {/* On phones the title has its own line; everything else keeps its place. */}
          <header className="grid max-sm:flex max-sm:flex-wrap grid-cols-[minmax(0,1fr)_auto_auto] items-center gap-x-2 border-rule border-b px-4 py-2.5 sm:px-6 xl:grid-cols-[minmax(0,1fr)_auto_auto_auto]">
            <p className="text-soft text-xs max-sm:flex-1">{kind}</p>
            <Radix.Title className="col-start-1 row-start-2 font-semibold text-lg leading-snug tracking-tight [overflow-wrap:anywhere] max-sm:order-1 max-sm:basis-full">
              {title}
            </Radix.Title>
            <span className="col-start-2 row-start-1 sm:row-span-2">{moves && <MoveButtons {...moves} />}</span>
            {actions && (
              <span
                className={cx(
                  'col-span-full row-start-3 mt-1.5 flex flex-wrap items-center gap-1.5 max-sm:order-1',
                  !roomy && 'xl:col-span-1 xl:col-start-3 xl:row-span-2 xl:row-start-1 xl:mt-0',
                )}
              >
                {actions}
              </span>
            )}
            <span className="col-start-3 row-start-1 flex items-center gap-0.5 max-sm:ml-auto sm:row-span-2 xl:col-start-4">
              {onEdit && (
                <Button
                  size="small"
                  className="max-sm:border-transparent! max-sm:px-2!"
                  title="Rediger"
                  onClick={() => edit(recordId)}
                >
                  <EditIcon /> <span className="max-sm:sr-only">Rediger</span>
                </Button>
              )}
              {onDelete && <IconButton label="Slett" title="Slett" icon={<TrashIcon />} onClick={onDelete} />}
              <Radix.Close asChild>
                <IconButton label="Lukk" icon={<CloseIcon />} />
              </Radix.Close>
            </span>
          </header>
          <p role="status" className="sr-only">
            {title}
            {moves?.position != null && `, ${formatNumber(moves.position)} av ${formatNumber(moves.total)}`}
          </p>
          <div
            key={recordId}
            ref={body}
            tabIndex={-1}
            className="min-h-0 flex-1 overflow-y-auto overscroll-contain px-4 pt-5 pb-20 outline-none sm:px-6"
          >
            <div
              className={cx(
                'grid items-start gap-x-10 gap-y-8',
                roomy ? 'xl:grid-cols-[minmax(0,1fr)_20rem]' : 'lg:grid-cols-[minmax(0,1fr)_20rem]',
              )}
            >
              <div className="flex min-w-0 flex-col gap-7 [&>section:first-child]:border-t-0 [&>section:first-child]:pt-0">
                {isGone && <GoneNotice />}
                {children}
              </div>
              {aside && <div className="flex min-w-0 flex-col gap-7">{aside}</div>}
            </div>
          </div>
        </Radix.Content>
      </Radix.Portal>
    </Radix.Root>
  )
}

interface RecordPartProps {
  readonly title: string
  /** A button beside the title. */
  readonly action?: ReactNode
  readonly children: ReactNode
}

/** A titled section of a record. */
export function RecordPart({ title, action, children }: RecordPartProps) {
  const id = useId()
  return (
    <section aria-labelledby={id} className="border-rule border-t pt-4 lg:first:border-t-0 lg:first:pt-0">
      <div className="mb-2.5 flex min-h-8 items-center justify-between gap-3">
        <h3 id={id} className="font-semibold text-[0.9375rem] tracking-tight">
          {title}
        </h3>
        {action}
      </div>
      {children}
    </section>
  )
}

interface MissingRecordProps extends Pick<RecordSheetProps, 'kind' | 'onClose' | 'findRow'> {
  /** The reason why the record can't be shown; null while it loads. */
  readonly problem: { readonly title: string; readonly text: string } | null
  /** Omit if a retry won't help, as for an unknown address. */
  readonly onRetry?: (() => void) | undefined
}

/** Shown while a record loads, and when it can't be fetched or doesn't exist. */
export function MissingRecord({ problem, onRetry, ...sheet }: MissingRecordProps) {
  const { kind, onClose } = sheet
  return (
    <RecordSheet {...sheet} recordId="" title={problem?.title ?? `Henter ${kind.toLowerCase()} …`}>
      {problem === null && <Skeleton className="h-40" />}
      {problem &&
        (onRetry ? (
          <ErrorState title={problem.title} message={problem.text} onRetry={onRetry} />
        ) : (
          <div className="flex flex-col items-start gap-4">
            <p className="text-sm leading-relaxed">{problem.text}</p>
            <Button onClick={onClose}>Til listen</Button>
          </div>
        ))}
    </RecordSheet>
  )
}

interface RecordQueryProps<Data> extends Pick<RecordSheetProps, 'kind' | 'findRow' | 'onClose'> {
  /** The id in the URL. The record may not exist. */
  readonly id: string
  /** True if no record can have this id. */
  readonly isUnknown?: boolean
  readonly query: { readonly data: Data | undefined; readonly error: Error | null; readonly refetch: () => unknown }
  /** The title and text for a record that doesn't exist, and the title of a failure. */
  readonly texts: { readonly missing: string; readonly reason: string; readonly failed: string }
  readonly children: (data: Data) => ReactNode
}

/** Shows a fetched record. If another user deletes it while something is typed in it, keeps the last known version, with a notice. */
export function RecordQuery<Data>({ id, isUnknown = false, query, texts, children, ...sheet }: RecordQueryProps<Data>) {
  const { error, refetch } = query
  const isGone = isUnknown || (error instanceof ApiError && (error.status === 404 || error.status === 400))
  const isMissing = useHeld(isGone)
  const data = useLastKnown(id, query.data)
  if (isMissing) return <MissingRecord {...sheet} problem={{ title: texts.missing, text: texts.reason }} />
  if (data !== null) return <IsGone value={isGone}>{children(data)}</IsGone>
  const problem = error && { title: texts.failed, text: errorText(error) }
  return <MissingRecord {...sheet} problem={problem} onRetry={() => void refetch()} />
}
