import { type AnchorId, norwegianAnchors } from '../texts/anchors.ts'

/** Makes the section around it reachable by its Norwegian name too. */
export function SectionAnchor({ id }: { id: AnchorId }) {
  return norwegianAnchors[id] === id ? null : <span id={norwegianAnchors[id]} className="section-anchor" />
}
