import { resolve } from 'node:path'
import { pathToFileURL } from 'node:url'
import { allScenarios, createEndpoint, type EndpointModel, type Scenario } from '@antiphon/endpoint'
import { playFolder, serveEndpoint, type ServedEndpoint } from '@antiphon/endpoint/node'
import { endpointWires } from '@antiphon/wires/endpoint'
import { asked, codeOf, CommandError, oneLine, type Command } from '../io.js'
import { isRecord } from '../is-record.js'
import { readOptions, wholeNumber } from '../read-source.js'

const DEFAULT_PORT = 4010

/** `antiphon endpoint`: serves the scripted endpoint until Ctrl+C. */
export const endpoint: Command = {
  name: 'endpoint',
  summary: 'Serve a scripted OpenAI-compatible endpoint on this machine.',
  help: `Usage: antiphon endpoint [--port N] [--host H] [--scenario FILE] [--play PATH] [--speed X] [--cut N]

Serves chat completions from scripts, and from recordings if asked, until Ctrl+C.

  --port N    Default ${DEFAULT_PORT}; 0 takes any free port.
  --host H    Default 127.0.0.1, only this machine. 0.0.0.0 lets others in.
  --scenario FILE
              Also serve your own: the scenario that this module exports as default, or a list of them.
  --play PATH Also serve each .sse, .jsonl and .json file of this folder, or this file, as a model under its name.
              A capture or a bug report of the inspector plays as it was recorded.
  --speed X   2 is twice as fast, 0 does not wait. Default 1, about 45 tokens a second.
  --cut N     Cut the network chunks of recordings every N bytes, also inside a letter.`,
  async run(args, io) {
    const { positionals, values } = readOptions('endpoint', args, {
      port: { type: 'string', short: 'p' },
      host: { type: 'string' },
      play: { type: 'string' },
      scenario: { type: 'string' },
      speed: { type: 'string' },
      cut: { type: 'string' },
    })
    if (positionals.length > 0)
      throw new CommandError(
        `endpoint takes no argument "${positionals[0]}". To serve a folder or a file: --play PATH`,
      )
    if (values.cut !== undefined && values.play === undefined)
      throw new CommandError('--cut is for recordings and needs --play PATH.')
    const port = wholeNumber('--port', values.port ?? String(DEFAULT_PORT), 0, 65_535)
    const cutEvery = values.cut === undefined ? undefined : wholeNumber('--cut', values.cut, 1, 1_000_000)
    const speed = readSpeed(values.speed)
    const recordings = values.play === undefined ? [] : await recordingsOf(values.play, cutEvery)
    const own = values.scenario === undefined ? [] : await scenariosOf(values.scenario)
    const served = await listen(
      [...own, ...recordings, ...allScenarios],
      speed,
      port,
      values.host ?? '127.0.0.1',
    )
    for (const line of served.lines) io.out(line)
    await asked(io.signal)
    await served.close()
    return 0
  },
}

async function recordingsOf(folder: string, cutEvery: number | undefined): Promise<EndpointModel[]> {
  const models = await playFolder(folder, { cutEvery }).catch((error: unknown) => {
    if (codeOf(error) === 'ENOENT') throw new CommandError(`There is no folder or file ${folder}.`)
    throw new CommandError(`${folder} could not be read: ${oneLine(error)}`)
  })
  if (models.length === 0) throw new CommandError(`${folder} holds no .sse, .jsonl or .json file.`)
  return models
}

async function scenariosOf(file: string): Promise<Scenario[]> {
  const module = await import(pathToFileURL(resolve(file)).href).catch((error: unknown) => {
    throw new CommandError(`${file} could not be loaded: ${oneLine(error)}`)
  })
  const own: unknown[] = [module.default].flat()
  const isScenario = (one: unknown): one is Scenario =>
    isRecord(one) && typeof one['id'] === 'string' && typeof one['play'] === 'function'
  if (own.every(isScenario)) return own
  throw new CommandError(`${file} has to export a scenario as default, or a list: { id, description, play }.`)
}

async function listen(
  models: readonly (EndpointModel | Scenario)[],
  speed: number,
  port: number,
  host: string,
): Promise<ServedEndpoint & { lines: string[] }> {
  const scripted = createEndpoint({ models, wires: endpointWires, speed })
  try {
    const served = await serveEndpoint(scripted, { port, host })
    const width = Math.max(...scripted.models.map((model) => model.id.length))
    const list = scripted.models.map((model) =>
      `  ${model.id.padEnd(width)}  ${model.description ?? ''}`.trimEnd(),
    )
    return { ...served, lines: [served.url, '', `${list.length} models:`, ...list, '', 'Ctrl+C ends.'] }
  } catch (error) {
    switch (codeOf(error)) {
      case 'EADDRINUSE':
        throw new CommandError(`Port ${port} on ${host} is in use. Choose another with --port N.`)
      case 'EACCES':
        throw new CommandError(
          `Port ${port} may not be opened by this user. Choose one above 1023 with --port N.`,
        )
      case 'EADDRNOTAVAIL':
      case 'ENOTFOUND':
        throw new CommandError(`${host} is not an address of this machine.`)
      default:
        throw new CommandError(`Could not listen on ${host}, port ${port}: ${oneLine(error)}`)
    }
  }
}

function readSpeed(text: string | undefined): number {
  const speed = Number(text ?? 1)
  if (text?.trim() === '' || Number.isNaN(speed) || speed < 0) {
    throw new CommandError(`--speed takes a number such as 0.5, 2 or 0 for no delay, not "${text}".`)
  }
  return speed
}
