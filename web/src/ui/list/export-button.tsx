import { Button, type ButtonProps } from '../base/button.tsx'
import { ChevronDownIcon, DownloadIcon } from '../base/icons.tsx'
import { Tooltip } from '../base/tooltip.tsx'

interface ExportButtonProps extends Pick<ButtonProps, 'size'> {
  readonly href: string
  /** Asks for the rows and the format of an export. */
  readonly onOptions: () => void
}

/** A split button: one half exports the list at once, in a new tab, the other one asks for the format. */
export function ExportButton({ href, onOptions, size = 'normal' }: ExportButtonProps) {
  return (
    <span className="inline-flex">
      <Button asChild size={size} className="rounded-r-none">
        <a href={href} target="_blank" rel="noopener">
          <DownloadIcon /> Eksporter
        </a>
      </Button>
      <Tooltip text="Eksportvalg">
        <Button
          aria-label="Eksportvalg"
          aria-haspopup="dialog"
          size={size}
          onClick={onOptions}
          className="-ml-px w-8 rounded-l-none px-0!"
        >
          <ChevronDownIcon />
        </Button>
      </Tooltip>
    </span>
  )
}
