import { ContinuedNote } from '@antiphon/ui'

export const Example = () => <ContinuedNote continued={[{ at: 40, way: 'prefill', after: 'length' }]} />
