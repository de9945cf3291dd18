import { deflateRawSync } from 'node:zlib'

export interface ZipFile {
  name: string
  bytes: Uint8Array | string
  isStored?: boolean
  /** Sets the mark of a file with a password. */
  isEncrypted?: boolean
  method?: number
}

/** A ZIP archive, deflated, without check sums: no reader of the kit looks at them. */
export function zipOf(files: readonly ZipFile[]): Uint8Array {
  const parts: Buffer[] = []
  const directory: Buffer[] = []
  let offset = 0
  for (const { name, bytes, isStored, isEncrypted, method } of files) {
    const raw = Buffer.from(bytes)
    const packed = isStored ? raw : deflateRawSync(raw)
    const path = Buffer.from(name)
    const head = Buffer.alloc(26)
    head.writeUInt16LE(20, 0)
    head.writeUInt16LE(isEncrypted ? 1 : 0, 2)
    head.writeUInt16LE(method ?? (isStored ? 0 : 8), 4)
    head.writeUInt32LE(packed.length, 14)
    head.writeUInt32LE(raw.length, 18)
    head.writeUInt16LE(path.length, 22)
    parts.push(Buffer.from([0x50, 0x4b, 3, 4]), head, path, packed)
    const place = Buffer.alloc(14)
    place.writeUInt32LE(offset, 10)
    directory.push(Buffer.from([0x50, 0x4b, 1, 2, 20, 0]), head, place, path)
    offset += 30 + path.length + packed.length
  }
  const list = Buffer.concat(directory)
  const end = Buffer.alloc(22)
  end.writeUInt32LE(0x06054b50, 0)
  end.writeUInt16LE(files.length, 8)
  end.writeUInt16LE(files.length, 10)
  end.writeUInt32LE(list.length, 12)
  end.writeUInt32LE(offset, 16)
  return new Uint8Array(Buffer.concat([...parts, list, end]))
}
