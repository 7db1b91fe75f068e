/** Prints a text by itself, without the page around it. */
export const printText = (text: string): void => {
  const frame = document.createElement('iframe')
  frame.hidden = true
  document.body.append(frame)
  const { contentDocument, contentWindow } = frame
  if (!contentDocument || !contentWindow) throw new Error('The frame has no document')
  const lines = contentDocument.createElement('pre')
  lines.textContent = text
  contentDocument.body.append(lines)
  contentWindow.addEventListener('afterprint', () => frame.remove())
  contentWindow.print()
}
