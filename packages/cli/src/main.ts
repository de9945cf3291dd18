import { CommandError, oneLine, type Command, type Io } from './io.js'
import { version } from './version.js'

/** Each is loaded when it is asked for: reading one file needs no server and no page. In the order of the help. */
const commands = new Map<string, () => Promise<Command>>([
  ['view', async () => (await import('./commands/view.js')).view],
  ['read', async () => (await import('./commands/read.js')).read],
  ['lint', async () => (await import('./commands/lint.js')).lint],
  ['convert', async () => (await import('./commands/convert.js')).convert],
  ['render', async () => (await import('./commands/render.js')).render],
  ['endpoint', async () => (await import('./commands/endpoint.js')).endpoint],
  ['docs-mcp', async () => (await import('./commands/docs-mcp.js')).docsMcp],
])

async function help(): Promise<string> {
  const all = await Promise.all(Array.from(commands.values(), (load) => load()))
  return `Usage: antiphon COMMAND

${all.map(({ name, summary }) => `  ${name.padEnd(10)}${summary}`).join('\n')}

  --help      This text; antiphon COMMAND --help for more.
  --version   The version.`
}

/** Runs one command line (without node and script) and gives the exit code. Never rejects. */
export async function run(args: readonly string[], io: Io): Promise<number> {
  const [name, ...rest] = args
  try {
    if (name === undefined || name === '--help' || name === '-h' || name === 'help') {
      io.out(await help())
      return 0
    }
    if (name === '--version' || name === '-v') {
      io.out(await version())
      return 0
    }
    const load = commands.get(name)
    if (!load) throw new CommandError(`There is no command "${name}". See: antiphon --help`)
    const command = await load()
    if (rest.includes('--help') || rest.includes('-h')) {
      io.out(command.help)
      return 0
    }
    return await command.run(rest, io)
  } catch (error) {
    const place = error instanceof CommandError ? '' : 'unexpected failure: '
    io.err(`antiphon: ${place}${oneLine(error)}`)
    return 1
  }
}
