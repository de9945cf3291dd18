// Compares two pictures inside the browser, which can read PNG already.

/** A channel may differ by so much before a pixel counts as different: the noise of smoothed edges. */
const CHANNEL = 32
/** So many of the pixels may be different. */
export const TOLERANCE = 0.001

/**
 * @param {import('playwright-core').Page} page any page
 * @param {Buffer} before
 * @param {Buffer} after
 * @returns {Promise<{ different: number, total: number, sizes: string, picture: Buffer }>} `picture` shows reference,
 *   new picture and, in red, what differs, side by side.
 */
export async function comparePictures(page, before, after) {
  const { picture, ...result } = await page.evaluate(
    async ([before, after, channel]) => {
      const load = async (data) =>
        createImageBitmap(await (await fetch(`data:image/png;base64,${data}`)).blob())
      const [a, b] = [await load(before), await load(after)]
      const [width, height] = [Math.max(a.width, b.width), Math.max(a.height, b.height)]
      const board = new OffscreenCanvas(width * 3 + 32, height)
      const paint = board.getContext('2d', { willReadFrequently: true })
      paint.fillStyle = '#888'
      paint.fillRect(0, 0, board.width, height)
      paint.drawImage(a, 0, 0)
      paint.drawImage(b, width + 16, 0)
      const [one, two] = [0, width + 16].map((x) => paint.getImageData(x, 0, width, height))
      const marks = paint.createImageData(width, height)
      let different = 0
      for (let at = 0; at < one.data.length; at += 4) {
        const far = [0, 1, 2].some((c) => Math.abs(one.data[at + c] - two.data[at + c]) > channel)
        if (far) different++
        const grey = 255 - (255 - two.data[at + 1]) / 4
        marks.data.set(far ? [220, 0, 0, 255] : [grey, grey, grey, 255], at)
      }
      paint.putImageData(marks, 2 * width + 32, 0)
      const bytes = new Uint8Array(await (await board.convertToBlob({ type: 'image/png' })).arrayBuffer())
      let text = ''
      for (let at = 0; at < bytes.length; at += 8_192) {
        text += String.fromCharCode(...bytes.subarray(at, at + 8_192))
      }
      const sizes = `${a.width}x${a.height} and ${b.width}x${b.height}`
      return { different, total: width * height, sizes, picture: btoa(text) }
    },
    [before.toString('base64'), after.toString('base64'), CHANNEL],
  )
  return { ...result, picture: Buffer.from(picture, 'base64') }
}
