import { spawn } from 'node:child_process'
import { createServer, type AddressInfo } from 'node:net'
import { endProcess, openDisplay } from './display.js'
import type { Engine } from './driver.js'
import { httpWire } from './http-wire.js'
import { until } from './until.js'
import { webDriver } from './web-driver.js'

/** About what one notch of the wheel moves. */
const NOTCH_PX = 94

const freePort = (): Promise<number> =>
  new Promise((resolve) => {
    const server = createServer().listen(0, '127.0.0.1', () => {
      const { port } = server.address() as AddressInfo
      server.close(() => resolve(port))
    })
  })

/** WebKitGTK's MiniBrowser as Debian has it, on a screen of its own, driven by WebKitWebDriver. */
export async function startWebKit(binary: string): Promise<Engine> {
  const display = await openDisplay()
  const port = await freePort()
  const address = `http://127.0.0.1:${port}`
  const process = spawn('WebKitWebDriver', [`--port=${port}`, '--host=127.0.0.1'], {
    env: display.env,
    stdio: 'ignore',
  })
  await until(
    () =>
      fetch(`${address}/status`).then(
        () => true,
        () => false,
      ),
    'WebKitWebDriver answers',
  )
  const wire = httpWire(address)
  const { capabilities } = (await wire('NewSession', {
    capabilities: {
      alwaysMatch: {
        browserName: 'MiniBrowser',
        // A step of the wheel is where it ends at once.
        'webkitgtk:browserOptions': { binary, args: ['--automation', '--enable-smooth-scrolling=false'] },
      },
    },
  })) as { capabilities: { browserVersion: string } }
  await wire('SetWindowRect', { x: 0, y: 0, width: 1200, height: 950 })
  // Its driver has no command to print, and a page's own `print()` does nothing while it is driven.
  const { print: _, ...driver } = webDriver(wire, display.hands, 'window')
  return {
    version: capabilities.browserVersion,
    driver: {
      ...driver,
      // Its driver's wheel turns nothing.
      wheel: (_x, _y, by) =>
        display.hands.wheel(Math.sign(by) * Math.max(1, Math.round(Math.abs(by) / NOTCH_PX))),
    },
    async close() {
      await wire('DeleteSession').catch(() => undefined)
      await endProcess(process)
      display.close()
    },
  }
}
