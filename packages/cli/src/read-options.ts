import { parseArgs, type ParseArgsConfig } from 'node:util'
import { CommandError, oneLine } from './command-error.js'

type Options = NonNullable<ParseArgsConfig['options']>
type Parsed<O extends Options> = ReturnType<
  typeof parseArgs<{ args: string[]; options: O; allowPositionals: true; strict: true }>
>

/** `parseArgs` whose complaints are one line and name the command to ask for help. */
export function readOptions<const O extends Options>(
  command: string,
  args: readonly string[],
  options: O,
): Parsed<O> {
  try {
    return parseArgs({ args: [...args], options, allowPositionals: true, strict: true })
  } catch (error) {
    // Node adds a lecture on `--` after the first sentence.
    const [said = ''] = oneLine(error).split(/\. /)
    throw new CommandError(`${said.replace(/\.$/, '')}. See: antiphon ${command} --help`)
  }
}
