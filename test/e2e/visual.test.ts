// @module-tag hunt
import { existsSync } from 'node:fs'
import type { Browser } from 'playwright-core'
import { afterAll, beforeAll, expect, test } from 'vitest'
// @ts-expect-error plain JavaScript, which the script for pictures uses too
import { launchPictureBrowser } from '../visual/picture-browser.mjs'
// @ts-expect-error plain JavaScript, which the script for pictures uses too
import { findDifferences, referenceFolder, takePictures } from '../visual/references.mjs'
// @ts-expect-error plain JavaScript, which the script for pictures uses too
import { startStage } from '../visual/stage.mjs'

let browser: Browser | undefined
let stage: { url: string; close(): Promise<void> } | undefined

beforeAll(async () => {
  browser = (await launchPictureBrowser()) as Browser | undefined
  if (browser) stage = (await startStage()) as typeof stage
})
afterAll(async () => {
  await browser?.close()
  await stage?.close()
})

test('the most telling stories look as their references do', async ({ skip }) => {
  expect(existsSync(referenceFolder as string)).toBe(true)
  if (!browser || !stage) {
    console.log(
      'Pictures are compared with the Chromium of the npm package only; there is none for this machine.',
    )
    return skip()
  }
  const pictures = (await takePictures(browser, stage.url)) as unknown[]
  expect(pictures.length).toBe(40)
  expect(await findDifferences(browser, pictures)).toEqual([])
})
