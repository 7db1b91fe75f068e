import { type AnchorId, norwegianAnchors } from '../texts/anchors.ts'

/** Lets links use the Norwegian name of the section around it, too. */
export function SectionAnchor({ id }: { id: AnchorId }) {
  return norwegianAnchors[id] === id ? null : <span id={norwegianAnchors[id]} className="section-anchor" />
}
