import { callTools, say, think, type Scenario } from '../script/scenario.js'
import { noToolsAnswer } from './tools.js'

const TOOL = 'write_artifact'

/** A page of one file. The second version also warns. */
const pageOf = (warns: boolean): string => `<!doctype html>
<html lang="en">
<meta name="viewport" content="width=device-width">
<title>How a pool fills up</title>
<style>
  :root { color-scheme: light dark; font: 16px/1.5 system-ui, sans-serif }
  body { margin: 0 auto; padding: 28px; max-width: 30rem }
  h1 { font-size: 22px; line-height: 1.2 }
  input { width: 100%; accent-color: #0e7c86 }
  .pool { display: grid; grid-template-columns: repeat(10, 1fr); gap: 6px; margin: 20px 0 }
  .pool i { aspect-ratio: 1; forced-color-adjust: none; border-radius: 5px; border: 1.5px solid #8a8a8a }
  .pool i.busy { background: #0e7c86; border-color: #0e7c86 }
  output { font-weight: 600 }${warns ? '\n  .full output { color: #b3261e }\n  @media (prefers-color-scheme: dark) { .full output { color: #ff8a80 } }' : ''}
</style>
<main>
  <h1>How a pool fills up</h1>
  <label>Requests at once <input id="load" type="range" min="0" max="60" value="24"></label>
  <div class="pool" id="pool" aria-hidden="true"></div>
  <p><output id="said" for="load"></output></p>
</main>
<script>
  const SIZE = 40
  const draw = () => {
    const load = Number(document.querySelector('#load').value)
    const waiting = Math.max(0, load - SIZE)
    document.querySelector('#pool').innerHTML =
      Array.from({ length: SIZE }, (_, at) => '<i class="' + (at < load ? 'busy' : '') + '"></i>').join('')
    document.querySelector('#said').value =
      Math.min(load, SIZE) + ' of ' + SIZE + ' connections in use, ' + waiting + ' requests wait'${
        warns ? "\n    document.querySelector('main').className = waiting > 0 ? 'full' : ''" : ''
      }
  }
  document.querySelector('#load').oninput = draw
  draw()
</script>
</html>
`

/** Writes a page beside the conversation, and a second version of it when the prompt asks for a warning. */
export const artifact: Scenario = {
  id: 'artifact',
  description: 'Writes a page beside the conversation, and a new version of it when asked to warn.',
  *play({ prompt, tools, outcomes }) {
    const warns = /\bwarn/i.test(prompt)
    if (outcomes.length === 0) {
      if (!tools.some(({ name }) => name === TOOL)) return yield say(noToolsAnswer)
      yield think(
        warns
          ? 'The same page, written whole again under its name, so that the first one stays a version.'
          : 'One page with its script inside: a slider, forty connections, and how many requests wait.',
      )
      const args = { id: 'pool', kind: 'page', title: 'How a pool fills up', content: pageOf(warns) }
      return yield callTools([{ name: TOOL, arguments: JSON.stringify(args) }])
    }
    if (outcomes[0]?.failed) return yield say('The page could not be shown, so I leave it at that.')
    yield say(
      warns
        ? 'It turns red as soon as a request waits. The version before is still there.'
        : 'Move the slider past **40**: from there on each request waits for a free connection.\n\nAsk *make it warn in red* for a second version.',
    )
  },
}
