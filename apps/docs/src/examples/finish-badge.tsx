import { FinishBadge } from '@antiphon/ui'

export const Example = () => (
  <>
    <FinishBadge
      ending={{ kind: 'length-text' }}
      outputTokens={512}
      maxOutputTokens={512}
      onContinue={() => {}}
    />
    <FinishBadge ending={{ kind: 'filter-empty' }} />
  </>
)
