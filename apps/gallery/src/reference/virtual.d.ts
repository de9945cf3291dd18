declare module 'virtual:component-reference' {
  import type { FolderReference } from './read-reference.js'

  const reference: Record<string, FolderReference>
  // oxlint-disable-next-line import/no-default-export -- a virtual module of JSON
  export default reference
}
