// Pages that tests open are built once in a run, however many files open them. This is plain JavaScript, because the script that
// takes pictures uses it too.
import { existsSync, mkdtempSync, readFileSync, renameSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { setTimeout as pause } from 'node:timers/promises'
import { build } from 'vite'

/** Names the folder of a run, which its global setup makes and its teardown removes. */
export const FOLDER = 'ANTIPHON_TEST_BUILDS'

export const newFolder = () => mkdtempSync(join(tmpdir(), 'antiphon-builds-'))

/** Makes a folder that is removed with the process, for use outside of a run, as in a script. */
function folderOfProcess() {
  const folder = (process.env[FOLDER] = newFolder())
  process.on('exit', () => rmSync(folder, { recursive: true, force: true }))
  return folder
}

/** Folders that are being made in this process: two tests side by side would write into one folder, and each would empty it. */
const running = new Map()

/**
 * Builds a page with Vite unless this run has it already, and returns its folder. Nobody may write there.
 * @param {string} name One for each way to build.
 * @param {import('vite').InlineConfig} config Without the output folder.
 * @returns {Promise<string>}
 */
export const sharedBuild = (name, config) =>
  sharedFolder(name, (outDir) =>
    build({ ...config, logLevel: 'error', build: { ...config.build, outDir, emptyOutDir: true } }),
  )

/**
 * Makes a folder unless this run has it already, and returns it. Nobody may write there.
 * @param {string} name
 * @param {(folder: string) => Promise<unknown>} make Makes the folder, at another place than where it is found later.
 * @returns {Promise<string>}
 */
export function sharedFolder(name, make) {
  const folder = join(process.env[FOLDER] ?? folderOfProcess(), name)
  const made = running.get(folder) ?? makeOnce(folder, make).finally(() => running.delete(folder))
  running.set(folder, made)
  return made
}

async function makeOnce(folder, make) {
  const lock = `${folder}.lock`
  // The first file of each worker asks for the same page, and a build takes ten seconds of the processor.
  while (!existsSync(folder)) {
    if (takeLock(lock)) {
      try {
        if (!existsSync(folder)) {
          // Beside it first: what was stopped halfway is not taken for the whole.
          await make(`${folder}.${process.pid}`)
          renameSync(`${folder}.${process.pid}`, folder)
        }
      } finally {
        rmSync(lock, { force: true })
      }
    } else await pause(100)
  }
  return folder
}

/** Whether this process may make the folder. The lock of a process that has ended is broken. */
function takeLock(lock) {
  try {
    writeFileSync(lock, String(process.pid), { flag: 'wx' })
    return true
  } catch (error) {
    if (error.code !== 'EEXIST') throw error
  }
  try {
    const owner = Number(readFileSync(lock, 'utf8'))
    // Empty for the moment in which it is written.
    if (owner > 0) process.kill(owner, 0)
  } catch (error) {
    if (error.code === 'ESRCH') rmSync(lock, { force: true })
  }
  return false
}
