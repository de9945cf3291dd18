import { existsSync, readFileSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
// @ts-expect-error plain JavaScript, which the release uses too
import { packAll } from '../../scripts/pack.mjs'

export interface Packed {
  name: string
  /** As it is in the tarball. */
  manifest: { exports: Record<string, unknown>; [field: string]: unknown }
  /** Its path. */
  tarball: string
  /** In bytes. */
  unpackedSize: number
  /** Paths in the package. */
  files: string[]
}

/** The tarballs of all packages, packed once in a run. The packages must be built, which e2e tests see to. */
export function sharedTarballs(): Packed[] {
  const folder = join(process.env['ANTIPHON_TEST_BUILDS']!, 'tarballs')
  const list = join(folder, 'packed.json')
  if (existsSync(list)) return JSON.parse(readFileSync(list, 'utf8')) as Packed[]
  const packed = packAll(folder) as Packed[]
  writeFileSync(list, JSON.stringify(packed))
  return packed
}
