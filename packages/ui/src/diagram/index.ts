export { diagram, type DiagramOptions } from './diagram.js'
export { diagramScriptHash } from './frame-document.js'
