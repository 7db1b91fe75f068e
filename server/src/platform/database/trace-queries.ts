import type pg from 'pg'
import { currentContext } from '../request-context.ts'
import type { NewSpan } from '../tracing/span.ts'
import { isTracing, startSpan } from '../tracing/tracing.ts'

const operationPattern = /^\s*([a-z]+)/i

/** Matches the first table name as drizzle quotes it. Only for the verbs below: in other statements, quotes may enclose values. */
const tablePattern = /\b(?:from|into|update) "([a-z_]+)"/

/** Names a statement by its verb and table, since its text may hold values. */
const spanOf = (text: string): NewSpan => {
  const operation = operationPattern.exec(text)?.[1]?.toLowerCase() ?? 'query'
  const table = /^(?:select|insert|update|delete|with)$/.test(operation) ? tablePattern.exec(text)?.[1] : undefined
  return {
    name: table ? `${operation} ${table}` : operation,
    kind: 'client',
    attributes: {
      'db.system.name': 'postgresql',
      'db.operation.name': operation,
      ...(table && { 'db.collection.name': table }),
    },
  }
}

const textOf = (query: unknown): string => {
  if (typeof query === 'string') return query
  return typeof query === 'object' && query !== null && 'text' in query ? String(query.text) : ''
}

/**
 * Adds a span for each query to the current trace, if there is one; polls and other background work have none. Skips queries with a callback:
 * the pool makes them itself, for queries that are traced already.
 */
export const traceQueries = (target: pg.Pool | pg.PoolClient): void => {
  target.query = new Proxy(target.query, {
    apply: (query, _this, args) => {
      const parent = isTracing() ? currentContext()?.span : undefined
      const result = (span?: ReturnType<typeof startSpan>) => {
        const answer: unknown = Reflect.apply(query, target, args)
        if (span && answer instanceof Promise)
          answer.then(
            () => span.end(),
            () => span.end({}, true),
          )
        return answer
      }
      const [statement, last] = [args[0], args.at(-1)]
      const isStream = typeof statement === 'object' && statement !== null && 'submit' in statement
      if (!parent || isStream || typeof last === 'function') return result()
      return result(startSpan(spanOf(textOf(statement)), parent))
    },
  })
}
