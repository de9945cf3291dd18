import { Rooted } from '../../lib/own-root.js'
import type { PairedCall } from '@antiphon/core'
import { render } from '@testing-library/react'
import { createRef, type ReactElement } from 'react'
import { describe, expect, it } from 'vitest'
import { storyStep } from '../../fixtures/story-turns.js'
import { readJson } from '../../lib/json.js'
import { AddResult } from '../add-result/add-result.js'
import { AssistantMessageView } from '../assistant-message/assistant-message.js'
import { Attachment } from '../attachment/attachment.js'
import { BranchPicker } from '../branch-picker/branch-picker.js'
import { Composer } from '../composer/composer.js'
import { Diff } from '../diff/diff.js'
import { EmptyState } from '../empty-state/empty-state.js'
import { ErrorCard } from '../error-card/error-card.js'
import { FinishBadge } from '../finish-badge/finish-badge.js'
import { JumpToLatest } from '../jump-to-latest/jump-to-latest.js'
import { MessageActions } from '../message-actions/message-actions.js'
import { Notice } from '../notice/notice.js'
import { Reasoning } from '../reasoning/reasoning.js'
import { ContinuedNote, RequestNoteView, UnreadNote } from '../request-note/request-note.js'
import { SystemNotice } from '../system-notice/system-notice.js'
import { ToolApproval } from '../tool-approval/tool-approval.js'
import { ToolArgs } from '../tool-args/tool-args.js'
import { ToolCallView } from '../tool-call/tool-call.js'
import { ToolGrants } from '../tool-grants/tool-grants.js'
import { ToolGroup } from '../tool-group/tool-group.js'
import { ToolResult } from '../tool-result/tool-result.js'
import { ToolSteps } from '../tool-steps/tool-steps.js'
import { UsageMeter } from '../usage-meter/usage-meter.js'
import { UserMessageView } from '../user-message/user-message.js'
import type { PartAttributes, RenderPart } from './part.js'
import '../../testing/late-parts.js'

/** Props that every component takes. Each has more of its own, so the table only says that these are among them. */
interface Common {
  ref?: React.Ref<never>
  className?: string
  'data-test'?: string
  render?: RenderPart
  slots?: Record<string, { className?: string; render?: RenderPart }>
}

const call = (callIndex: number): PairedCall => ({
  key: `a/${callIndex}`,
  call: { id: `c${callIndex}`, type: 'function', function: { name: 'look_up', arguments: '{"q":1}' } },
  result: { role: 'tool', tool_call_id: `c${callIndex}`, content: 'ok' },
  state: 'done',
  messageIndex: 1,
  callIndex,
})
const nothing = (): void => {}
const step = { id: 's', title: 'Read', state: 'done', startedAt: 0 } as const
const usage = { requests: 1, model: 'm' }
const error = { kind: 'auth', message: 'no' } as const
const note = [{ at: 1, way: 'prefill' as const }]
const system = { role: 'system', content: 'Be brief.' } as const

