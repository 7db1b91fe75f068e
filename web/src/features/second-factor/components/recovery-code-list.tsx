import { downloadText } from '../../../platform/download.ts'
import { officeCompany as company } from '../../../platform/office-company.ts'
import { Button } from '../../../ui/base/button.tsx'
import { CopyIcon, DownloadIcon, FileIcon } from '../../../ui/base/icons.tsx'
import { toast, toastFailure } from '../../../ui/toast/toast-store.ts'
import { type Language, secondFactorTexts } from './second-factor-texts.ts'

/** Prints a text by itself, without the page around it. */
const printText = (text: string): void => {
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

interface RecoveryCodeListProps {
  readonly codes: readonly string[]
  readonly language?: Language
}

/** Recovery codes, shown once, with ways to keep them. */
export function RecoveryCodeList({ codes, language = 'no' }: RecoveryCodeListProps) {
  const texts = secondFactorTexts[language].codes
  const text = [`${texts.heading} ${company.name} (${location.host})`, texts.once, '', ...codes, ''].join('\n')

  const copy = async () => {
    try {
      await navigator.clipboard.writeText(codes.join('\n'))
      toast({ title: texts.copied })
    } catch {
      // The browser blocked the copy; the codes are on the screen.
      toastFailure(texts.copyFailed)
    }
  }

  return (
    <>
      <p className="text-sm text-soft leading-relaxed">{texts.intro}</p>
      <ol className="my-4 flex flex-col gap-y-1 rounded-md bg-sunken px-4 py-3 font-mono text-sm">
        {codes.map((code) => (
          <li key={code}>{code}</li>
        ))}
      </ol>
      <div className="flex flex-wrap gap-2">
        <Button size="small" onClick={() => void copy()}>
          <CopyIcon /> {texts.copy}
        </Button>
        <Button size="small" onClick={() => downloadText(texts.file, text)}>
          <DownloadIcon /> {texts.download}
        </Button>
        <Button size="small" onClick={() => printText(text)}>
          <FileIcon /> {texts.print}
        </Button>
      </div>
    </>
  )
}
