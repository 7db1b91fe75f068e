interface StepsProps {
  readonly steps: readonly { readonly name: string; readonly text: string }[]
}

/** Numbered steps, joined by a line. */
export function Steps({ steps }: StepsProps) {
  return (
    <ol className="steps">
      {steps.map(({ name, text }) => (
        <li key={name}>
          <h3 className="font-bold text-[1.375rem] tracking-[-0.015em]">{name}</h3>
          <p className="mt-1 max-w-[30.7em] text-soft">{text}</p>
        </li>
      ))}
    </ol>
  )
}
