import { type Scenario, say, think } from '../script/scenario.js'
import { gazetteer, type GazetteerEntry } from '../tools/facts.js'

/** A prompt that the tour knows and the scenario it shows, for suggestions in an app. */
export interface TourPrompt {
  prompt: string
  scenario: string
}

/** The prompts of the tour, each with the scenario that it shows. */
export const tourPrompts: readonly TourPrompt[] = [
  { prompt: 'What time is it in Oslo and Tokyo?', scenario: 'parallel-tools' },
  { prompt: 'What is the population of Norway, and what time is it in Oslo?', scenario: 'parallel-tools' },
  { prompt: 'Convert 26.2 miles to km', scenario: 'one-tool' },
  { prompt: 'Weigh twelve coins three times', scenario: 'thinker' },
  { prompt: 'Show me an answer with a table', scenario: 'answer' },
  { prompt: 'Write some code', scenario: 'answer' },
  { prompt: 'Build a page that shows how a pool fills up', scenario: 'artifact' },
  { prompt: 'How does an answer reach the page word by word? Cite your sources.', scenario: 'citations' },
  { prompt: 'Make a plan to size the pool, and work through it', scenario: 'plan' },
  { prompt: 'Draw a lighthouse at four times of the day', scenario: 'pictures' },
  { prompt: 'Look up two towns, let one fail', scenario: 'one-tool-fails' },
  { prompt: 'Call many tools at once', scenario: 'many-tools' },
  { prompt: 'Get cut off at the token limit', scenario: 'length' },
  { prompt: 'Meet the content filter', scenario: 'content-filter' },
  { prompt: 'Send an error mid-answer', scenario: 'error-midstream' },
  { prompt: 'Lose the connection', scenario: 'disconnect' },
  { prompt: 'Write a long answer', scenario: 'long' },
]

/** The tour's answer when no scenario fits the prompt. */
export const guide = `This endpoint is a script. It speaks the same protocol as a real one, streams at a natural pace, and shows what an app has to cope with. Nothing leaves your machine.

**Things to ask**

- *What time is it in Oslo and Tokyo?* Two tool calls side by side, then an answer from their results.
- *What is the population of Norway, and what time is it in Oslo?* Two different tools in one turn.
- *Weigh twelve coins three times.* Thoughts, then the answer.
- *Show me a table*, or *write some code*. Markdown with everything in it.
- *Build a page that shows how a pool fills up.* A page beside the conversation, with versions.
- *Make a plan to size the pool, and work through it*, *draw a lighthouse*, *cite your sources*. A plan with agents, pictures, citations.
- *call get_time {"timezone": "Asia/Seoul"}*. Any tool that is offered, with exactly these arguments.
- *What is in this file?*, with an image, a sound or a document attached. What arrived, as it was sent.
- *Look up two towns, let one fail*, *get cut off*, *meet the content filter*, *send an error mid-answer*. What usually goes wrong.

Each of these is also a model of its own in the model list.

**To talk to a real model**, open the settings and enter a base URL, such as \`http://localhost:11434/v1\` for Ollama or \`http://localhost:8080/v1\` for llama.cpp, with a key if it needs one. Then pick a model.`

const streaming = `## How a streamed answer reaches the screen

The server does not wait until the answer is complete. It sends *chunks*, each a few letters long, and the page adds them to one message. What you see grow here took this way:

1. The request leaves with \`stream: true\`.
2. Each chunk arrives as one \`data:\` line, closed by an empty line.
3. The reader joins the pieces of text, thought and tool calls, each on its own channel.
4. At most once per frame the page draws what is new.

### What a chunk can carry

| Field | Meaning | Comes |
| --- | --- | --- |
| \`content\` | the answer | in many pieces |
| \`reasoning_content\` | thoughts before it | in many pieces, first |
| \`tool_calls\` | name and arguments of a call | in fragments, by index |
| \`finish_reason\` | why it ended | once, near the end |
| \`usage\` | tokens in and out | last, if asked for |

### Reading it yourself

\`\`\`ts
const response = await fetch(\`\${baseUrl}/chat/completions\`, {
  method: 'POST',
  headers: { 'content-type': 'application/json' },
  body: JSON.stringify({ model, messages, stream: true }),
})
const { message, outcome } = await collectCompletion(response)
console.log(outcome, message.content)
\`\`\`

Two things are easy to get wrong:

- A network chunk is **not** an event: it may end inside a line, even inside a letter.
- The end of the bytes is not the end of the answer. Without a finish reason it was cut off.
`

