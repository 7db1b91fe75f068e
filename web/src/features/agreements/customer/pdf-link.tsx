import { Button } from '../../../ui/base/button.tsx'
import { FileIcon } from '../../../ui/base/icons.tsx'
import { useResponseTexts } from './use-response-language.ts'

export function PdfLink({ address, className = '' }: { address: string; className?: string }) {
  const { pdf } = useResponseTexts()
  return (
    <Button asChild className={`h-11 print:hidden ${className}`}>
      <a href={address} download>
        <FileIcon /> {pdf}
      </a>
    </Button>
  )
}
