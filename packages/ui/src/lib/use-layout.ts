'use client'

import { useEffect, useLayoutEffect, useSyncExternalStore } from 'react'

/** `useLayoutEffect`, which React 18 complains of on a server. */
export const useLayout = typeof document === 'undefined' ? useEffect : useLayoutEffect

const never = (): (() => void) => () => {}

/** What a page knows, and during hydration what its server had in that place: both must render the same. */
export const useOfPage = <T>(read: () => T, ofServer: T): T =>
  useSyncExternalStore(never, read, () => ofServer)