const storage = `## Where a page can keep a conversation

A thread of two hundred messages is about 400 kB of JSON. That is small for a disk and large for a cookie.

| Place | Room | Reads | Survives |
| --- | ---: | --- | --- |
| \`sessionStorage\` | 5 MB | at once, blocking | a reload of the tab |
| \`localStorage\` | 5 MB | at once, blocking | closing the browser |
| \`IndexedDB\` | a share of the disk | later, not blocking | closing the browser |
| a server | yours | later, over the network | a lost laptop |

### Which one

- Drafts and the scroll position: **sessionStorage**. They belong to one tab.
- Settings: **localStorage**. They are read before the first paint and are tiny.
- Messages and attachments: **IndexedDB**. Writing a thread must not block typing.

\`\`\`ts
const db = await openDb('threads', 1)
await db.put('messages', message, message.id)
\`\`\`

Write each message when it is finished, and the open one every second or so. Then a crash costs a sentence, not a conversation.
`

const code = `## Debounce in twelve lines

A debounced function waits until nobody has called it for a while. Search boxes and autosave need one; a stream of text does not, since it would wait until the end.

\`\`\`ts
export function debounce<T extends unknown[]>(run: (...args: T) => void, ms: number) {
  let timer: ReturnType<typeof setTimeout> | undefined
  const debounced = (...args: T) => {
    clearTimeout(timer)
    timer = setTimeout(() => run(...args), ms)
  }
  debounced.cancel = () => clearTimeout(timer)
  return debounced
}
\`\`\`

### Which of the three

| Helper | Runs | Good for |
| --- | --- | --- |
| debounce | once, after the calls stop | search, autosave |
| throttle | at most every n ms | scroll position |
| frame batch | at most once a frame | drawing a stream |

- Give the caller a \`cancel\`, and use it when the component goes away.
- Pass the timer in if you want to test it: waiting for real milliseconds makes slow, shaky tests.

The shell version, for comparison:

\`\`\`bash
while inotifywait -qq -r src; do sleep 0.2; pnpm test; done
\`\`\`
`

/** A Markdown answer with headings, a table, a list and code. The topic follows the prompt. */
export const answer: Scenario = {
  id: 'answer',
  description: 'A Markdown answer with headings, a table, a list and code.',
  *play({ prompt }) {
    if (/\b(code|function|typescript|script|snippet)\b/i.test(prompt)) yield say(code)
    else if (/\b(table|compare|storage)\b/i.test(prompt)) yield say(storage)
    else yield say(streaming)
  },
}

const figure = new Intl.NumberFormat('en-GB', { maximumFractionDigits: 1 })

const density = (entry: GazetteerEntry) => (entry.population * 1_000_000) / entry.area

function compared(entry: GazetteerEntry, other: GazetteerEntry): string {
  const [larger, smaller] = entry.area >= other.area ? [entry, other] : [other, entry]
  const times = larger.area / smaller.area
  const size =
    times < 1.15
      ? `${entry.country} and ${other.country} are about the same size`
      : `${larger.country} has ${figure.format(times)} times the land of ${smaller.country}`
  const crowded = density(entry) >= density(other) ? entry : other
  return `${size}, and of the two ${crowded.country} is the more crowded.`
}

function rank(entry: GazetteerEntry, key: 'population' | 'area'): number {
  return gazetteer.filter((other) => other[key] > entry[key]).length + 1
}

function section(entry: GazetteerEntry, index: number): string {
  const { country, capital, population, area, currency, note } = entry
  const before = gazetteer[index - 1] ?? gazetteer.at(-1)
  const people =
    population < 1 ? `${figure.format(population * 1000)} thousand` : `${figure.format(population)} million`
  const lines = [
    `### ${index + 1}. ${country}`,
    `About **${people}** people live on ${figure.format(area)} square kilometres, that is ${figure.format(density(entry))} to each. The capital is ${capital}; prices are written in the ${currency}.`,
    note,
    `Among the ${gazetteer.length} countries of this list it is number ${rank(entry, 'population')} by people and number ${rank(entry, 'area')} by land.`,
    before ? compared(entry, before) : '',
  ]
  if (index % 5 === 4) lines.push(table(gazetteer.slice(index - 4, index + 1)))
  if (index % 10 === 9) lines.push(query(country))
  return lines.join('\n\n')
}

