export { diagram, type DiagramOptions } from './diagram.js'
export { diagramPage, diagramScriptHash } from './frame-document.js'