/** Name, the component, and inner parts of it that a host can change. */
const components: [name: string, draw: (props: Common) => ReactElement, parts: string[]][] = [
  [
    'Reasoning',
    (p) => <Reasoning text="Hm" state="done" {...p} />,
    ['row', 'mark', 'title', 'reasoning-body'],
  ],
  [
    'ToolCall',
    (p) => <ToolCallView call={call(0)} {...p} />,
    ['row', 'mark', 'name', 'elapsed', 'tool-call-body'],
  ],
  ['ToolGroup', (p) => <ToolGroup calls={[call(0), call(1)]} {...p} />, ['title', 'tool-group-list', 'fold']],
  ['ToolArgs', (p) => <ToolArgs raw='{"q":1}' json={readJson('{"q":1}')} name="f" {...p} />, []],
  ['ToolResult', (p) => <ToolResult result={call(0).result!} name="f" {...p} />, []],
  ['ToolSteps', (p) => <ToolSteps steps={[step]} label="Steps" {...p} />, ['tool-step', 'mark']],
  [
    'ToolApproval',
    (p) => <ToolApproval name="f" arguments="{}" onAllow={nothing} onDeny={nothing} {...p} />,
    ['approval-head', 'title', 'actions'],
  ],
  [
    'Notice',
    (p) => <Notice tone="info" icon="notice" title="T" detail="D" {...p} />,
    ['notice-mark', 'title', 'detail'],
  ],
  [
    'FinishBadge',
    (p) => <FinishBadge ending={{ kind: 'incomplete' }} onRetry={nothing} {...p} />,
    ['title', 'detail', 'actions'],
  ],
  [
    'ErrorCard',
    (p) => <ErrorCard error={error} onOpenSettings={nothing} {...p} />,
    ['title', 'detail', 'actions', 'fold'],
  ],
  ['SystemNotice', (p) => <SystemNotice message={system} {...p} />, ['title', 'notice-text']],
  ['RequestNote', (p) => <RequestNoteView request={{ retries: 1 }} {...p} />, ['row', 'title']],
  ['UnreadNote', (p) => <UnreadNote count={2} {...p} />, ['row', 'title']],
  ['ContinuedNote', (p) => <ContinuedNote continued={note} {...p} />, ['row', 'title', 'notice-text']],
  ['UsageMeter', (p) => <UsageMeter summary={usage} {...p} />, ['figures']],
  ['BranchPicker', (p) => <BranchPicker index={0} total={2} onIndexChange={nothing} {...p} />, ['label']],
  ['MessageActions', (p) => <MessageActions onRetry={nothing} {...p} />, []],
  ['JumpToLatest', (p) => <JumpToLatest {...p} />, []],
  ['ToolGrants', (p) => <ToolGrants grants={[{ toolName: 'f' }] as never} onRevoke={nothing} {...p} />, []],
  ['Diff', (p) => <Diff before="a" after="b" label="Change" {...p} />, []],
  ['AddResult', (p) => <AddResult calls={[call(0)]} onAdd={nothing} {...p} />, ['result-form', 'result-box']],
  [
    'UserMessage',
    (p) => <UserMessageView message={{ role: 'user', content: 'Hi' }} {...p} />,
    ['bubble', 'bubble-text'],
  ],
  ['Composer', (p) => <Composer model="m" {...p} />, ['composer-shell', 'composer-bar', 'model', 'hint']],
  [
    'Attachment',
    (p) => <Attachment icon="file" name="a.txt" detail="3 kB" {...p} />,
    ['attachment-name', 'attachment-detail'],
  ],
  ['EmptyState', (p) => <EmptyState suggestions={['One']} {...p} />, ['title', 'suggestions']],
  [
    'AssistantMessage',
    (p) => <AssistantMessageView step={storyStep({ finishReason: 'stop' })} {...p} />,
    ['empty-answer'],
  ],
]

describe.each(components)('%s', (_, draw, parts) => {
  const root = (props: Common = {}): HTMLElement =>
    render(<Rooted>{draw(props)}</Rooted>).container.firstElementChild as HTMLElement

  it('takes a ref, a class beside its own, and any data attribute', () => {
    const ref = createRef<HTMLElement>()
    const own = root().className
    const element = root({ ref: ref as React.Ref<never>, className: 'mine', 'data-test': 'x' })
    expect(ref.current).toBe(element)
    expect(element).toHaveAttribute('data-test', 'x')
    expect(element.className.split(' ')).toEqual([...own.split(' ').filter(Boolean), 'mine'])
  })

  it('lets the host draw its element, with everything that would have been on it', () => {
    const before = root()
    const Section = (props: PartAttributes): ReactElement => <section {...props} />
    const element = root({ render: Section })
    expect(element.tagName).toBe('SECTION')
    expect(element.dataset['slot']).toBe(before.dataset['slot'])
    expect(element.textContent).toBe(before.textContent)
  })

  it.skipIf(parts.length === 0).each(parts)('lets the host change its part %s', (part) => {
    const element = root({
      slots: { [part]: { className: 'mine', render: (p) => <i {...p} /> } },
    })
    const inner = element.querySelector(`[data-slot="${part}"]`)
    expect(inner?.tagName).toBe('I')
    expect(inner).toHaveClass('mine')
  })
})

it('a part of an inner component is not that of the one around it', () => {
  const { container } = render(
    <ToolGroup calls={[call(0), call(1)]} slots={{ mark: { className: 'mine' } }} />,
  )
  expect(container.querySelectorAll('[data-slot="mark"]')).toHaveLength(3)
  expect(container.querySelectorAll('.mine')).toHaveLength(1)
})
