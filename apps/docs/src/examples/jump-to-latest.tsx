import { JumpToLatest } from '@antiphon/ui'

export const Example = () => <JumpToLatest reason="answer" onClick={() => {}} />
