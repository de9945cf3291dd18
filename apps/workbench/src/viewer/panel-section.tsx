import { useId, type ReactNode } from 'react'

export interface PanelSectionProps {
  title: string
  /** A figure beside the title. */
  detail?: string
  children: ReactNode
}

/** One part of the panel beside the transcript. */
export function PanelSection({ title, detail, children }: PanelSectionProps) {
  const id = useId()
  return (
    <section
      aria-labelledby={id}
      className="flex flex-col gap-2 border-t border-line pt-3 first:border-t-0 first:pt-0"
    >
      <h3 id={id} className="flex items-baseline gap-2 text-row font-title">
        {title}
        {detail !== undefined && <span className="text-data font-normal text-text-3">{detail}</span>}
      </h3>
      {children}
    </section>
  )
}
