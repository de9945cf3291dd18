// The browser of the pictures: the one from npm, with fonts of our own and nothing of the machine's.
import { mkdirSync, writeFileSync } from 'node:fs'
import { dirname, join } from 'node:path'
import { fileURLToPath } from 'node:url'
import { chromium } from 'playwright-core'
import { shippedBrowser } from '../../scripts/browser.mjs'

const cache = fileURLToPath(new URL('../../node_modules/.cache/', import.meta.url))

/** No hinting and no subpixels: both are settings of a machine, not of a page. */
const fontconfig = (fonts) => `<?xml version="1.0"?>
<!DOCTYPE fontconfig SYSTEM "fonts.dtd">
<fontconfig>
  <dir>${fonts}</dir>
  <cachedir>${join(cache, 'antiphon-fonts')}</cachedir>
  <match target="font">
    <edit name="antialias" mode="assign"><bool>true</bool></edit>
    <edit name="hinting" mode="assign"><bool>false</bool></edit>
    <edit name="hintstyle" mode="assign"><const>hintnone</const></edit>
    <edit name="rgba" mode="assign"><const>none</const></edit>
  </match>
</fontconfig>
`

const steady = [
  '--font-render-hinting=none',
  '--disable-lcd-text',
  '--disable-gpu',
  '--force-color-profile=srgb',
  '--force-device-scale-factor=1',
  '--hide-scrollbars',
]

/** Launches it, or returns undefined where npm has none for this machine (all but Linux x64). */
export async function launchPictureBrowser() {
  const launch = shippedBrowser()
  if (!launch) return undefined
  const folder = join(cache, 'antiphon-fonts')
  mkdirSync(folder, { recursive: true })
  const file = join(folder, 'fonts.conf')
  writeFileSync(file, fontconfig(join(dirname(launch.executablePath), 'fonts/fonts')))
  const { FONTCONFIG_PATH: _, ...env } = launch.env
  return chromium.launch({
    executablePath: launch.executablePath,
    args: [...launch.args, ...steady],
    env: { ...env, FONTCONFIG_FILE: file, LANG: 'C.UTF-8' },
  })
}
