import { queryJson } from './query-json.js'

const send = self.postMessage.bind(self) as (answer: unknown) => void

/** One query of one text: `{ text, query }` in, `{ found }` or `{ error }` out. */
self.addEventListener('message', ({ data }: MessageEvent<{ text: string; query: string }>) => {
  try {
    send({ found: queryJson(data.text, data.query) })
  } catch (error) {
    send({ error: (error as Error).message })
  }
})
