import { spawn } from 'node:child_process'
import { randomBytes } from 'node:crypto'
import { mkdir, rm, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { pathToFileURL } from 'node:url'

/**
 * Opens an address in the user's browser, through a file in `folder` that redirects to it. Only this user can read the file, while
 * all users of the machine can see the arguments of a program. Without a browser nothing happens, because the address is
 * also printed. Returns a function that deletes the file.
 */
export async function openBrowser(url: string, folder: string): Promise<() => Promise<void>> {
  const file = join(folder, `open-${randomBytes(8).toString('hex')}.html`)
  try {
    await mkdir(folder, { recursive: true, mode: 0o700 })
    const page = `<!doctype html><meta charset="utf-8"><meta name="referrer" content="no-referrer"><meta http-equiv="refresh" content="0; url=${url}"><a href="${url}">antiphon view</a>\n`
    await writeFile(file, page, { mode: 0o600, flag: 'wx' })
    const [command, args] = browserCommand(process.platform, pathToFileURL(file).href, url)
    const child = spawn(command, args, { stdio: 'ignore', detached: true })
    child.on('error', () => {})
    child.unref()
  } catch {
    // A folder that cannot be written to.
  }
  return () => rm(file, { force: true })
}

/** The command that opens the file, by platform. Windows shows no user the arguments of another, and its shell reads paths. */
function browserCommand(
  platform: NodeJS.Platform,
  file: string,
  url: string,
): [command: string, args: string[]] {
  if (platform === 'darwin') return ['open', [file]]
  // The address has letters, digits, dots, colons and slashes: nothing that a shell reads.
  if (platform === 'win32') return ['cmd', ['/c', 'start', '', url]]
  return ['xdg-open', [file]]
}
