/** Calls once, later; the return value cancels it. */
export type SetTimer = (callback: () => void, ms: number) => () => void

export const setBrowserTimer: SetTimer = (callback, ms) => {
  const timer = setTimeout(callback, ms)
  return () => clearTimeout(timer)
}
