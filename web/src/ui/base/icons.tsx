interface IconProps {
  readonly className?: string
}

/**
 * An icon drawn as one path. Shared style: 16 px, round line caps, the text's colour, hidden from screen readers (the control has
 * the name).
 *
 * @__NO_SIDE_EFFECTS__ (bundles drop unused icons)
 */
const icon =
  (path: string) =>
  ({ className = 'size-4 shrink-0' }: IconProps) => (
    <svg
      viewBox="0 0 16 16"
      fill="none"
      stroke="currentColor"
      strokeWidth="1.5"
      strokeLinecap="round"
      strokeLinejoin="round"
      aria-hidden="true"
      className={className}
    >
      <path d={path} />
    </svg>
  )

export const CloseIcon = icon('m4 4 8 8m0-8-8 8')
export const SearchIcon = icon('M7 12A5 5 0 1 0 7 2a5 5 0 0 0 0 10Zm3.5-1.5L14 14')
export const ChevronDownIcon = icon('m4 6 4 4 4-4')
export const CheckIcon = icon('m3 8.5 3.5 3.5L13 4.5')
export const ArrowUpIcon = icon('M8 13V3M4 7l4-4 4 4')
export const ArrowDownIcon = icon('M8 3v10m4-4-4 4-4-4')
export const ArrowLeftIcon = icon('M13 8H3m4-4L3 8l4 4')
export const SortIcon = icon('m5 6 3-3 3 3m0 4-3 3-3-3')
export const EditIcon = icon('m10.5 3 2.5 2.5L5.5 13H3v-2.5L10.5 3ZM9 4.5 11.5 7')
export const TrashIcon = icon('M2.5 4h11M6 4V2.5h4V4m2 0-.6 9.5H4.6L4 4m2.5 3v4m3-4v4')
export const RefreshIcon = icon('M13 8a5 5 0 1 1-1.5-3.5L13.5 6.5m0-4v4h-4')
export const WarningIcon = icon('M8 2.5 14.5 13.5h-13L8 2.5Zm0 4v3m0 2v.01')
export const MailIcon = icon('M2 4h12v8.5H2V4Zm.5.5L8 9l5.5-4.5')
export const EyeIcon = icon(
  'M1.5 8S4 3.5 8 3.5 14.5 8 14.5 8 12 12.5 8 12.5 1.5 8 1.5 8ZM8 10a2 2 0 1 0 0-4 2 2 0 0 0 0 4Z',
)
export const ClockIcon = icon('M8 14A6 6 0 1 0 8 2a6 6 0 0 0 0 12Zm0-9v3l2 1.5')
export const CalendarIcon = icon('M2.5 3.5h11v10h-11v-10Zm0 3.5h11M5.5 2v3m5-3v3')
export const CopyIcon = icon('M5.5 5.5h8v8h-8v-8Zm-3 5v-8h8')
export const FileIcon = icon('M4 2h5l3 3v9H4V2Zm5 0v3h3')
export const LogoutIcon = icon('M6 2.5H3v11h3M6.5 8h7m-3-3 3 3-3 3')
export const FilterIcon = icon('M2 3.5h12L9.5 8.5V13l-3-1.5v-3L2 3.5Z')
export const ColumnsIcon = icon('M2 3h12v10H2V3Zm4 0v10m4-10v10')
export const GripIcon = icon('M6 3.5v.01M10 3.5v.01M6 8v.01M10 8v.01M6 12.5v.01M10 12.5v.01')
export const MoreIcon = icon(
  'M3 8a.5.5 0 1 0 1 0 .5.5 0 0 0-1 0Zm4.500 0a.5.5 0 1 0 1 0 .5.5 0 0 0-1 0ZM12 8a.5.5 0 1 0 1 0 .5.5 0 0 0-1 0Z',
)
export const TableIcon = icon('M2 3h12v10H2V3Zm0 3.5h12M2 10h12')
export const CardsIcon = icon(
  'M2.5 2.500h4.500v4.500H2.500v-4.500Zm6.500 0h4.500v4.500H9v-4.500Zm-6.500 6.500h4.500v4.500H2.500V9ZM9 9h4.500v4.500H9V9Z',
)
export const BoardIcon = icon('M2.5 2.500h3v11h-3v-11Zm4.500 0h3v7H7v-7Zm4.500 0h2v9h-2v-9Z')
export const ChartIcon = icon('M2.500 13.500h11M4 11V7m4 4V3m4 8V5.500')
export const BookmarkIcon = icon('M4 2.500h8V14l-4-3-4 3V2.500Z')
export const PlusIcon = icon('M8 3v10M3 8h10')
export const DownloadIcon = icon('M8 2v8m-3-3 3 3 3-3M2.5 13.5h11')
export const UploadIcon = icon('M8 10V2m-3 3 3-3 3 3M2.5 13.5h11')
export const PeopleIcon = icon(
  'M6 7.5a2.5 2.5 0 1 0 0-5 2.5 2.5 0 0 0 0 5Zm-4.5 6c0-2.5 2-4 4.5-4s4.5 1.5 4.5 4m-1-11a2.5 2.5 0 0 1 0 5m2 2.5c1.8.4 3 1.7 3 3.5',
)
export const SendIcon = icon('M14 2 7 9m7-7-4.500 12L7 9 2 6.500 14 2Z')
export const PhoneIcon = icon(
  'M3 2.500h3l1 3-1.500 1.500a8 8 0 0 0 3.500 3.500L10.500 9l3 1v3c-6 .5-11-4.500-10.500-10.500Z',
)
export const BuildingIcon = icon('M3 14V2.5h7V14m0-7.500h3V14M1.500 14h13M5.500 5.500h2m-2 3h2m-2 3h2')
export const PersonIcon = icon(
  'M8 8a2.750 2.750 0 1 0 0-5.500 2.750 2.750 0 0 0 0 5.500Zm-5.500 6c0-3 2.500-4.500 5.500-4.500s5.500 1.500 5.500 4.500',
)
export const TargetIcon = icon(
  'M8 14A6 6 0 1 0 8 2a6 6 0 0 0 0 12Zm0-3.500a2.500 2.500 0 1 0 0-5 2.500 2.500 0 0 0 0 5Z',
)
export const ArrowRightIcon = icon('M3 8h10M9 4l4 4-4 4')
export const ExternalIcon = icon('M6 4h6v6m0-6-8 8')
export const LockIcon = icon('M3.5 7h9v6.5h-9V7ZM5.5 7V4.5a2.5 2.5 0 0 1 5 0V7')
export const MoveIcon = icon('M5 5 2 8l3 3m6-6 3 3-3 3M2 8h12')
export const TagIcon = icon('M2.5 2.5h5l6 6-5 5-6-6v-5Zm3 3h.01')

const Arc = icon('M8 2a6 6 0 1 1-6 6')

/** Spins while something is in progress; static for users who prefer reduced motion. */
export const Spinner = ({ className = 'size-4 shrink-0' }: IconProps) => (
  <Arc className={`animate-spin motion-reduce:animate-none ${className}`} />
)
