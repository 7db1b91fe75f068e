import { useResponseTexts } from './use-response-language.ts'

/** Shows the name of the person who accepts, like a signature. */
export function Signature({ name }: { name: string }) {
  const texts = useResponseTexts()
  return (
    <p className="w-fit min-w-[min(14rem,100%)] max-w-full">
      <span className="block border-ink border-b px-1 text-[1.75rem] italic leading-tight [overflow-wrap:anywhere]">
        {name}
      </span>
      <span className="mt-1 block text-[0.8125rem] text-soft">{texts.signedBy}</span>
    </p>
  )
}
