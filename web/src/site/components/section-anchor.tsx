import { type AnchorId, norwegianAnchors } from '../texts/anchors.ts'

/** Lets links name the surrounding section in Norwegian, too. */
export function SectionAnchor({ id }: { id: AnchorId }) {
  return norwegianAnchors[id] === id ? null : <span id={norwegianAnchors[id]} className="section-anchor" />
}
