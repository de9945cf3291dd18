import * as kit from '@antiphon/ui'
import * as markdown from '@antiphon/ui/markdown'
import * as shell from '@antiphon/shell'
import { createElement, type ComponentProps, type ComponentType } from 'react'
import { checkoutLatency } from '../../../../packages/ui/src/fixtures/checkout-latency.js'

export default { title: 'Playground', parameters: { controls: { disable: false } } }

/** A component with the props given here as controls, whose kind Storybook takes from the values. */
const play = <Props extends object>(name: string, Component: ComponentType<Props>, args: Partial<Props>) => ({
  name,
  args,
  render: (given: Props) => createElement(Component, given),
})

const nothing = (): void => {}

export const Button = play('Button', kit.Button, { children: 'Save', variant: 'primary' })
export const IconButton = play('IconButton', kit.IconButton, { icon: 'copy', label: 'Copy' })
export const ContextMeter = play('ContextMeter', shell.ContextMeter, { used: 6_700, limit: 8_192 })
export const UsageMeter = play('UsageMeter', kit.UsageMeter, {
  truncated: false,
  summary: {
    model: 'gpt-4o',
    requests: 1,
    durationMs: 4_100,
    usage: { inputTokens: 1_204, outputTokens: 312, origin: 'reported' },
  },
})
export const Reasoning = play('Reasoning', kit.Reasoning, {
  text: 'Eight connections for forty requests: they queue.',
  state: 'done',
  ms: 4_200,
  defaultOpen: true,
})
export const Notice = play('Notice', kit.Notice, {
  tone: 'warn',
  icon: 'cut-off',
  title: 'Cut off at the token limit',
  detail: 'The answer ends in the middle.',
})
export const BranchPicker = play('BranchPicker', kit.BranchPicker, {
  index: 1,
  total: 3,
  onIndexChange: nothing,
})
export const MessageActions = play('MessageActions', kit.MessageActions, {
  author: 'assistant',
  getText: () => 'text',
  onRetry: nothing,
})
export const SystemNotice = play('SystemNotice', kit.SystemNotice, {
  message: { role: 'system', content: 'Answer briefly.' },
})
export const Markdown = play('Markdown', markdown.Markdown, {
  text: '## Pool\n\nIt was **reduced** from 40 to 8.\n\n- [x] restore\n- [ ] guard',
  streaming: false,
})
export const Composer = play('Composer', kit.Composer as ComponentType<ComponentProps<typeof kit.Composer>>, {
  status: 'ready',
  model: 'gpt-4o',
  enterKey: 'send',
  onSend: () => true,
})
export const Transcript = play(
  'Transcript',
  kit.Transcript as ComponentType<ComponentProps<typeof kit.Transcript>>,
  { messages: checkoutLatency.slice(0, 6), density: 'comfortable', showSystem: false },
)
