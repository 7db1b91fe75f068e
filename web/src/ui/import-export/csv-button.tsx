import { csvEnding } from '@kontor/contract/shared/spreadsheet'

/** A button to choose a CSV file. The field above offers only the files of spreadsheet programs. */
export function CsvButton({ onFile }: { onFile: (file: File) => void }) {
  const choose = () => {
    const input = Object.assign(document.createElement('input'), { type: 'file', accept: csvEnding })
    input.onchange = () => {
      const file = input.files?.[0]
      if (file) onFile(file)
    }
    input.click()
  }
  return (
    <p className="mt-3 text-[0.8125rem] text-soft">
      Har du en CSV-fil?{' '}
      <button
        type="button"
        onClick={choose}
        className="rounded-sm font-medium text-fjord underline underline-offset-2 hover:text-fjord-deep"
      >
        Velg en CSV-fil
      </button>
    </p>
  )
}
