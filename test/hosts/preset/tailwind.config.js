import antiphon from '@antiphon/ui/tailwind.config.js'

export default { presets: [antiphon], content: ['./main.tsx'] }
