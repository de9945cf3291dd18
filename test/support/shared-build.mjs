// Pages that tests open are built once in a run, however many files open them. This is plain JavaScript, because the script that
// takes pictures uses it too.
import { existsSync, mkdtempSync, renameSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
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

/** Builds under way in this process: two tests side by side would write into one folder, and each would empty it. */
const running = new Map()

/**
 * Builds a page with Vite unless this run has it already, and returns its folder. Nobody may write there.
 * @param {string} name One for each way to build.
 * @param {import('vite').InlineConfig} config Without the output folder.
 * @returns {Promise<string>}
 */
export function sharedBuild(name, config) {
  const folder = join(process.env[FOLDER] ?? folderOfProcess(), name)
  const built = running.get(folder) ?? buildOnce(folder, config).finally(() => running.delete(folder))
  running.set(folder, built)
  return built
}

async function buildOnce(folder, config) {
  if (existsSync(folder)) return folder
  // Beside it first: a build that was stopped halfway is not taken for one.
  const outDir = `${folder}.${process.pid}`
  await build({ ...config, logLevel: 'error', build: { ...config.build, outDir, emptyOutDir: true } })
  try {
    renameSync(outDir, folder)
  } catch (error) {
    // Another test file may have been first.
    if (!existsSync(folder)) throw error
    rmSync(outDir, { recursive: true, force: true })
  }
  return folder
}
