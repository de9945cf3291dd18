import { UnreadNote } from '@antiphon/ui'

export const Example = () => <UnreadNote count={2} onOpenInWire={() => {}} />
