import { spawn } from 'node:child_process'

/** The command that opens an address, by platform. */
function browserCommand(platform: NodeJS.Platform, url: string): [command: string, args: string[]] {
  if (platform === 'darwin') return ['open', [url]]
  // The address has letters, digits, dots, colons and slashes: nothing that a shell reads.
  if (platform === 'win32') return ['cmd', ['/c', 'start', '', url]]
  return ['xdg-open', [url]]
}

/** Opens the address in the user's browser. Where there is none, nothing happens: the address stands on the screen. */
export function openBrowser(url: string): void {
  const [command, args] = browserCommand(process.platform, url)
  const child = spawn(command, args, { stdio: 'ignore', detached: true })
  child.on('error', () => {})
  child.unref()
}
