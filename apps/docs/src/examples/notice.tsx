import { Button, Notice } from '@antiphon/ui'

export const Example = () => (
  <Notice
    tone="warn"
    icon="alert"
    title="This conversation is read-only"
    detail="It belongs to a project that was closed."
    actions={<Button>Ask for access</Button>}
  />
)
