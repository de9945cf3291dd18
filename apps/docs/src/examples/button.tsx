import { Button } from '@antiphon/ui'

export const Example = () => (
  <div style={{ display: 'flex', flexWrap: 'wrap', gap: 8 }}>
    <Button variant="primary">Send</Button>
    <Button>Save</Button>
    <Button variant="ghost">Later</Button>
    <Button variant="danger">Delete</Button>
    <Button aria-disabled>Not now</Button>
  </div>
)
