import type { KeyboardEvent } from 'react'

/** Does the key belong to an input method? `keyCode` 229: Safari ends a composition before the key that ended it. */
export function isComposing({ nativeEvent, keyCode }: KeyboardEvent): boolean {
  return nativeEvent.isComposing || keyCode === 229
}
