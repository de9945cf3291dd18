/** The entry `@antiphon/artifacts/react`: the card of an artifact in the transcript, and the panel that shows it. */
export { artifactRenderers, type ArtifactPlace } from './artifact-card.js'
export { ArtifactPanel, type ArtifactPanelProps } from './artifact-panel.js'
export { useArtifacts } from './use-artifacts.js'
