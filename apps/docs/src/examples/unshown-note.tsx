import { UnshownNote } from '@antiphon/ui'

export const Example = () => <UnshownNote items={{ count: 1, types: ['video'] }} />
