import { type ComponentType, lazy, type ReactNode, Suspense, useState } from 'react'
import { whenIdle } from '../../platform/when-idle.ts'

/** A script that can be fetched before it is needed. Rejects when it can't be fetched; the next call tries again. */
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
  // Stays the same while mounted, so that its state does; mounted again, it tries again to fetch what failed.
  const [Component] = useState<ComponentType<Props>>(choose)
  return (
    <Suspense fallback={fallback}>
      <Component {...props} />
    </Suspense>
  )
}

/** Puts a component into a script of its own, fetched when it is first rendered unless it was before. Meanwhile `fallback` shows. */
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

/** Fetches scripts one after the other while the browser is idle. Those that can't be fetched are tried again when they are rendered. */
export const loadWhenIdle = ([next, ...rest]: readonly Script[]): void => {
  const goOn = () => loadWhenIdle(rest)
  if (next) whenIdle(() => void next.load().then(goOn, goOn))
}
