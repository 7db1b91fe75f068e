/** Calls back when nothing is waiting to be done. */
export const whenIdle = (callback: () => void): void => {
  const idle = window.requestIdleCallback ?? setTimeout
  idle(callback)
}
