// `pnpm gallery:shots` takes the pictures of the most telling stories, writes a contact sheet and says what differs from
// the references; `--update` makes them the references, and takes the pictures of docs/gallery.md again.
import { mkdirSync, writeFileSync } from 'node:fs'
import { join, relative } from 'node:path'
import { contactSheet } from '../test/visual/contact-sheet.mjs'
import { takeDocumentPictures } from '../test/visual/document-pictures.mjs'
import { launchPictureBrowser } from '../test/visual/picture-browser.mjs'
import { findDifferences, outFolder, takePictures, updateReferences } from '../test/visual/references.mjs'
import { startStage } from '../test/visual/stage.mjs'
import { root } from './pnpm.mjs'

const browser = await launchPictureBrowser()
if (!browser) {
  console.error(
    'Pictures are taken with the Chromium of the npm package @sparticuz/chromium, which is for Linux x64.',
  )
  process.exit(1)
}
const stage = await startStage()
try {
  const pictures = await takePictures(browser, stage.url)
  mkdirSync(outFolder, { recursive: true })
  const sheet = join(outFolder, 'contact-sheet.png')
  writeFileSync(sheet, await contactSheet(browser, pictures))
  const bytes = pictures.reduce((sum, { png }) => sum + png.length, 0)
  console.log(`${pictures.length} pictures, ${Math.round(bytes / 1024)} kB; ${relative(root, sheet)}`)
  if (process.argv.includes('--update')) {
    const written = await updateReferences(browser, pictures)
    for (const file of await takeDocumentPictures(browser, stage.url)) console.log(file)
    console.log(
      written.length ? `New references:\n  ${written.join('\n  ')}` : 'The references are as they were.',
    )
  } else {
    const lines = await findDifferences(browser, pictures)
    for (const line of lines) console.log(line)
    if (lines.length === 0) console.log('All are as their references.')
    process.exitCode = lines.length === 0 ? 0 : 1
  }
} finally {
  await browser.close()
  await stage.close()
}
