/** A reason why the server cannot start. The message is for the terminal: printed without a stack, exit code 1. */
export class StartFailure extends Error {
  /** One sentence per problem. */
  readonly sentences: readonly string[]

  constructor(sentences: string | readonly string[], options?: ErrorOptions) {
    const list = typeof sentences === 'string' ? [sentences] : sentences
    super(list.join('\n'), options)
    this.sentences = list
  }
}
