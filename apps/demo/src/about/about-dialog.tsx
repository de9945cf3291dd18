import { Modal } from '@antiphon/ui/parts'
import { Button } from '@antiphon/ui'
import { useRef } from 'react'
import { Wordmark } from 'app-parts'
import { words } from '../words/words.js'
import { About, Version } from './about.js'

const said = words.shell.about

/** Shows the app's description, links and version. */
export function AboutDialog({ onClose }: { onClose: () => void }) {
  const dialog = useRef<HTMLDialogElement>(null)
  return (
    <Modal ref={dialog} aria-labelledby="about-title" onClose={onClose}>
      <div className="flex flex-col gap-4 p-6">
        <Wordmark />
        <h2 id="about-title" className="text-[18px] leading-6 font-heading">
          {said.title}
        </h2>
        <About />
        <div className="flex items-center justify-between">
          <Version />
          <Button onClick={() => dialog.current?.close()}>{said.close}</Button>
        </div>
      </div>
    </Modal>
  )
}
