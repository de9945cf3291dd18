// All pictures on one sheet, to look at a change of the whole kit at once.

/** @param {{ name: string, width: number, png: Buffer }[]} pictures */
export async function contactSheet(browser, pictures) {
  const page = await browser.newPage({ viewport: { width: 1680, height: 1000 } })
  const figures = pictures.map(
    ({ name, png }) =>
      `<figure><img alt="" src="data:image/png;base64,${png.toString('base64')}"><figcaption>${name}</figcaption></figure>`,
  )
  await page.setContent(`<!doctype html><style>
    body { margin: 16px; background: #d8d6d2; columns: 4; column-gap: 16px; font: 13px 'Open Sans', sans-serif }
    figure { margin: 0 0 16px; break-inside: avoid }
    img { display: block; max-width: 100%; border-radius: 4px }
    figcaption { padding: 4px 2px; overflow-wrap: anywhere }
  </style>${figures.join('')}`)
  await page.waitForFunction(() => [...document.images].every((image) => image.complete))
  const sheet = await page.screenshot({ fullPage: true })
  await page.close()
  return sheet
}
