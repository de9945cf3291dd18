import { rmSync } from 'node:fs'
// @ts-expect-error plain JavaScript, which the script for pictures uses too
import { FOLDER, newFolder } from './shared-build.mjs'

/** A folder for what the test files of a run build and share; it goes with the run. */
export function setup(): (() => void) | undefined {
  const name = FOLDER as string
  if (process.env[name]) return undefined
  const folder = (process.env[name] = newFolder() as string)
  return () => rmSync(folder, { recursive: true, force: true })
}
