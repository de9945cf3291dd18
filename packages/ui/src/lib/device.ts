/** True on devices whose `Mod` is the Command key. False when that is unknown, as on a server. */
export function isApple(): boolean {
  if (typeof navigator === 'undefined') return false
  const { userAgentData, platform } = navigator as Navigator & { userAgentData?: { platform?: string } }
  return /mac|iphone|ipad/i.test(userAgentData?.platform ?? platform ?? '')
}

/** True for touch, where a focused field brings up a keyboard. */
export const isTouch = (): boolean => globalThis.matchMedia?.('(pointer: coarse)').matches ?? false
