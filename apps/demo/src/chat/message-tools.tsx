import { copyText, MessageActions, Reasoning, UsageMeter, type TranscriptSlots } from '@antiphon/ui'
import { plainText } from '@antiphon/ui/functions'
import type { MenuItem } from '@antiphon/ui/parts'
import { costOf, FollowUps, MessageMenu, SystemPromptNotice, VersionsPicker } from '@antiphon/shell'
import { use, type ComponentProps } from 'react'
import { useShowCode } from '../code/show-code.js'
import { usePreferences } from '../preferences/preferences.js'
import { storedPrices } from '../prices/stored-prices.js'
import { useStoredValue } from '../stored-value.js'
import { useForkItem } from '../threads/fork-item.js'
import { HomeContext } from './home.js'
import { followUpsOf } from './suggestions.js'
import { words } from '../words/words.js'

/** Copy, Retry or Edit, and one menu with the rest. */
function Actions(props: ComponentProps<typeof MessageActions>) {
  const { message, getText, getData, ...rest } = props
  const { items, dialog } = useShowCode(getData)
  const fork = useForkItem(message?.id)
  const isScripted = use(HomeContext)?.scripted
  const copy = (id: 'plain' | 'json', read: () => string): MenuItem => ({
    id,
    label: words.conversation.copyAs[id],
    icon: 'copy',
    run: () => void copyText(read()),
  })
  const copies = [
    ...(getText ? [copy('plain', () => plainText(getText()))] : []),
    ...(getData ? [copy('json', () => JSON.stringify(getData(), null, 2))] : []),
  ]
  return (
    <>
      <MessageActions message={message} getText={getText} {...rest}>
        <MessageMenu message={message} getText={getText} items={[...copies, ...fork, ...items]} />
        {dialog}
      </MessageActions>
      {isScripted && <FollowUps message={message} suggestions={followUpsOf} />}
    </>
  )
}

/** With the cost by the person's own table, where the server named none. */
function PricedUsage(props: ComponentProps<typeof UsageMeter>) {
  const { summary } = props
  const prices = useStoredValue(storedPrices)
  const { usage, model } = summary
  const cost = costOf(usage, model, prices)
  const priced = usage && cost && !usage.cost ? { ...summary, usage: { ...usage, cost } } : summary
  return <UsageMeter {...props} summary={priced} />
}

function Thinking(props: ComponentProps<typeof Reasoning>) {
  const { thinking } = usePreferences()
  // `defaultOpen` is read only once, so a new setting needs a new `key`.
  return (
    <Reasoning
      key={thinking}
      {...props}
      mode={thinking === 'closed' ? 'compact' : 'open'}
      defaultOpen={thinking === 'open'}
    />
  )
}

/** Slots that the app adds to the kit's transcript. */
export const transcriptSlots: TranscriptSlots = {
  MessageActions: Actions,
  BranchPicker: VersionsPicker,
  UsageMeter: PricedUsage,
  Reasoning: Thinking,
  SystemNotice: SystemPromptNotice,
}
