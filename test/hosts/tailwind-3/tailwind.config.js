import { fileURLToPath } from 'node:url'
import antiphon from '@antiphon/ui/tailwind.config.js'

export default { presets: [antiphon], content: [fileURLToPath(new URL('./main.tsx', import.meta.url))] }
