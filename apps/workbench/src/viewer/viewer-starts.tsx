import { Icon } from '@antiphon/ui'
import { useId, type ReactNode } from 'react'
import { AppIcon } from 'app-parts'
import { englishViewer as said } from '../words/english-viewer.js'
import type { SampleId } from './samples.js'

const samples: readonly { id: SampleId; icon: ReactNode }[] = [
  { id: 'broken', icon: <Icon name="file" /> },
  { id: 'agent', icon: <Icon name="group" /> },
  { id: 'stream', icon: <AppIcon name="wire" /> },
]

export interface ViewerStartsProps {
  onFile: (file: Blob, name: string) => void
}

/** Files to try, below the place for one. */
export function ViewerStarts({ onFile }: ViewerStartsProps) {
  const id = useId()
  const open = (sample: SampleId): void => {
    void import('./samples.js')
      .then(({ sampleFile }) => sampleFile(sample))
      .then((file) => onFile(file, said.samples[sample].name))
  }
  return (
    <section aria-labelledby={id} className="flex flex-none flex-col">
      <h3 id={id} className="pb-1 text-data font-title text-text-2">
        {said.tryOne}
      </h3>
      <ul className="m-0 list-none p-0">
        {samples.map((sample) => (
          <li key={sample.id} className="border-t border-line first:border-t-0">
            <button
              type="button"
              className="flex min-h-10 w-full items-center gap-3 rounded-button px-1.5 py-1.5 text-start text-row hover:bg-hover pointer-coarse:min-h-11"
              onClick={() => open(sample.id)}
            >
              <span className="flex-none text-text-3">{sample.icon}</span>
              <span className="min-w-0 flex-none truncate font-medium max-[719px]:flex-1">
                {said.samples[sample.id].name}
              </span>
              <span className="min-w-0 flex-1 truncate text-end text-data text-text-2 max-[719px]:hidden">
                {said.samples[sample.id].detail}
              </span>
            </button>
          </li>
        ))}
      </ul>
    </section>
  )
}
