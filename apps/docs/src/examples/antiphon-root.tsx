import { AntiphonRoot, Button, Notice } from '@antiphon/ui'

export const Example = () => (
  <AntiphonRoot theme="dark" density="compact" style={{ padding: 20 }}>
    <Notice tone="info" icon="notice" title="Parts of your own" detail="They take the tokens of this root." />
    <Button variant="primary">In its colours</Button>
  </AntiphonRoot>
)
