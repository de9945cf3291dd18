import {
  BranchPicker,
  Button,
  Composer,
  IconButton,
  MessageActions,
  Notice,
  Reasoning,
  SystemNotice,
  Transcript,
  UsageMeter,
} from '@antiphon/ui'
import { Markdown } from '@antiphon/ui/markdown'
import { ContextMeter } from '@antiphon/ui/shell'
import { createElement, type ComponentProps, type ComponentType } from 'react'
import reference from 'virtual:component-reference'
import { checkoutLatency } from '../../../../packages/ui/src/fixtures/checkout-latency.js'
import { argTypesOf } from '../playground/arg-types.js'

export default { title: 'Playground', parameters: { controls: { disable: false, expanded: true } } }

/** A component with its props as controls, which come from its source. */
function play<Props extends object>(name: string, Component: ComponentType<Props>, args: Partial<Props>) {
  const found = Object.values(reference)
    .flatMap(({ components }) => components)
    .find((component) => component.name === name)
  return {
    name,
    args,
    argTypes: found ? argTypesOf(found) : {},
    render: (given: Props) => createElement(Component, given),
  }
}

const nothing = (): void => {}

export const ButtonPlay = play('Button', Button, { children: 'Save', variant: 'primary' })
export const IconButtonPlay = play('IconButton', IconButton, { icon: 'copy', label: 'Copy' })
export const ContextMeterPlay = play('ContextMeter', ContextMeter, { used: 6_700, limit: 8_192 })
export const UsageMeterPlay = play('UsageMeter', UsageMeter, {
  truncated: false,
  summary: {
    model: 'gpt-4o',
    requests: 1,
    durationMs: 4_100,
    usage: { inputTokens: 1_204, outputTokens: 312, origin: 'reported' },
  },
})
export const ReasoningPlay = play('Reasoning', Reasoning, {
  text: 'Eight connections for forty requests: they queue.',
  state: 'done',
  ms: 4_200,
  defaultOpen: true,
})
export const NoticePlay = play('Notice', Notice, {
  tone: 'warn',
  icon: 'cut-off',
  title: 'Cut off at the token limit',
  detail: 'The answer ends in the middle.',
})
export const BranchPickerPlay = play('BranchPicker', BranchPicker, {
  index: 1,
  total: 3,
  onIndexChange: nothing,
})
export const MessageActionsPlay = play('MessageActions', MessageActions, {
  author: 'assistant',
  getText: () => 'text',
  onRetry: nothing,
})
export const SystemNoticePlay = play('SystemNotice', SystemNotice, {
  message: { role: 'system', content: 'Answer briefly.' },
})
export const MarkdownPlay = play('Markdown', Markdown, {
  text: '## Pool\n\nIt was **reduced** from 40 to 8.\n\n- [x] restore\n- [ ] guard',
  streaming: false,
})
export const ComposerPlay = play('Composer', Composer as ComponentType<ComponentProps<typeof Composer>>, {
  status: 'idle',
  model: 'gpt-4o',
  enterKey: 'send',
  onSend: () => true,
})
export const TranscriptPlay = play(
  'Transcript',
  Transcript as ComponentType<ComponentProps<typeof Transcript>>,
  { messages: checkoutLatency.slice(0, 6), density: 'comfortable', showSystem: false },
)
