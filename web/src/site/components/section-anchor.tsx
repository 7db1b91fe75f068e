import { type AnchorId, norwegianAnchors } from '../texts/anchors.ts'

/** Adds the section's Norwegian anchor, if it differs from the English one, so that links can use both. */
export function SectionAnchor({ id }: { id: AnchorId }) {
  return norwegianAnchors[id] === id ? null : <span id={norwegianAnchors[id]} className="section-anchor" />
}
