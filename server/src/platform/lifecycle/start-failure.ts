/** Why the server cannot start, in words for the person who starts it: printed without a stack, exit code 1. */
export class StartFailure extends Error {
  /** One sentence for each thing that is wrong. */
  readonly sentences: readonly string[]

  constructor(sentences: string | readonly string[], options?: ErrorOptions) {
    const list = typeof sentences === 'string' ? [sentences] : sentences
    super(list.join('\n'), options)
    this.sentences = list
  }
}
