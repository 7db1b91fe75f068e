import { type ComponentType, lazy, type ReactNode, Suspense, useState } from 'react'
import { whenIdle } from '../../platform/when-idle.ts'

/** A script that can be prefetched. `load` rejects if the fetch fails; the next call tries again. */
export interface Script {
  readonly load: () => Promise<unknown>
}

/** A component in a script of its own. */
export type Loadable<Props> = ComponentType<Props> & Script

interface PartProps<Props> {
  readonly choose: () => ComponentType<Props>
  readonly props: Props
  readonly fallback: ReactNode
}

function Part<Props extends object>({ choose, props, fallback }: PartProps<Props>) {
  // Chooses the component once per mount, since switching to another component would lose the state. A new mount retries a failed fetch.
  const [Component] = useState<ComponentType<Props>>(choose)
  return (
    <Suspense fallback={fallback}>
      <Component {...props} />
    </Suspense>
  )
}

/**
 * Puts a component into a script of its own, which is fetched when the component is first rendered, unless it was prefetched. Shows
 * `fallback` meanwhile.
 */
export const loadable = <Props extends object>(
  fetchComponent: () => Promise<ComponentType<Props>>,
  fallback: ReactNode = null,
): Loadable<Props> => {
  let loaded: ComponentType<Props> | undefined
  const load = async (): Promise<ComponentType<Props>> => {
    loaded ??= await fetchComponent()
    return loaded
  }
  const choose = () => loaded ?? lazy(async () => ({ default: await load() }))
  return Object.assign((props: Props) => <Part choose={choose} props={props} fallback={fallback} />, { load })
}

/** Fetches scripts one after the other while the browser is idle. A failed fetch is retried when the component is rendered. */
export const loadWhenIdle = ([next, ...rest]: readonly Script[]): void => {
  const goOn = () => loadWhenIdle(rest)
  if (next) whenIdle(() => void next.load().then(goOn, goOn))
}
