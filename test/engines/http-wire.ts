import { COMMANDS, type Wire } from './wire.js'

/** WebDriver over HTTP, as WebKitWebDriver speaks it. The first command must be `NewSession`. */
export function httpWire(address: string): Wire {
  let session = ''
  return async (command, params = {}) => {
    const [method, path = ''] = COMMANDS[command]!.split(' ')
    const { id, ...body } = params
    const url =
      address + (command === 'NewSession' ? path : `/session/${session}${path.replace('{id}', String(id))}`)
    const response = await fetch(url, {
      method,
      ...(method === 'POST' ? { body: JSON.stringify(body) } : {}),
    })
    const { value } = (await response.json()) as { value: unknown }
    if (!response.ok) throw new Error(`${command}: ${JSON.stringify(value).slice(0, 2000)}`)
    if (command === 'NewSession') session = (value as { sessionId: string }).sessionId
    return value
  }
}
