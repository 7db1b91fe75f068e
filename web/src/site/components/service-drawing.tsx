import services from '../art/services.svg'
import type { ServiceId } from '../texts/service-texts.ts'

/** One of the drawings in one file. Hidden in forced colours, which images don't follow. */
export function ServiceDrawing({ id }: { id: ServiceId }) {
  return (
    <img
      src={`${services}#${id}`}
      alt=""
      width="48"
      height="48"
      loading="lazy"
      className="after-paint size-11 max-sm:order-1 lg:size-14 forced-colors:invisible"
    />
  )
}
