'use client'

import { useCallback } from 'react'

/**
 * A `ref` for an `<img>` that shows a blob. The address made for it is revoked when the image goes away or shows another
 * blob, so that the file can leave the memory.
 */
export function useBlobImage(blob: Blob): (image: HTMLImageElement | null) => (() => void) | undefined {
  return useCallback(
    (image) => {
      if (!image) return undefined
      const url = URL.createObjectURL(blob)
      image.src = url
      return () => URL.revokeObjectURL(url)
    },
    [blob],
  )
}
