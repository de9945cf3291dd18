/** The entry `@antiphon/artifacts`: a tool that writes documents, code and pages, and what the messages say about them. */
export { writeArtifact, type ArtifactKind } from './write-artifact.js'
export { readArtifacts, type Artifact, type ArtifactVersion } from './read-artifacts.js'
