import type { Message } from '@antiphon/core'
import { picturesView } from '@antiphon/shell/views'
import { Transcript } from '@antiphon/ui'

const wish = { prompt: 'A lighthouse on a point', count: 2, size: '768x512' }

/** A tool returns its pictures as parts of its result. */
const picture = (base64: string) => ({
  type: 'image_url' as const,
  image_url: { url: `data:image/png;base64,${base64}` },
})
const day =
  'iVBORw0KGgoAAAANSUhEUgAAAAYAAAAECAIAAAAiZtkUAAAAGklEQVR42mP4sikLDTHAWf///8ctpJXfj4YAb+Qt6+VohBMAAAAASUVORK5CYII='
const night =
  'iVBORw0KGgoAAAANSUhEUgAAAAYAAAAECAIAAAAiZtkUAAAAGklEQVR42mOQ1fdCQwxw1v///3ELCSjooyEAtmARlbTMsoMAAAAASUVORK5CYII='

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
  { role: 'tool', tool_call_id: 'c1', content: [picture(day), picture(night)] },
  { role: 'assistant', content: 'Here it is by day and at night.', finishReason: 'stop' },
]
const toolRenderers = { make_pictures: picturesView }

export const Example = () => <Transcript messages={messages} toolRenderers={toolRenderers} />
