import { ZxcvbnFactory } from '@zxcvbn-ts/core'
import { adjacencyGraphs, dictionary } from '@zxcvbn-ts/language-common'

/** A new password, and the user's and the company's names, which an attacker tries first. */
export interface ChosenPassword {
  readonly password: string
  readonly names: readonly string[]
}

/**
 * The required number of guesses, as a power of ten: the estimator's highest score. Its dictionaries have few Norwegian words, so it overrates
 * passwords made of them; otherwise its second highest score would suffice.
 */
const minGuessesLog10 = 10

/**
 * Maximum length that is estimated. The estimator's time grows with the square of the length, and a password is at least as hard to guess
 * as its beginning.
 */
const maxEstimatedLength = 64

const estimator = new ZxcvbnFactory({ dictionary, graphs: adjacencyGraphs, maxLength: maxEstimatedLength })

/** Returns the names and the words in them, longest first. Words of up to two letters are too common to matter. */
const wordsOf = (names: readonly string[]): string[] => {
  const words = names.flatMap((name) => [name, ...name.split(/[^\p{L}\p{N}]/u)]).map((word) => word.toLowerCase())
  return [...new Set(words)].filter(({ length }) => length > 2).toSorted((a, b) => b.length - a.length)
}

/**
 * Returns true if a password is easy to guess: if it, or what is left of it without the names, is common or a pattern. Takes up to half a second:
 * call it in its own thread.
 */
export const isGuessable = ({ password, names }: ChosenPassword): boolean => {
  const words = wordsOf(names)
  const withoutNames = words.reduce((left, word) => left.replaceAll(word, ''), password.toLowerCase())
  return [password, withoutNames].some((text) => estimator.check(text, words).guessesLog10 < minGuessesLog10)
}
