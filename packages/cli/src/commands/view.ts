import { stat } from 'node:fs/promises'
import { homedir } from 'node:os'
import { join, resolve } from 'node:path'
import { fileURLToPath } from 'node:url'
import { asked, CommandError, codeOf, oneLine, type Command } from '../io.js'
import { readOptions, wholeNumber } from '../read-source.js'
import { createCatalog } from '../view/catalog.js'
import { openIndex } from '../view/index-file.js'
import { openBrowser } from '../view/open-browser.js'
import { cacheFolder, sessionPlaces, unreadStores, type Machine, type SessionPlace } from '../view/places.js'
import { serveView, type ViewServer } from '../view/serve-view.js'

/** Where the build puts the page, seen from where it puts this file. */
const pageFolder = (): string => fileURLToPath(new URL('../page', import.meta.url))

/** `antiphon view [FILE or FOLDER]`: the sessions of this machine in the browser, until Ctrl+C. */
export const view: Command = {
  name: 'view',
  summary: 'Show sessions of coding agents and other transcripts in the browser.',
  help: `Usage: antiphon view [FILE or FOLDER] [--no-open] [--port N]

Opens a page on which sessions can be read, searched and followed while they are written. Without a name it finds the
sessions of the agents on this machine: Claude Code, Codex, Gemini CLI, Qwen Code, OpenCode, Goose, pi, OpenClaw, Copilot
CLI, Cline, Roo Code, Kilo Code, chats of VS Code. With a folder it shows what lies below it, with a file that file.

The server answers this machine alone, under an address with a random token. It only reads, and nothing leaves the machine.
The data of the list is kept in the cache folder of the user, so that the next list is there at once.

  --no-open  Print the address and open nothing.
  --port N   Default: any free port.`,
  async run(args, io) {
    const { positionals, values } = readOptions('view', args, {
      'no-open': { type: 'boolean' },
      port: { type: 'string', short: 'p' },
    })
    const [name, ...more] = positionals
    if (more.length > 0)
      throw new CommandError('view takes one file or folder, or none for the sessions of this machine.')
    const port = wholeNumber('--port', values.port ?? '0', 0, 65_535)
    const machine: Machine = { home: homedir(), platform: process.platform, env: process.env }
    const source = name === undefined ? sessionPlaces(machine) : await sourceOf(name)
    const server = await serve(machine, source, name === undefined, port)
    io.out(server.url)
    io.out('')
    io.out('Ctrl+C ends.')
    const close = values['no-open'] ? undefined : await openBrowser(server.once, cacheFolder(machine))
    await asked(io.signal)
    await close?.()
    await server.close()
    return 0
  },
}

async function serve(
  machine: Machine,
  source: readonly SessionPlace[] | string,
  isHome: boolean,
  port: number,
): Promise<ViewServer> {
  const index = await openIndex(join(cacheFolder(machine), 'sessions.json'))
  const catalog = createCatalog({ source, index, stores: isHome ? unreadStores(machine) : [] })
  try {
    return await serveView({ catalog, page: pageFolder(), port })
  } catch (error) {
    switch (codeOf(error)) {
      case 'EADDRINUSE':
        throw new CommandError(`Port ${port} is in use. Choose another with --port N, or leave it out.`)
      case 'EACCES':
        throw new CommandError(
          `Port ${port} may not be opened by this user. Choose one above 1023 with --port N.`,
        )
      case 'ENOENT':
        throw new CommandError(
          'The page of the viewer is missing. Install antiphon again; in a checkout, run: pnpm build',
        )
      default:
        throw new CommandError(`The viewer could not be served: ${oneLine(error)}`)
    }
  }
}

async function sourceOf(name: string): Promise<SessionPlace[] | string> {
  try {
    const path = resolve(name)
    return (await stat(path)).isDirectory() ? [{ root: path }] : path
  } catch (error) {
    switch (codeOf(error)) {
      case 'ENOENT':
        throw new CommandError(`There is no file or folder ${name}.`)
      case 'EACCES':
        throw new CommandError(`${name} may not be read by this user.`)
      default:
        throw new CommandError(`${name} could not be read: ${oneLine(error)}`)
    }
  }
}
