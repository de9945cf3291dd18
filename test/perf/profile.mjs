import { openPage } from './browser.mjs'

/** Prints self time by function for one cell, from the engine's own sampling. */
export async function profileCell(browser, url, cell, options) {
  const run = await openPage(browser, url, 'antiphon', cell, options)
  const { cdp, page } = run
  await cdp.send('Profiler.enable')
  await cdp.send('Profiler.setSamplingInterval', { interval: 200 })
  if (cell.kind === 'mount') {
    await cdp.send('Profiler.start')
    await page.evaluate('steps.mount()')
    await page.evaluate('steps.rest()')
  } else {
    await page.evaluate('steps.mount()')
    await page.evaluate('steps.rest()')
    await page.evaluate('steps.open()')
    await cdp.send('Profiler.start')
    await page.evaluate('steps.feed(0, 1)')
  }
  const { profile } = await cdp.send('Profiler.stop')
  await run.close()
  print(profile)
}

function print(profile) {
  const byId = new Map(profile.nodes.map((node) => [node.id, node]))
  const times = new Map()
  let busy = 0
  profile.samples.forEach((id, at) => {
    const { functionName, url } = byId.get(id).callFrame
    if (functionName === '(idle)' || functionName === '(root)') return
    const ms = profile.timeDeltas[at] / 1000
    busy += ms
    const file = url.split('/').at(-1) ?? ''
    const name = `${functionName || '(anonymous)'}  ${file}`
    times.set(name, (times.get(name) ?? 0) + ms)
  })
  console.log(`${busy.toFixed(0)} ms sampled`)
  for (const [name, ms] of [...times].toSorted((a, b) => b[1] - a[1]).slice(0, 45))
    console.log(`${((ms / busy) * 100).toFixed(1).padStart(5)} %  ${ms.toFixed(0).padStart(6)} ms  ${name}`)
}
