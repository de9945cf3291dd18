import { defineTool, type Tool } from '@antiphon/core'
import * as z from 'zod'
import { realWait, type Wait } from './incident-tools.js'

const PICTURE_MS = 1_100
const MOST = 4

/** The light of an hour: the sky from top to horizon, the sea, and the land with its tower. */
const hours = [
  { sky: ['#f6c7a3', '#fbe9d2'], sea: '#8fb3c4', land: '#5d5a57', tower: '#fffaf2' },
  { sky: ['#8ec6ee', '#dff1fb'], sea: '#3f8fb5', land: '#5f7a4d', tower: '#ffffff' },
  { sky: ['#54406b', '#ef8d5b'], sea: '#5b5a80', land: '#2d2a35', tower: '#f3d9c4' },
  { sky: ['#0b1730', '#24406b'], sea: '#11284a', land: '#070c18', tower: '#9fb0c9', beam: '#fff3b0' },
]

function draw(width: number, height: number, hour: number): Promise<Blob> {
  const canvas = Object.assign(document.createElement('canvas'), { width, height })
  const brush = canvas.getContext('2d')
  const { sky, sea, land, tower, beam } = hours[hour % hours.length]!
  if (!brush) return Promise.reject(new Error('This browser has no canvas to draw on.'))
  // One picture is 12 by 8, whatever its size.
  brush.scale(width / 12, height / 8)
  const light = brush.createLinearGradient(0, 0, 0, 5)
  sky.forEach((color, at) => light.addColorStop(at, color))
  const shape = (color: string | CanvasGradient, ...points: number[]): void => {
    brush.fillStyle = color
    brush.beginPath()
    for (let at = 0; at < points.length; at += 2) brush.lineTo(points[at]!, points[at + 1]!)
    brush.fill()
  }
  shape(light, 0, 0, 12, 0, 12, 5, 0, 5)
  shape(sea, 0, 5, 12, 5, 12, 8, 0, 8)
  if (beam) {
    brush.globalAlpha = 0.35
    shape(beam, 8.3, 2.1, 0, 0.6, 0, 2.6)
    brush.globalAlpha = 1
  }
  shape(land, 5.6, 5.5, 7.4, 4.8, 9.6, 4.7, 12, 5, 12, 6.6, 7, 6.2)
  shape(tower, 7.9, 4.9, 8.05, 2.4, 8.75, 2.4, 8.9, 4.9)
  shape('#b3261e', 7.98, 3.8, 8.02, 3.1, 8.78, 3.1, 8.82, 3.8)
  shape(beam ?? land, 8.1, 2.4, 8.1, 1.9, 8.7, 1.9, 8.7, 2.4)
  shape('#b3261e', 7.95, 1.9, 8.4, 1.4, 8.85, 1.9)
  return new Promise((resolve, reject) =>
    canvas.toBlob(
      (blob) => (blob ? resolve(blob) : reject(new Error('The picture could not be written.'))),
      'image/webp',
      0.85,
    ),
  )
}

/** Draws lighthouses in the page, slowly enough to be watched. Part of the script. */
export const createMakePictures = (wait: Wait = realWait): Tool =>
  defineTool({
    name: 'make_pictures',
    description: 'Makes up to four pictures. Part of the script: it draws lighthouses only.',
    parameters: z.object({ prompt: z.string(), count: z.number(), size: z.string() }),
    async execute({ count, size }, { signal, report }) {
      const [width = 0, height = 0] = size.split('x').map(Number)
      if (!(width > 0 && width <= 2048 && height > 0 && height <= 2048))
        throw new Error(`Error: a picture of ${size} has no room for anything.`)
      const pictures: Blob[] = []
      const wanted = Math.max(1, Math.min(MOST, Math.floor(count)))
      while (pictures.length < wanted) {
        await wait(PICTURE_MS, signal)
        pictures.push(await draw(width, height, pictures.length))
        report(pictures.length / wanted)
      }
      return { content: pictures }
    },
  })
