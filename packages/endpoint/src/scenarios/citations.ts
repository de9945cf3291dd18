import { say, type Scenario, type UrlCitation } from '../script/scenario.js'

interface Page {
  url: string
  title: string
  content?: string
}

const chunked: Page = {
  url: 'https://www.rfc-editor.org/rfc/rfc9112.html#section-7.1',
  title: 'RFC 9112: HTTP/1.1, chunked transfer coding',
  content:
    'The chunked transfer coding wraps content in order to transfer it as a series of chunks, each with its own size indicator, followed by an OPTIONAL trailer section containing trailer fields.',
}
const events: Page = {
  url: 'https://html.spec.whatwg.org/multipage/server-sent-events.html',
  title: 'HTML Standard: server-sent events',
  content:
    'To enable servers to push data to web pages over HTTP or using dedicated server-push protocols, this specification introduces the EventSource interface.',
}
const streams: Page = {
  url: 'https://developer.mozilla.org/en-US/docs/Web/API/Streams_API/Using_readable_streams',
  title: 'Using readable streams',
}

/** The answer in order: text, and passages that a page is cited for. */
const passages: readonly (readonly [text: string, page?: Page])[] = [
  ['A server does not have to know its whole answer before it begins to send it.\n\n'],
  ['HTTP/1.1 has a coding for that: each piece says how long it is, and an empty one is the end.', chunked],
  ['\n\nMost servers of models write **server-sent events** into those pieces: '],
  ['lines that begin with "data:", with an empty line behind each event.', events],
  [' Their media type is "text/event-stream".', events],
  ['\n\nIn the page '],
  ['the body of a response is a stream, and a reader gets each piece when it arrives.', streams],
  [
    ' A piece may end inside a line, even inside a letter, so the reader keeps the rest for the next one. What is whole goes to the screen, once a frame at most.',
  ],
]

/** An answer with its sources, which come behind the text in one chunk, as OpenAI's models with a web search send them. */
export const citations: Scenario = {
  id: 'citations',
  description: 'Answers with three sources, each cited where it is used.',
  *play() {
    let text = ''
    const found: UrlCitation[] = []
    for (const [passage, page] of passages) {
      // A mark goes to the passage and not to the space before it.
      const start = text.length + (passage.length - passage.trimStart().length)
      text += passage
      if (page)
        found.push({
          type: 'url_citation',
          url_citation: { ...page, start_index: start, end_index: text.length },
        })
    }
    yield say(text)
    yield { type: 'annotations', annotations: found }
  },
}
