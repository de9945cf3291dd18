import { readFileSync } from 'node:fs'
import { extname, join } from 'node:path'
import { IMAGES } from './repository.js'

/** Width and height of a picture of the docs, so that its place is kept before it is loaded. */
export function imageSize(name: string): { width: number; height: number } {
  const bytes = readFileSync(join(IMAGES, name))
  if (extname(name) === '.png') return { width: bytes.readUInt32BE(16), height: bytes.readUInt32BE(20) }
  if (extname(name) === '.svg') {
    const [, width, height] = /viewBox="0 0 (\d+) (\d+)"/.exec(bytes.toString()) ?? []
    return { width: Number(width), height: Number(height) }
  }
  // An animated WebP begins with the size of its canvas, less one.
  return { width: bytes.readUIntLE(24, 3) + 1, height: bytes.readUIntLE(27, 3) + 1 }
}
