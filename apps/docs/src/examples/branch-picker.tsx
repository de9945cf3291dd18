import { BranchPicker } from '@antiphon/ui'
import { useState } from 'react'

const versions = ['The pool of 8.', 'Eight connections.', 'The smaller pool.']

export function Example() {
  const [index, setIndex] = useState(1)
  return (
    <>
      <p>{versions[index]}</p>
      <BranchPicker index={index} total={versions.length} onIndexChange={setIndex} />
    </>
  )
}
