import { Button, copyText } from '@antiphon/ui'
import { useState } from 'react'
import { words } from '../words/words.js'

/** Copies a text and says so in its own words until another is shown. */
export function CopyButton({ text }: { text: string }) {
  const [copied, setCopied] = useState<string>()
  return (
    <Button onClick={() => void copyText(text).then((done) => setCopied(done ? text : undefined))}>
      <span role="status">{copied === text ? words.code.copied : words.code.copy}</span>
    </Button>
  )
}
