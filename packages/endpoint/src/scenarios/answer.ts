import type { Scenario } from '../script/scenario.js'
import { say } from '../script/step.js'

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
