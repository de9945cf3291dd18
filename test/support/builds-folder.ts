import { rmSync } from 'node:fs'
import { FOLDER, newFolder } from './shared-build.mjs'

/** A folder for what the test files of a run build and share; it goes with the run. */
export function setup(): (() => void) | undefined {
  if (process.env[FOLDER]) return undefined
  const folder = (process.env[FOLDER] = newFolder())
  return () => rmSync(folder, { recursive: true, force: true })
}
