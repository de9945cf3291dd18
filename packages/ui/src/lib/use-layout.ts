import { useEffect, useLayoutEffect } from 'react'

/** `useLayoutEffect`, which React 18 complains of on a server. */
export const useLayout = typeof document === 'undefined' ? useEffect : useLayoutEffect
