import { useState } from 'react'

/** The same object as long as the values in it are the same, so that a table written in place wakes no reader of it. */
export function useStable<T extends object>(next: T): T {
  const [held, setHeld] = useState(next)
  if (held === next || isSame(held, next)) return held
  setHeld(next)
  return next
}

function isSame(one: object, other: object): boolean {
  return Object.keys({ ...one, ...other }).every((key) =>
    Object.is(one[key as keyof typeof one], other[key as keyof typeof other]),
  )
}
