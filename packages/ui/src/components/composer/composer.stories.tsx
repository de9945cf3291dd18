import type { Story, StoryMeta } from '../../fixtures/story.js'
import type { ReactNode } from 'react'
import { Composer, type ComposerProps } from './composer.js'
import {
  DraggedComposer,
  FilledComposer,
  PastedComposer,
  RefusedComposer,
  storyImage,
  storyText,
} from '../../fixtures/story-composers.js'

const meta: StoryMeta = { title: 'Composer', parameters: { screen: true } }
export default meta

const nothing = (): void => {}
const story = (props: ComposerProps): Story => ({
  render: () => (
    <main>
      <Composer
        model="gpt-4o"
        onSend={nothing}
        onStop={nothing}
        onFiles={nothing}
        onEditLast={nothing}
        {...props}
      />
    </main>
  ),
})

export const Ready = story({})
export const WithText = story({ defaultValue: 'Why did latency jump?' })
export const TenLines = story({
  defaultValue: Array.from({ length: 14 }, (_, i) => `line ${i + 1}`).join('\n'),
})
export const StreamingWithQueue = story({
  status: 'streaming',
  queue: [
    { id: '1', text: 'And what would the fix cost?' },
    { id: '2', text: 'Then write it up.' },
  ],
  onQueueRemove: nothing,
})
export const WaitingQueue = story({
  queue: [
    { id: '1', text: 'And what would the fix cost?' },
    { id: '2', text: 'Then write it up.' },
  ],
  onQueueRemove: nothing,
  onQueueSend: nothing,
})
const inMain = (content: ReactNode): Story => ({ render: () => <main>{content}</main> })

export const NotSent = inMain(<RefusedComposer />)
export const DragOver = inMain(<DraggedComposer />)
export const FilesReady = inMain(
  <FilledComposer
    fill={(tray) =>
      tray.add([storyImage('p95.png'), storyText('metrics.csv', 41_200), storyText('notes.md', 900)])
    }
  />,
)
export const FilesUploading = inMain(
  <FilledComposer
    fill={(tray) => tray.add([storyImage('p95.png'), storyText('trace.json', 2_400_000)])}
    upload={(_, { kind, onProgress }) => {
      onProgress(kind === 'image' ? 0.7 : 0.25)
      return new Promise(nothing)
    }}
  />,
)
export const UploadFailed = inMain(
  <FilledComposer
    fill={(tray) => tray.add([storyText('metrics.csv', 41_200), storyText('trace.json', 2_400_000)])}
    upload={async ({ name }) => {
      if (name === 'trace.json') throw new Error('507 Insufficient Storage')
      return undefined
    }}
  />,
)
export const FilesRefused = inMain(
  <FilledComposer
    fill={(tray) => {
      const files = [
        storyText('metrics.csv', 41_200),
        storyText('empty.txt', 0),
        storyText('invoice\u202egpj.txt', 30),
      ]
      tray.add(
        [...files, ...Array.from({ length: 24 }, (_, i) => storyText(`part-${i + 1}.csv`, 100 + i))],
        ['reports'],
      )
    }}
  />,
)
export const NotTakenByTheEndpoint = inMain(
  <FilledComposer
    fill={(tray) => {
      tray.check((part) => (part.type === 'file' ? 'Ollama' : undefined))
      tray.add([storyImage('p95.png'), storyText('metrics.csv', 41_200)])
    }}
  />,
)
export const ContextNearlyFull = story({
  contextLength: 8_192,
  defaultValue: 'Summarise this. '.repeat(1_700),
})
export const TooLongForTheModel = story({
  contextLength: 8_192,
  onFiles: () => {},
  defaultValue: 'Summarise this. '.repeat(12_800),
})
export const LongPaste = inMain(<PastedComposer />)
export const SwappedEnter = story({ enterKey: 'line' })
export const Disabled = story({ isDisabled: true, placeholder: 'Set an endpoint first' })
