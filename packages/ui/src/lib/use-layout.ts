'use client'

import { useEffect, useLayoutEffect, useSyncExternalStore } from 'react'

/** `useLayoutEffect`, which React 18 complains of on a server. */
export const useLayout = typeof document === 'undefined' ? useEffect : useLayoutEffect

const never = (): (() => void) => () => {}

/** Reads a fact that only the page knows. During hydration it is the value of the server, because both must render the same. */
export const useOfPage = <T>(read: () => T, ofServer: T): T =>
  useSyncExternalStore(never, read, () => ofServer)
