import services from '../../../content/art/services.svg'
import type { ServiceId } from '../../../content/service-texts.ts'

/** Takes the text's colour, and the signal colour for the thread. */
export function ServiceDrawing({ id }: { id: ServiceId }) {
  return (
    <svg aria-hidden="true" className="size-11 lg:size-14">
      <use href={`${services}#${id}`} />
    </svg>
  )
}
