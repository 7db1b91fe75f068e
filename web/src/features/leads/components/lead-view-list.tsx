import { IconButton } from '../../../ui/base/button.tsx'
import { cx } from '../../../ui/base/cx.ts'
import { CloseIcon, PeopleIcon } from '../../../ui/base/icons.tsx'
import type { LeadView } from '../leads.views.api.ts'

interface ViewListProps {
  readonly views: readonly LeadView[]
  readonly activeId: number | undefined
  readonly onShow: (view: LeadView) => void
  /** Called to share a view, or to stop sharing it. */
  readonly onShare: (view: LeadView) => void
  readonly onRemove: (view: LeadView) => void
}

export const mineName = 'Mine leads'

interface ShowButtonProps {
  readonly name: string
  readonly isShown: boolean
  readonly onShow: () => void
}

const ShowButton = ({ name, isShown, onShow }: ShowButtonProps) => (
  <button
    type="button"
    aria-current={isShown || undefined}
    onClick={onShow}
    className={cx(
      'min-w-0 flex-1 truncate rounded-sm px-2 py-2 text-left hover:bg-sunken',
      isShown && 'bg-fjord-tint font-semibold',
    )}
  >
    {name}
  </button>
)

/** Shows the button for the built-in view of the user's own leads. */
export const MineView = (props: Omit<ShowButtonProps, 'name'>) => (
  <div className="mb-2 flex border-rule border-b pb-2">
    <ShowButton name={mineName} {...props} />
  </div>
)

/** Lists the user's own views, then views that others have shared. */
export function ViewList({ views, activeId, onShow, onShare, onRemove }: ViewListProps) {
  const own = views.filter(({ shared_by }) => shared_by === null)
  const others = views.filter(({ shared_by }) => shared_by !== null)
  const choose = (view: LeadView) => (
    <ShowButton name={view.name} isShown={view.id === activeId} onShow={() => onShow(view)} />
  )
  return (
    <>
      <ul>
        {own.map((view) => (
          <li key={view.id} className="flex items-center gap-1">
            {choose(view)}
            {view.is_shared && <span className="text-[0.8125rem] text-soft">Delt</span>}
            <IconButton
              label={`Del visningen ${view.name}`}
              title={view.is_shared ? 'Slutt å dele' : 'Del med alle'}
              aria-pressed={view.is_shared}
              icon={<PeopleIcon />}
              onClick={() => onShare(view)}
            />
            <IconButton
              label={`Slett visningen ${view.name}`}
              title="Slett"
              icon={<CloseIcon />}
              onClick={() => onRemove(view)}
            />
          </li>
        ))}
      </ul>
      {others.length > 0 && (
        <>
          <h3 className="mt-3 mb-1 px-2 font-semibold text-[0.8125rem] text-soft">Delt av andre</h3>
          <ul aria-label="Delt av andre">
            {others.map((view) => (
              <li key={view.id} className="flex items-center gap-2">
                {choose(view)}
                <span className="max-w-28 truncate pr-2 text-[0.8125rem] text-soft">{view.shared_by}</span>
              </li>
            ))}
          </ul>
        </>
      )}
    </>
  )
}
