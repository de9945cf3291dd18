import { closeSync, mkdirSync, openSync, writeSync } from 'node:fs'
import { join } from 'node:path'

/** Words of our own, so that a text of any length reads as one and is never the same twice. */
const WORDS =
  'the harbour gauge reads low water at noon while crews moor boats along pier seven and log every rope knot tide wind'.split(
    ' ',
  )

/** Small and the same in each run: the next of a linear congruence. */
function createNumbers(seed) {
  let state = seed
  return (below) => {
    state = (Math.imul(state, 1_664_525) + 1_013_904_223) >>> 0
    return state % below
  }
}

function createText(seed) {
  const next = createNumbers(seed)
  return (length) => {
    let text = ''
    while (text.length < length) text += `${WORDS[next(WORDS.length)]} `
    return text.slice(0, length)
  }
}

/** Writes lines to a file as they are made. */
function writeLines(path, lines) {
  const file = openSync(path, 'w')
  let waiting = ''
  for (const line of lines) {
    waiting += `${JSON.stringify(line)}\n`
    if (waiting.length < 1_000_000) continue
    writeSync(file, waiting)
    waiting = ''
  }
  writeSync(file, waiting)
  closeSync(file)
}

const START = Date.UTC(2026, 2, 1, 9)

/**
 * The records of one session of Claude Code: a prompt after every `callsPerPrompt` calls, each call with its result. `length` is that of
 * a result in characters.
 */
function* session({ id, records, length, callsPerPrompt, mark = '', seed = 1 }) {
  const text = createText(seed)
  let parentUuid = null
  for (let i = 0; i < records; i++) {
    const uuid = `${id}-${i}`
    const at = new Date(START + i * 1_000).toISOString()
    const base = {
      uuid,
      parentUuid,
      sessionId: id,
      timestamp: at,
      cwd: `/srv/${id.slice(0, 2)}`,
      version: '2.0.1',
    }
    parentUuid = uuid
    const place = i % (2 * callsPerPrompt + 1)
    if (place === 0)
      yield { type: 'user', ...base, message: { role: 'user', content: `${text(60)}${i === 0 ? mark : ''}` } }
    else if (place % 2 === 1)
      yield {
        type: 'assistant',
        ...base,
        message: {
          id: `msg_${i}`,
          role: 'assistant',
          model: 'harbour-1',
          content: [
            { type: 'text', text: text(120) },
            {
              type: 'tool_use',
              id: `toolu_${id}_${i}`,
              name: place % 4 === 1 ? 'Bash' : 'Read',
              input: { path: text(20) },
            },
          ],
          usage: { input_tokens: 900 + i, output_tokens: 40 },
        },
      }
    else
      yield {
        type: 'user',
        ...base,
        message: {
          role: 'user',
          content: [{ type: 'tool_result', tool_use_id: `toolu_${id}_${i - 1}`, content: text(length) }],
        },
      }
  }
}

/** A word that occurs once, in the last of the sessions that are searched. */
export const SOUGHT = 'binnacle'

/** A file of `records` records and about `megabytes`, and one session with `calls` calls, a prompt before every hundred. */
export function writeLongFiles(folder, { records, megabytes, calls }) {
  const length = Math.max(100, Math.round(((megabytes * 1e6) / records) * 2 - 900))
  writeLines(join(folder, 'long.jsonl'), session({ id: 'long', records, length, callsPerPrompt: 20 }))
  writeLines(
    join(folder, 'calls.jsonl'),
    session({ id: 'calls', records: calls * 2 + 1, length: 200, callsPerPrompt: 100 }),
  )
}

/** A home folder with so many sessions. */
export function writeManySessions(home, count) {
  for (let i = 0; i < count; i++) {
    const folder = join(home, '.claude/projects', `-srv-p${i % 40}`)
    mkdirSync(folder, { recursive: true })
    const id = `p${i % 40}-s${i}`
    const mark = i === 0 ? ` ${SOUGHT}` : ''
    writeLines(
      join(folder, `${id}.jsonl`),
      session({ id, records: 21, length: 300, callsPerPrompt: 5, mark, seed: i + 1 }),
    )
  }
}
