import { WireInspector } from '@antiphon/devtools/react'
import { wireReaders } from '@antiphon/wires/read'

/** A capture or a bug report, at the byte where it went wrong. */
export function CaptureView({ text }: { text: string }) {
  return (
    <div className="flex min-h-0 flex-1 flex-col">
      <WireInspector source={text} readers={wireReaders} transcript={null} className="min-h-0 flex-1" />
    </div>
  )
}
