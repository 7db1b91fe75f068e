import { passwordHint } from '@kontor/contract/shared/passwords'
import type { UseFormRegisterReturn } from 'react-hook-form'
import { Button } from '../../../ui/button.tsx'
import { Field, Input } from '../../../ui/field.tsx'

/** No vowels, which could make words, and no lookalike characters. */
const letters = 'bcdfghjkmnpqrstvwxz23456789'
const groups = [5, 5, 5, 5]

/** About 95 bits, in groups that can be read out over the phone. */
const suggestPassword = (): string => {
  const random = crypto.getRandomValues(new Uint32Array(20))
  const characters = Array.from(random, (number) => letters[number % letters.length])
  return groups.map((size, index) => characters.slice(index * size, (index + 1) * size).join('')).join('-')
}

interface PasswordFieldProps {
  readonly label: string
  readonly error: string | undefined
  /** Called in screen order: the first invalid field gets the focus. */
  readonly register: () => UseFormRegisterReturn
  readonly onSuggest: (password: string) => void
}

/** A password for another user: visible, since it has to be passed on. */
export function PasswordField({ label, error, register, onSuggest }: PasswordFieldProps) {
  return (
    <Field label={label} required error={error} hint={`${passwordHint} Gi det til brukeren nå: det vises ikke igjen.`}>
      {(props) => (
        <div className="flex gap-2">
          <Input {...props} {...register()} autoComplete="off" autoCapitalize="none" spellCheck={false} />
          <Button onClick={() => onSuggest(suggestPassword())}>Foreslå</Button>
        </div>
      )}
    </Field>
  )
}
