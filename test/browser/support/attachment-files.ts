/** Files as people have them, made here. */
const text = (value: string): Uint8Array<ArrayBuffer> => new TextEncoder().encode(value)

/** A picture of noise, so that it does not compress to nothing. */
export async function pngFile(name: string, width = 8, height = 8): Promise<File> {
  const canvas = new OffscreenCanvas(width, height)
  const context = canvas.getContext('2d')!
  for (let x = 0; x < width; x += 4) {
    context.fillStyle = `hsl(${(x * 37) % 360} 80% 50%)`
    context.fillRect(x, 0, 4, height)
  }
  return new File([await canvas.convertToBlob({ type: 'image/png' })], name, { type: 'image/png' })
}

/** Silence, usually of a tenth of a second: 8,000 samples make a second. */
export function wavFile(name: string, samples = 800): File {
  const head = new DataView(new ArrayBuffer(44))
  const word = (at: number, value: string) =>
    new TextEncoder().encode(value).forEach((byte, i) => head.setUint8(at + i, byte))
  word(0, 'RIFF')
  head.setUint32(4, 36 + samples, true)
  word(8, 'WAVEfmt ')
  head.setUint32(16, 16, true)
  head.setUint16(20, 1, true)
  head.setUint16(22, 1, true)
  head.setUint32(24, 8_000, true)
  head.setUint32(28, 8_000, true)
  head.setUint16(32, 1, true)
  head.setUint16(34, 8, true)
  word(36, 'data')
  head.setUint32(40, samples, true)
  return new File([head, new Uint8Array(samples).fill(0x80)], name, { type: 'audio/wav' })
}

export const pdfFile = (name: string): File =>
  new File([text('%PDF-1.4\n%\xe2\xe3\xcf\xd3\n1 0 obj\n<<>>\nendobj\n%%EOF\n')], name, {
    type: 'application/pdf',
  })

export const textFile = (name: string, value: string, type = ''): File =>
  new File([text(value)], name, { type })

/** Zeros and ones of no format. */
export const binaryFile = (name: string, size: number, type = ''): File =>
  new File([new Uint8Array(size).map((_, at) => (at % 7 === 0 ? 0 : 1))], name, { type })