function table(entries: readonly GazetteerEntry[]): string {
  const rows = entries.map(
    ({ country, capital, population, area }) =>
      `| ${country} | ${capital} | ${figure.format(population)} | ${figure.format(area)} |`,
  )
  return ['| Country | Capital | Millions | km² |', '| --- | --- | ---: | ---: |', ...rows].join('\n')
}

function query(country: string): string {
  return [
    'The same comparison as a query:',
    '',
    '```sql',
    'select country, population * 1e6 / area as density',
    'from gazetteer',
    `where country <= '${country}'`,
    'order by density desc',
    'limit 5;',
    '```',
  ].join('\n')
}

const opening = `# A gazetteer of ${gazetteer.length} countries

One short entry for each, in the order of the alphabet: where it lies on the scale of land and people, and one thing that an atlas does not tell. Figures are rounded and from around 2024. Every fifth entry closes with a table of the last five.`

/** A long Markdown answer of over 4,000 words, four times as fast as the others. */
export const long: Scenario = {
  id: 'long',
  description: 'A long answer: over 4,000 words of Markdown.',
  play: () => [{ type: 'text', rate: 4, text: `${opening}\n\n${gazetteer.map(section).join('\n\n')}\n` }],
}

const thoughts = `Twelve coins, one of them false, and nobody knows whether it is lighter or heavier. Three weighings have to find it.

There are 24 cases: twelve coins, each lighter or heavier. Three weighings have 3 × 3 × 3 = 27 outcomes. So it can be done, with almost nothing to spare.

Six against six would waste the first weighing: it cannot stay level, so it has two outcomes and not three. Four against four leaves eight cases whichever way it goes, and two more weighings tell nine cases apart.

Each coin needs its own pattern of left, right and aside. No pattern may be the mirror of another one: the mirror is the same coin, lighter instead of heavier. And each weighing must hold four coins on each side.

Twelve such patterns exist. Check one: coin 5 is right, left, aside. If it is lighter, the left side goes down, then the right side, then the scale stays level. No other case gives that.`

const worked = `**Yes: three weighings find the coin, and say whether it is lighter or heavier.**

| Weighing | Left | Right |
| --- | --- | --- |
| 1 | 1, 2, 3, 4 | 5, 6, 7, 8 |
| 2 | 5, 9, 10, 11 | 3, 4, 7, 8 |
| 3 | 3, 7, 9, 12 | 2, 4, 6, 11 |

Each coin moves between the sides in its own way, so each of the 24 cases tips the scale in its own order. If the left side goes down, then the right side, then neither, coin 5 is lighter.

Six against six looks like a good start. It cannot stay level, so it tells you less.`

/** Thoughts first, on `reasoning_content`, then the answer. */
export const thinker: Scenario = {
  id: 'thinker',
  description: 'Thinks first (reasoning_content), then answers.',
  *play({ prompt }) {
    const asksOther = prompt.trim() !== '' && !/\b(coins?|weigh|puzzle|think|reason)/i.test(prompt)
    yield think(thoughts)
    if (asksOther)
      yield say(
        'This model is a script with one puzzle, so it worked on that: twelve coins, three weighings.\n\n',
      )
    yield say(worked)
  },
}

/** The beginning of an answer, for scenarios in which the rest does not come by itself. */
export const lighthouse =
  'The lighthouse on the point was built in 1867 and has been dark for two winters. The lens is still there, four hundred pounds of ground glass, and turns by hand if you know where to push. From the gallery you can'

const whole = `${lighthouse} see both harbours, and on a clear evening the smoke of the ferry before the ferry itself.`

/** True when the thread already holds the beginning, or a part of it. */
export function continuesLighthouse(lastAnswer: string): boolean {
  return lastAnswer !== '' && lastAnswer !== whole && whole.startsWith(lastAnswer)
}

/** The rest of the text, after the connection, the server or the reader cut it off and somebody asks to continue. */
export const restOfLighthouse: Scenario = {
  id: 'rest-of-lighthouse',
  description: 'The rest of an answer that was lost on the way.',
  play: ({ lastAnswer }) => [say(whole.slice(lastAnswer.length))],
}
