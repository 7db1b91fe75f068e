import { type TemplateType, tagsOf, templateTags } from '@kontor/contract/emails/emails.rules'
import { Button } from '../../../ui/button.tsx'

interface TagButtonsProps {
  readonly type: TemplateType
  readonly onInsert: (tag: string) => void
}

/** The tags of a template type; a click inserts one at the cursor. */
export function TagButtons({ type, onInsert }: TagButtonsProps) {
  return (
    <fieldset className="flex min-w-0 flex-wrap items-center gap-1.5">
      <legend className="sr-only">Sett inn tagg</legend>
      <span aria-hidden="true" className="mr-1 text-[0.8125rem] text-soft">
        Sett inn:
      </span>
      {tagsOf(type).map((name) => (
        <Button
          key={name}
          size="small"
          aria-label={`Sett inn ${templateTags[name]?.label} {${name}}`}
          // Keeps the focus and the cursor in the field.
          onMouseDown={(event) => event.preventDefault()}
          onClick={() => onInsert(`{${name}}`)}
        >
          {templateTags[name]?.label} <span className="font-normal text-soft">{`{${name}}`}</span>
        </Button>
      ))}
    </fieldset>
  )
}
