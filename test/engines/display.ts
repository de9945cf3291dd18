import { spawn, type ChildProcess } from 'node:child_process'
import type { Readable } from 'node:stream'
import { execFile } from 'node:child_process'
import { promisify } from 'node:util'
import type { Hands } from './web-driver.js'

const run = promisify(execFile)

/** A screen of its own for one browser, with a window manager, so that the browser has the focus and real keys reach it. */
export interface Display {
  env: NodeJS.ProcessEnv
  hands: Hands
  close(): void
}

/**
 * @param more Further variables for the browser, for example the address of a screen reader.
 * @param height In pixels.
 */
export async function openDisplay(
  more: NodeJS.ProcessEnv = { NO_AT_BRIDGE: '1' },
  height = 1000,
): Promise<Display> {
  const server = spawn('Xvfb', ['-displayfd', '3', '-screen', '0', `1280x${height}x24`, '-nolisten', 'tcp'], {
    stdio: ['ignore', 'ignore', 'ignore', 'pipe'],
  })
  const number = await new Promise<string>((resolve, reject) => {
    server.once('exit', () => reject(new Error('Xvfb ended before it had a display.')))
    ;(server.stdio[3] as Readable).once('data', (bytes: Buffer) => resolve(bytes.toString().trim()))
  })
  const env = {
    ...process.env,
    DISPLAY: `:${number}`,
    // Without a graphics card.
    LIBGL_ALWAYS_SOFTWARE: '1',
    WEBKIT_DISABLE_DMABUF_RENDERER: '1',
    // There is only this screen.
    WAYLAND_DISPLAY: '',
    ...more,
  }
  const manager = spawn('openbox', ['--sm-disable'], { env, stdio: 'ignore' })
  const hand = (...args: string[]) => run('xdotool', args, { env })
  return {
    env,
    hands: {
      keys: async (...keys) => void (await hand('key', '--clearmodifiers', ...keys)),
      type: async (text) => void (await hand('type', '--delay', '20', text)),
      press: async () => void (await hand('mousemove', '640', '600', 'click', '1')),
      wheel: async (notches) => {
        const button = notches < 0 ? '4' : '5'
        await hand('mousemove', '640', '600', 'click', '--repeat', String(Math.abs(notches)), button)
      },
    },
    close() {
      manager.kill()
      server.kill()
    },
  }
}

/** Ends a process and waits until it is gone. */
export async function endProcess(child: ChildProcess): Promise<void> {
  if (child.exitCode !== null || child.signalCode !== null) return
  const gone = new Promise((resolve) => child.once('exit', resolve))
  child.kill()
  const late = setTimeout(() => child.kill('SIGKILL'), 5000)
  await gone
  clearTimeout(late)
}
