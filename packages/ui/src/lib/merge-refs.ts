import { useCallback, type Ref, type RefCallback } from 'react'

/** One ref for two owners. Its identity changes only when one of theirs does. */
export function useMergedRefs<T>(first: Ref<T> | undefined, second: Ref<T> | undefined): RefCallback<T> {
  return useCallback(
    (node: T | null) => {
      assign(first, node)
      assign(second, node)
    },
    [first, second],
  )
}

function assign<T>(ref: Ref<T> | undefined, node: T | null): void {
  if (typeof ref === 'function') ref(node)
  else if (ref) ref.current = node
}
