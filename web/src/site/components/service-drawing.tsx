import services from '../art/services.svg'
import type { ServiceId } from '../texts/service-texts.ts'

/** One of the drawings in a shared file. Hidden with forced colours, which images ignore. */
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
