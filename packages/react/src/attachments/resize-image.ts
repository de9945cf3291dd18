import type { ImageSize, ResizeOptions } from './attachment-types.js'

/**
 * The image with its longest side at most `maxSide`, and both sizes; undefined when it is small enough. The turn that a
 * camera notes is applied, and its other notes (place, time) are gone with the re-encoding.
 *
 * @throws DOMException when the browser cannot read the image.
 */
export async function resizeImage(
  file: Blob,
  mediaType: string,
  { maxSide, mediaType: wanted, quality = 0.9 }: ResizeOptions,
): Promise<{ blob: Blob; from: ImageSize; to: ImageSize } | undefined> {
  // A canvas keeps one picture of a moving one.
  if (mediaType === 'image/gif') return undefined
  const bitmap = await createImageBitmap(file)
  const from = { width: bitmap.width, height: bitmap.height }
  const scale = maxSide / Math.max(from.width, from.height)
  if (scale >= 1) {
    bitmap.close()
    return undefined
  }
  const side = (length: number): number => Math.max(1, Math.round(length * scale))
  const to = { width: side(from.width), height: side(from.height) }
  const canvas = new OffscreenCanvas(to.width, to.height)
  const context = canvas.getContext('2d')!
  context.imageSmoothingQuality = 'high'
  context.drawImage(bitmap, 0, 0, to.width, to.height)
  bitmap.close()
  return { blob: await canvas.convertToBlob({ type: wanted ?? mediaType, quality }), from, to }
}
