import { ToolbarButton } from '../header.js'

/** Shows and hides the wire panel. */
export function WireButton({ isOpen, onToggle }: { isOpen: boolean; onToggle: () => void }) {
  return (
    <ToolbarButton
      label="Wire"
      words="Wire"
      aria-expanded={isOpen}
      onClick={onToggle}
      shape={
        <path d="M6 2.5c-2 0-1.5 2-1.5 3S4 8 2.5 8C4 8 4.5 9.5 4.5 10.5s-.5 3 1.5 3M10 2.5c2 0 1.5 2 1.5 3S12 8 13.5 8c-1.5 0-2 1.5-2 2.5s.5 3-1.5 3" />
      }
    />
  )
}
