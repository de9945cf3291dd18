// Takes every picture and holds it against its reference.
import { existsSync, mkdirSync, readdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { join, relative } from 'node:path'
import { fileURLToPath } from 'node:url'
import { comparePictures, TOLERANCE } from './compare.mjs'
import { shots } from './shots.mjs'
import { openStage } from './stage.mjs'
import { takeShot } from './take-shot.mjs'

const root = fileURLToPath(new URL('../..', import.meta.url))
export const referenceFolder = join(root, 'test/visual/references')
/** Where differences and the contact sheet go. */
export const outFolder = join(root, 'node_modules/.cache/antiphon-pictures')

const fileOf = (name) => join(referenceFolder, `${name}.png`)
const UPDATE = 'pnpm gallery:shots --update'

/** @returns {Promise<{ name: string, width: number, png: Buffer }[]>} */
export async function takePictures(browser, url) {
  const page = await openStage(browser, url)
  const pictures = []
  for (const shot of shots)
    pictures.push({ name: shot.name, width: shot.width, png: await takeShot(page, shot) })
  await page.context().close()
  return pictures
}

/** Returns the differences from the references, one line each, and writes a picture of each. */
export async function findDifferences(browser, pictures) {
  rmSync(join(outFolder, 'differences'), { recursive: true, force: true })
  const page = await browser.newPage()
  const lines = []
  for (const { name, png } of pictures) {
    const file = fileOf(name)
    if (!existsSync(file)) {
      lines.push(`${name}: has no reference yet; ${UPDATE} takes it`)
      continue
    }
    const before = readFileSync(file)
    if (before.equals(png)) continue
    const { different, total, sizes, picture } = await comparePictures(page, before, png)
    if (different / total <= TOLERANCE) continue
    mkdirSync(join(outFolder, 'differences'), { recursive: true })
    const out = join(outFolder, 'differences', `${name}.png`)
    writeFileSync(out, picture)
    lines.push(
      `${name}: ${different} of ${total} pixels differ (${sizes}); see ${relative(root, out)}. If it is meant to look so: ${UPDATE}`,
    )
  }
  await page.close()
  const names = new Set(pictures.map(({ name }) => `${name}.png`))
  const stray = existsSync(referenceFolder)
    ? readdirSync(referenceFolder).filter((file) => !names.has(file))
    : []
  return [...lines, ...stray.map((file) => `${file}: a reference that no story has`)]
}

/** Writes the pictures that differ from their references; leaves the others, so that a commit shows what changed. */
export async function updateReferences(browser, pictures) {
  mkdirSync(referenceFolder, { recursive: true })
  const page = await browser.newPage()
  const written = []
  for (const { name, png } of pictures) {
    const file = fileOf(name)
    const before = existsSync(file) ? readFileSync(file) : undefined
    if (before) {
      const { different, sizes } = await comparePictures(page, before, png)
      const [a, b] = sizes.split(' and ')
      if (different === 0 && a === b) continue
    }
    writeFileSync(file, png)
    written.push(name)
  }
  await page.close()
  const names = new Set(pictures.map(({ name }) => `${name}.png`))
  for (const file of readdirSync(referenceFolder)) if (!names.has(file)) rmSync(join(referenceFolder, file))
  return written
}
