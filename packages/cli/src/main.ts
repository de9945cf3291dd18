import { readFile } from 'node:fs/promises'
import { convert } from './commands/convert.js'
import { endpoint } from './commands/endpoint.js'
import { lint } from './commands/lint.js'
import { read } from './commands/read.js'
import { render } from './commands/render.js'
import { view } from './commands/view.js'
import { CommandError, oneLine, type Command, type Io } from './io.js'

const commands: readonly Command[] = [view, read, lint, convert, render, endpoint]

const help = `Usage: antiphon COMMAND

${commands.map(({ name, summary }) => `  ${name.padEnd(10)}${summary}`).join('\n')}

  --help      This text; antiphon COMMAND --help for more.
  --version   The version.`

/** Runs one command line (without node and script) and gives the exit code. Never rejects. */
export async function run(args: readonly string[], io: Io): Promise<number> {
  const [name, ...rest] = args
  try {
    if (name === undefined || name === '--help' || name === '-h' || name === 'help') {
      io.out(help)
      return 0
    }
    if (name === '--version' || name === '-v') {
      io.out(await version())
      return 0
    }
    const command = commands.find((entry) => entry.name === name)
    if (!command) throw new CommandError(`There is no command "${name}". See: antiphon --help`)
    return await command.run(rest, io)
  } catch (error) {
    const place = error instanceof CommandError ? '' : 'unexpected failure: '
    io.err(`antiphon: ${place}${oneLine(error)}`)
    return 1
  }
}

async function version(): Promise<string> {
  const text = await readFile(new URL('../package.json', import.meta.url), 'utf8')
  return (JSON.parse(text) as { version: string }).version
}
