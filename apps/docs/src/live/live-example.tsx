import { lazy, Suspense, useState, type ComponentType } from 'react'
import { Stage } from './stage.js'

const files = import.meta.glob<{ Example: ComponentType }>('../examples/*.tsx')

/** The example of a part, which its page also shows as code. */
export function LiveExample({ name }: { name: string }) {
  const [Example] = useState(() =>
    lazy(() => files[`../examples/${name}.tsx`]!().then((file) => ({ default: file.Example }))),
  )
  return (
    <Stage label="Live example">
      <Suspense>
        <Example />
      </Suspense>
    </Stage>
  )
}
