export { AudioPlayer } from './audio-player.js'
export { readFileFacts } from './file-facts.js'
export { Lightbox } from './lightbox.js'
