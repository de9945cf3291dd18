import type { Message } from '@antiphon/core'
import { picturesView } from '@antiphon/shell/views'
import { Transcript } from '@antiphon/ui'

const wish = { prompt: 'A lighthouse on a point', count: 2, size: '768x512' }

/** A tool returns its pictures as parts of its result. */
const picture = (sky: string) => ({
  type: 'image_url' as const,
  image_url: {
    url: `data:image/svg+xml,${encodeURIComponent(`<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 6 4"><path fill="${sky}" d="M0 0h6v4H0z"/><path fill="#fff" d="M2.8 1h.4l.2 2.4h-.8z"/></svg>`)}`,
  },
})

const messages: Message[] = [
  { role: 'user', content: 'Draw a lighthouse' },
  {
    role: 'assistant',
    content: '',
    finishReason: 'tool_calls',
    tool_calls: [
      { id: 'c1', type: 'function', function: { name: 'make_pictures', arguments: JSON.stringify(wish) } },
    ],
  },
  { role: 'tool', tool_call_id: 'c1', content: [picture('#f4a261'), picture('#264653')] },
  { role: 'assistant', content: 'Here it is by day and at night.', finishReason: 'stop' },
]
const toolRenderers = { make_pictures: picturesView }

export const Example = () => <Transcript messages={messages} toolRenderers={toolRenderers} />
