import { spawn } from 'node:child_process'
import { existsSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { endProcess, openDisplay, type Display } from './display.js'
import type { Engine } from './driver.js'
import { marionetteWire } from './marionette-wire.js'
import { until } from './until.js'
import { webDriver, type KeyDriver } from './web-driver.js'

const PREFERENCES: Record<string, unknown> = {
  // Any free port, which Firefox writes into the profile.
  'marionette.port': 0,
  // Nothing but the page: no first page, no questions, no updates.
  'browser.startup.page': 0,
  'browser.aboutwelcome.enabled': false,
  'browser.shell.checkDefaultBrowser': false,
  'datareporting.policy.dataSubmissionEnabled': false,
  'toolkit.telemetry.reportingpolicy.firstRun': false,
  'app.update.enabled': false,
  'app.normandy.enabled': false,
  'extensions.update.enabled': false,
  'browser.region.network.url': '',
  'browser.safebrowsing.malware.enabled': false,
  'browser.safebrowsing.phishing.enabled': false,
  'network.captive-portal-service.enabled': false,
  'network.connectivity-service.enabled': false,
  // A step of the wheel is where it ends at once.
  'general.smoothScroll': false,
}

/**
 * Firefox as Debian has it, driven by its own Marionette.
 * @param shared A screen that somebody else closes. Default: one of its own.
 * @param height Of its window, in pixels.
 */
export async function startFirefox(
  binary: string,
  shared?: Display,
  height = 900,
): Promise<Engine & { driver: KeyDriver }> {
  const display = shared ?? (await openDisplay(undefined, height + 100))
  const profile = mkdtempSync(join(tmpdir(), 'antiphon-firefox-'))
  writeFileSync(
    join(profile, 'user.js'),
    Object.entries(PREFERENCES)
      .map(([name, value]) => `user_pref(${JSON.stringify(name)}, ${JSON.stringify(value)});\n`)
      .join(''),
  )
  const browser = spawn(
    binary,
    ['--marionette', '--no-remote', '--profile', profile, '--width', '1200', '--height', String(height)],
    { env: { ...display.env, MOZ_CRASHREPORTER_DISABLE: '1' }, stdio: 'ignore' },
  )
  const port = join(profile, 'MarionetteActivePort')
  await until(() => existsSync(port) && readFileSync(port, 'utf8') !== '', 'Firefox opens its port')
  const { wire, close } = await marionetteWire(Number(readFileSync(port, 'utf8')))
  const { capabilities } = (await wire('NewSession', {})) as { capabilities: { browserVersion: string } }
  return {
    version: capabilities.browserVersion,
    driver: webDriver(wire, display.hands),
    async close() {
      close()
      await endProcess(browser)
      if (!shared) display.close()
      rmSync(profile, { recursive: true, force: true })
    },
  }
}
