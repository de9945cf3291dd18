import { existsSync, readFileSync, renameSync, rmSync, writeFileSync } from 'node:fs'
import { basename, join } from 'node:path'
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
  if (!existsSync(folder)) {
    // Beside it first: another worker may pack too, and neither may read what the other is writing.
    const own = `${folder}.${process.pid}`
    const packed = (packAll(own) as Packed[]).map((one) => ({
      ...one,
      tarball: join(folder, basename(one.tarball)),
    }))
    writeFileSync(join(own, 'packed.json'), JSON.stringify(packed))
    try {
      renameSync(own, folder)
    } catch (error) {
      if (!existsSync(list)) throw error
      rmSync(own, { recursive: true, force: true })
    }
  }
  return JSON.parse(readFileSync(list, 'utf8')) as Packed[]
}
