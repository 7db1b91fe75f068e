import { company } from '@kontor/contract/shared/company'
import { ZxcvbnFactory } from '@zxcvbn-ts/core'
import { adjacencyGraphs, dictionary } from '@zxcvbn-ts/language-common'

/** A password that somebody wants to set, and the names of whom it is for: who guesses tries those first. */
export interface ChosenPassword {
  readonly password: string
  readonly names: readonly string[]
}

/**
 * The guesses, as a power of ten, that a password must be worth: the estimator's highest mark. Its lists have few Norwegian words, so that
 * it thinks too well of them; its second highest would do otherwise.
 */
const enoughGuesses = 10

/** The estimator's time grows with the square of the length, and who cannot guess the beginning of a password cannot guess all of it. */
const longestEstimated = 64

const estimator = new ZxcvbnFactory({ dictionary, graphs: adjacencyGraphs, maxLength: longestEstimated })

/** The names and the words in them, longest first. Two letters are too common to say anything. */
const wordsOf = (names: readonly string[]): string[] => {
  const words = names.flatMap((name) => [name, ...name.split(/[^\p{L}\p{N}]/u)]).map((word) => word.toLowerCase())
  return [...new Set(words)].filter(({ length }) => length > 2).toSorted((a, b) => b.length - a.length)
}

const companyNames = [company.name, company.shortName, company.email.slice(company.email.indexOf('@') + 1)]

/**
 * Whether a password is easy to guess: common, a pattern, or one whose parts beside the names of the user and the company are. Takes up to
 * half a second: call it in a thread of its own.
 */
export const isGuessable = ({ password, names }: ChosenPassword): boolean => {
  const words = wordsOf([...companyNames, ...names])
  const beside = words.reduce((left, word) => left.replaceAll(word, ''), password.toLowerCase())
  return [password, beside].some((text) => estimator.check(text, words).guessesLog10 < enoughGuesses)
}
