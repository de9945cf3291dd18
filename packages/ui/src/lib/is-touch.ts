/** Whether one presses with a finger, so that a field with the focus brings up a keyboard over the page. */
export const isTouch = (): boolean => globalThis.matchMedia?.('(pointer: coarse)').matches ?? false
