/** Calls back when the browser is idle. */
export const whenIdle = (callback: () => void): void => {
  const idle = window.requestIdleCallback ?? setTimeout
  idle(callback)
}
